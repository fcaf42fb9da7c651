/// The cheapest way to give each row its own column (Hungarian method with potentials, O(rows² · columns)). Keeps its lists
/// from call to call, so that a frame needs no new ones.
struct Assignment: Sendable {
  /// The column of each row, after ``solve(_:)``.
  private(set) var columns: [Int] = []

  private var rowPotential: [Double] = []
  private var columnPotential: [Double] = []
  // Column 0 and row 0 stand for "nothing yet"; real ones count from 1.
  private var rowOfColumn: [Int] = []
  private var slack: [Double] = []
  private var previous: [Int] = []
  private var visited: [Bool] = []

  /// Finds the ``columns``.
  ///
  /// - Parameter costs: Finite, with at least as many columns as rows.
  mutating func solve(_ costs: CostMatrix) {
    let (rows, width) = (costs.rows, costs.columns)
    columns.refill(0, count: rows)
    guard rows > 0 else { return }
    rowPotential.refill(0, count: rows + 1)
    columnPotential.refill(0, count: width + 1)
    rowOfColumn.refill(0, count: width + 1)
    for row in 1...rows { addRow(row, costs) }
    for column in 1...width where rowOfColumn[column] > 0 { columns[rowOfColumn[column] - 1] = column - 1 }
  }

  /// Gives `row` a column; rows before it may have to take others.
  private mutating func addRow(_ row: Int, _ costs: CostMatrix) {
    let width = costs.columns
    rowOfColumn[0] = row
    var column = 0
    slack.refill(.infinity, count: width + 1)
    previous.refill(0, count: width + 1)
    visited.refill(false, count: width + 1)
    repeat {
      visited[column] = true
      let current = rowOfColumn[column]
      var smallest = Double.infinity
      var next = 0
      for candidate in 1...width where !visited[candidate] {
        let reduced = costs[current - 1, candidate - 1] - rowPotential[current] - columnPotential[candidate]
        if reduced < slack[candidate] { (slack[candidate], previous[candidate]) = (reduced, column) }
        if slack[candidate] < smallest { (smallest, next) = (slack[candidate], candidate) }
      }
      for index in 0...width {
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
}

/// What it costs to give a row a column, in memory that stays.
struct CostMatrix: Sendable {
  private(set) var rows = 0
  private(set) var columns = 0
  private var values: [Double] = []

  /// Replaces everything by `rows` × `columns` zeros.
  mutating func reset(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    values.refill(0, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * columns + column] }
    set { values[row * columns + column] = newValue }
  }
}

extension Array {
  /// Replaces all elements by `count` times `element`; takes memory only if there were never so many before.
  fileprivate mutating func refill(_ element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    reserveCapacity(count)
    for _ in 0..<count { append(element) }
  }
}
