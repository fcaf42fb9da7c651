// Names are those of the original.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// What a task runs on; raw values as in MediaPipe.
public enum Delegate: UInt, Sendable {
  /// The processor.
  case CPU = 0
  /// The graphics card in the original. Here everything runs on the processor, whatever is asked for: results are the same.
  case GPU = 1
}

/// Options that every task has: which model. Not safe to change while another thread uses the object.
open class BaseOptions: NSObject, NSCopying {
  /// Path of the model bundle (`.task` file). Empty by default, and then no task can be made.
  ///
  /// An optional path can be assigned as well, so that the answer of `Bundle.path(forResource:ofType:)` can be handed on:
  /// `nil` counts as an empty path, which the task's initializer rejects with code 3.
  open var modelAssetPath = ""
  /// What to run on, `.CPU` by default.
  open var delegate = Delegate.CPU

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// A `BaseOptions` with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath
    copy.delegate = delegate
    return copy
  }
}

/// Lets an optional model path be assigned, see ``BaseOptions/modelAssetPath-swift.property``. Not meant for anything else.
public protocol _AcceptsOptionalModelPath: AnyObject {
  /// The path of the model.
  var modelAssetPath: String { get set }
}

extension BaseOptions: _AcceptsOptionalModelPath {}

extension _AcceptsOptionalModelPath {
  /// The path as an optional: never `nil` when read, `nil` assigned counts as empty.
  @_disfavoredOverload
  public var modelAssetPath: String? {
    get { modelAssetPath as String }
    set {
      let path: String = newValue ?? ""
      modelAssetPath = path
    }
  }
}
