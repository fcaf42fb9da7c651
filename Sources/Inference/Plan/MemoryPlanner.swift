/// Places buffers with known lifetimes into one arena: biggest first, each at the lowest offset that is free for its
/// whole life. Quadratic in the number of buffers, which is a few hundred.
package struct MemoryPlanner {
  package struct Request {
    /// Elements, already rounded up by the caller if it wants alignment.
    package var count: Int
    /// First and last step that touch the buffer.
    package var firstStep: Int
    package var lastStep: Int

    package init(count: Int, firstStep: Int, lastStep: Int) {
      self.count = count
      self.firstStep = firstStep
      self.lastStep = lastStep
    }
  }

  package struct Placement {
    package var offsets: [Int]
    package var total: Int
  }

  package static func place(_ requests: [Request]) -> Placement {
    var offsets = Array(repeating: 0, count: requests.count)
    var placed: [Int] = []  // sorted by offset
    var total = 0
    let order = requests.indices.sorted { (requests[$0].count, $1) > (requests[$1].count, $0) }
    for index in order where requests[index].count > 0 {
      let request = requests[index]
      var candidate = 0
      for other in placed {
        let taken = requests[other]
        guard taken.firstStep <= request.lastStep, request.firstStep <= taken.lastStep else { continue }
        if offsets[other] >= candidate + request.count { break }
        candidate = max(candidate, offsets[other] + taken.count)
      }
      offsets[index] = candidate
      total = max(total, candidate + request.count)
      placed.insert(index, at: placed.firstIndex { offsets[$0] > candidate } ?? placed.endIndex)
    }
    return Placement(offsets: offsets, total: total)
  }
}
