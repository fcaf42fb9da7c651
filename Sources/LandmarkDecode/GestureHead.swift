package import VisionBase

/// Which classes of a gesture classifier may win. Source: MediaPipe, `pipelines.md` section 8.3.
package struct GestureHead: Sendable {
  /// Names of the classes in the network's order; empty if the model has no labels.
  package let names: [String]
  /// Classes that may be reported.
  private let allowed: [Bool]
  private let scoreThreshold: Float?
  private let maximumCount: Int

  /// - Parameters:
  ///   - classCount: Number of the network's outputs.
  ///   - names: Labels of the model, empty if it has none.
  ///   - allowlist: Only these; empty = all. Wins over `denylist`. Without any known name a list has no effect.
  ///   - scoreThreshold: Classes with a lower score are left out; `nil` = none.
  ///   - maximumCount: Keep this many of the best; 0 or less = all.
  /// - Throws: `invalidArgument` if a list is given and the model has no labels, `invalidModel` if the number of labels
  ///   is not that of the classes.
  package init(
    classCount: Int, names: [String], allowlist: [String], denylist: [String], scoreThreshold: Float?, maximumCount: Int
  ) throws(LandmarkError) {
    let hasLists = !allowlist.isEmpty || !denylist.isEmpty
    guard !hasLists || !names.isEmpty else {
      throw LandmarkError(
        .invalidArgument,
        "Using `category_allowlist` or `category_denylist` requires labels to be present in the TFLite Model Metadata but none was "
          + "found.", remedy: "Use a model with labels or leave the lists empty.")
    }
    guard names.isEmpty || names.count == classCount else {
      throw LandmarkError(.invalidModel, "A gesture classifier has \(classCount) classes, but \(names.count) labels.")
    }
    self.names = names.isEmpty ? Array(repeating: "", count: classCount) : names
    self.scoreThreshold = scoreThreshold
    self.maximumCount = maximumCount
    let list = allowlist.isEmpty ? denylist : allowlist
    let isKnown = list.contains { names.contains($0) }
    allowed = self.names.map { name in
      guard isKnown else { return true }
      return list.contains(name) == !allowlist.isEmpty
    }
  }

  /// The winner among the allowed classes; `nil` if none is left. With all scores 0 it has an empty name and score 0.
  package func winner(_ scores: UnsafeBufferPointer<Float>) -> Category? {
    var candidates: [(index: Int, score: Float)] = []
    for (index, score) in scores.enumerated() where index < allowed.count && allowed[index] {
      if let scoreThreshold, score < scoreThreshold { continue }
      candidates.append((index, score))
    }
    guard !candidates.isEmpty else { return nil }
    // Highest first; equal scores keep the order of the classes.
    candidates.sort { ($1.score, $0.index) < ($0.score, $1.index) }
    if maximumCount > 0 { candidates = Array(candidates.prefix(maximumCount)) }
    // Replaced only by a strictly higher score than 0, as in the original.
    guard let best = candidates.first, best.score > 0 else { return Category(index: -1, score: 0, categoryName: "") }
    return Category(index: -1, score: best.score, categoryName: names[best.index])
  }
}

/// The gesture of a hand from the winners of several classifiers, the custom one first.
/// Source: MediaPipe, `pipelines.md` section 8.4.
package enum GestureCombination {
  /// The class that means "no gesture", spelled exactly so.
  package static let background = "None"

  /// The first winner that is a gesture; else the first background; `nil` if no classifier has a winner.
  package static func gesture(of winners: [Category?]) -> Category? {
    let present = winners.compactMap { $0 }
    return present.first { $0.categoryName != background } ?? present.first
  }
}
