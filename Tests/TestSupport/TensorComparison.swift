/// How far one array is from another: what a failing test needs to say.
package struct TensorComparison: Sendable, CustomStringConvertible {
  /// Largest absolute difference, and where it is.
  package let largestDifference: Float
  package let worstIndex: Int
  /// Largest magnitude of the expected values.
  package let largestMagnitude: Float
  /// Index of the first value that is not finite, in either array.
  package let firstNonFinite: Int?
  package let countsAgree: Bool
  private let worst: (actual: Float, expected: Float)

  package init(_ actual: [Float], expected: [Float]) {
    countsAgree = actual.count == expected.count
    var largestDifference: Float = 0
    var worstIndex = 0
    var firstNonFinite: Int?
    for (index, (a, b)) in zip(actual, expected).enumerated() {
      if !a.isFinite || !b.isFinite { firstNonFinite = firstNonFinite ?? index }
      if abs(a - b) > largestDifference { (largestDifference, worstIndex) = (abs(a - b), index) }
    }
    self.largestDifference = largestDifference
    self.worstIndex = worstIndex
    self.firstNonFinite = firstNonFinite
    largestMagnitude = expected.reduce(0) { max($0, abs($1)) }
    worst = worstIndex < min(actual.count, expected.count) ? (actual[worstIndex], expected[worstIndex]) : (0, 0)
  }

  /// Largest difference as a fraction of the largest expected magnitude; infinite if the arrays cannot be compared.
  package var relativeDifference: Float {
    guard countsAgree, firstNonFinite == nil else { return .infinity }
    if largestDifference == 0 { return 0 }
    return largestDifference / largestMagnitude
  }

  package var description: String {
    if !countsAgree { return "the counts differ" }
    if let firstNonFinite { return "element \(firstNonFinite) is not finite" }
    return "largest difference \(largestDifference) at \(worstIndex) (\(worst.actual), expected \(worst.expected)), "
      + "that is \(relativeDifference) of the largest magnitude \(largestMagnitude)"
  }
}
