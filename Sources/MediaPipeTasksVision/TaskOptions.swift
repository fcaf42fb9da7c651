public import Foundation

/// Base of the options of all tasks. Not safe to change while another thread uses the object.
open class TaskOptions: NSObject, NSCopying {
  private var storedBaseOptions = BaseOptions()

  /// Which model to use. Assigning stores a copy; changing a property of what is read changes these options.
  open var baseOptions: BaseOptions {
    get { storedBaseOptions }
    set { storedBaseOptions = newValue.duplicate() }
  }

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// Options of the same class with the same values and a copy of ``baseOptions``. A class derived elsewhere comes back as
  /// the class of this module that it derives from.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.takeBase(from: self)
    return copy
  }

  final func takeBase(from other: TaskOptions) { baseOptions = other.baseOptions }
}

extension BaseOptions {
  /// A copy that is typed; the base class if a derived class copies itself to something else.
  func duplicate() -> BaseOptions {
    if let copy = copy(with: nil) as? BaseOptions { return copy }
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath as String
    copy.delegate = delegate
    return copy
  }
}

/// Base of the results of all tasks. Immutable.
open class TaskResult: NSObject, NSCopying {
  /// Time of the frame in milliseconds. In video and live stream mode the number that was passed; in image mode 0 for the
  /// first picture of a task and 1000 more for each further one.
  public let timestampInMilliseconds: Int

  /// Makes a result of a time.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }

  /// The object itself: it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
