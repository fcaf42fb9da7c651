public import Foundation

/// A class with its score. Immutable; equal only to itself.
open class ResultCategory: NSObject {
  /// Position in the model's list of classes; −1 if there is none, as for gestures.
  public let index: Int
  /// Score, 0…1.
  public let score: Float
  /// Name of the class; `nil` if the model has none.
  public let categoryName: String?
  /// Name for display; `nil` if the model has none.
  public let displayName: String?

  /// Makes a category from its parts.
  public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
    self.index = index
    self.score = score
    self.categoryName = categoryName
    self.displayName = displayName
    super.init()
  }
}

/// The classes that one head of a model found. Immutable; equal only to itself.
open class Classifications: NSObject {
  /// Which head.
  public let headIndex: Int
  /// Name of the head; empty for blendshapes.
  public let headName: String?
  /// The classes.
  public let categories: [ResultCategory]

  /// Makes classifications of a head without name.
  public convenience init(headIndex: Int, categories: [ResultCategory]) {
    self.init(headIndex: headIndex, headName: nil, categories: categories)
  }

  /// Makes classifications from their parts.
  public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
    self.headIndex = headIndex
    self.headName = headName
    self.categories = categories
    super.init()
  }
}

/// The classes that all heads of a model found. Immutable; equal only to itself.
open class ClassificationResult: NSObject {
  /// One element per head.
  public let classifications: [Classifications]
  /// Time of the frame in milliseconds.
  public let timestampInMilliseconds: Int

  /// Makes a result from its parts.
  public init(classifications: [Classifications], timestampInMilliseconds: Int) {
    self.classifications = classifications
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }
}

/// How a classifier's classes are filtered. Not safe to change while another thread uses the object.
open class ClassifierOptions: NSObject, NSCopying {
  /// Language of display names; `nil` for the model's own.
  open var displayNamesLocale: String?
  /// The largest number of classes; negative for all. 0 is accepted as in the original's gesture recognizer and means all.
  open var maxResults = -1
  /// Classes with a smaller score are dropped. The default 0 drops none, even if the model asks for a threshold itself.
  open var scoreThreshold: Float = 0
  /// Names of the only classes to keep; `nil` keeps all. Names that the model does not know are ignored.
  open var categoryAllowlist: [String]?
  /// Names of classes to drop. Not looked at if there is an allowlist.
  open var categoryDenylist: [String]?

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// A `ClassifierOptions` with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  func duplicate() -> ClassifierOptions {
    let copy = ClassifierOptions()
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }
}
