/// Finds those of several subjects that were not reported before. Keeps its list, so that a frame needs no new one.
package struct DuplicateFilter: Sendable {
  /// Positions of the subjects to keep, ascending.
  package private(set) var kept: [Int] = []

  package init() {}

  /// Replaces ``kept``: a subject goes if it is the same as an earlier one that stays.
  ///
  /// - Parameter areSame: Whether the subjects at two positions, the earlier one first, are the same.
  package mutating func update(count: Int, areSame: (Int, Int) -> Bool) {
    kept.removeAll(keepingCapacity: true)
    for index in 0..<count where !kept.contains(where: { areSame($0, index) }) { kept.append(index) }
  }
}
