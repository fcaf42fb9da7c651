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
}
