package import VisionBase

/// Which classes of a gesture classifier may win. Source: MediaPipe, `pipelines.md` section 8.3.
package struct GestureHead: Sendable {
  /// Names of the classes in the network's order; empty if the model has no labels.
  package let names: [String]
  /// Classes that may be reported.
  private let allowed: [Bool]
  private let scoreThreshold: Float?

  /// - Parameters:
  ///   - classCount: Number of the network's outputs.
  ///   - names: Labels of the model, empty if it has none.
  ///   - allowlist: Only these; empty = all. Wins over `denylist`. Without any known name a list has no effect.
  ///   - scoreThreshold: Classes with a lower score are left out; `nil` = none.
  /// - Throws: `invalidArgument` if a list is given and the model has no labels, `invalidModel` if the number of labels
  ///   is not that of the classes.
  package init(
    classCount: Int, names: [String], allowlist: [String], denylist: [String], scoreThreshold: Float?
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
    let list = allowlist.isEmpty ? denylist : allowlist
    let isKnown = list.contains { names.contains($0) }
    allowed = self.names.map { name in
      guard isKnown else { return true }
      return list.contains(name) == !allowlist.isEmpty
    }
  }

  /// The winner among the allowed classes; `nil` if none is left. To keep only some of the best classes, as the original's
  /// `max_results` does, never changes it. With all scores 0 it has an empty name and score 0.
  package func winner(_ scores: UnsafeBufferPointer<Float>) -> Category? {
    var best: (index: Int, score: Float)?
    for (index, score) in scores.enumerated() where index < allowed.count && allowed[index] {
      if let scoreThreshold, score < scoreThreshold { continue }
      // Of equal scores the first class counts.
      if best.map({ score > $0.score }) ?? true { best = (index, score) }
    }
    guard let best else { return nil }
    // Replaced only by a strictly higher score than 0, as in the original.
    guard best.score > 0 else { return Category(index: -1, score: 0, categoryName: "") }
    return Category(index: -1, score: best.score, categoryName: names[best.index])
  }
}

/// The gesture of a hand from the winners of several classifiers, the custom one first.
/// Source: MediaPipe, `pipelines.md` section 8.4.
package struct GestureCombination: Sendable {
  /// The class that means "no gesture", spelled exactly so.
  package static let background = "None"

  /// The first winner that is a gesture; else the first background; `nil` if no classifier has a winner.
  package private(set) var gesture: Category?

  package init() {}

  /// Takes in the winner of the next classifier, if it has one.
  package mutating func add(_ winner: Category?) {
    guard let winner else { return }
    if gesture == nil || gesture?.categoryName == Self.background && winner.categoryName != Self.background { gesture = winner }
  }
}
