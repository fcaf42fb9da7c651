/// The checks that all options share; messages name the option as it is spelled in Swift.
enum OptionChecks {
  static func count(_ value: Int, _ name: String) throws(LandmarkError) {
    guard value >= 1 else {
      throw LandmarkError(.invalidArgument, "\(name) is \(value): it must be at least 1.", remedy: "Pass 1 or more.")
    }
  }

  static func confidence(_ value: Float, _ name: String) throws(LandmarkError) {
    // Not-a-number fails the comparison too.
    guard value >= 0, value <= 1 else {
      throw LandmarkError(
        .invalidArgument, "\(name) is \(value): it must be in the range 0…1.",
        remedy: "Pass a number from 0 to 1; 0.5 is the default.")
    }
  }
}

extension OptionChecks {
  static func threads(_ value: Int?) throws(LandmarkError) {
    guard let value else { return }
    try count(value, "threads")
  }

  static func stream(_ options: StreamOptions) throws(LandmarkError) {
    try count(options.redetectionPeriod, "redetectionPeriod")
    guard case .oneEuro(let filter) = options.smoothing else { return }
    // Not-a-number fails the comparisons too.
    guard filter.minCutoff > 0, filter.minCutoff.isFinite, filter.derivativeCutoff > 0, filter.derivativeCutoff.isFinite,
      filter.beta >= 0, filter.beta.isFinite
    else {
      throw LandmarkError(
        .invalidArgument,
        "One-Euro constants are \(filter.minCutoff), \(filter.beta), \(filter.derivativeCutoff): the cutoffs must be above 0, "
          + "beta at least 0.", remedy: "0.05, 80, 1 are the original's.")
    }
  }
}
