/// Which classes of a gesture classifier may be reported.
public struct ClassifierOptions: Sendable, Hashable, Codable {
  /// Language of display names; the gesture results carry none, so this has no effect on them.
  public var displayNamesLocale: String?
  /// Keep this many of the best classes; −1 = all. A hand gets one gesture in any case. Not 0.
  public var maxResults: Int
  /// Leave out classes with a lower score, 0…1; `nil` = the threshold that the model asks for, if any.
  public var scoreThreshold: Float?
  /// Only these classes; empty = all. Unknown names are ignored; a list without any known name has no effect.
  public var categoryAllowlist: [String]
  /// Not these classes. At most one of the two lists may be filled.
  public var categoryDenylist: [String]

  /// Makes options; the defaults let every class through.
  public init(
    displayNamesLocale: String? = nil, maxResults: Int = -1, scoreThreshold: Float? = nil, categoryAllowlist: [String] = [],
    categoryDenylist: [String] = []
  ) {
    self.displayNamesLocale = displayNamesLocale
    self.maxResults = maxResults
    self.scoreThreshold = scoreThreshold
    self.categoryAllowlist = categoryAllowlist
    self.categoryDenylist = categoryDenylist
  }

  /// - Parameter name: The option that holds these.
  func check(_ name: String) throws(LandmarkError) {
    guard maxResults != 0 else {
      throw LandmarkError(
        .invalidArgument, "\(name): Invalid `max_results` option: value must be != 0.", remedy: "Pass −1 for all classes.")
    }
    guard categoryAllowlist.isEmpty || categoryDenylist.isEmpty else {
      throw LandmarkError(
        .invalidArgument, "\(name): `category_allowlist` and `category_denylist` are mutually exclusive options.",
        remedy: "Fill one of the two lists.")
    }
    if let scoreThreshold { try OptionChecks.confidence(scoreThreshold, "\(name).scoreThreshold") }
  }
}
