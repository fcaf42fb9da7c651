/// The cheapest way to give each row its own column (Hungarian method with potentials, O(rows² · columns)).
enum Assignment {
  /// - Parameter costs: `costs[row][column]`, finite, with at least as many columns as rows.
  /// - Returns: The column of each row.
  static func solve(_ costs: [[Double]]) -> [Int] {
    let rows = costs.count
    guard rows > 0 else { return [] }
    let columns = costs[0].count
    var rowPotential = Array(repeating: 0.0, count: rows + 1)
    var columnPotential = Array(repeating: 0.0, count: columns + 1)
    // Column 0 and row 0 stand for "nothing yet"; real ones count from 1.
    var rowOfColumn = Array(repeating: 0, count: columns + 1)
    for row in 1...rows {
      rowOfColumn[0] = row
      var column = 0
      var slack = Array(repeating: Double.infinity, count: columns + 1)
      var previous = Array(repeating: 0, count: columns + 1)
      var visited = Array(repeating: false, count: columns + 1)
      repeat {
        visited[column] = true
        let current = rowOfColumn[column]
        var smallest = Double.infinity
        var next = 0
        for candidate in 1...columns where !visited[candidate] {
          let reduced = costs[current - 1][candidate - 1] - rowPotential[current] - columnPotential[candidate]
          if reduced < slack[candidate] { (slack[candidate], previous[candidate]) = (reduced, column) }
          if slack[candidate] < smallest { (smallest, next) = (slack[candidate], candidate) }
        }
        for index in 0...columns {
          if visited[index] {
            rowPotential[rowOfColumn[index]] += smallest
            columnPotential[index] -= smallest
          } else {
            slack[index] -= smallest
          }
        }
        column = next
      } while rowOfColumn[column] != 0
      while column != 0 {
        rowOfColumn[column] = rowOfColumn[previous[column]]
        column = previous[column]
      }
    }
    var result = Array(repeating: 0, count: rows)
    for column in 1...columns where rowOfColumn[column] > 0 { result[rowOfColumn[column] - 1] = column - 1 }
    return result
  }
}
