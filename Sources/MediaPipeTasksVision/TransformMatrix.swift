public import Foundation

/// A matrix of Float32 values. Immutable as long as nobody writes through ``data``; equal only to itself.
///
/// A face's matrix has 4 rows and 4 columns and its values are stored *column by column*, as simd and SceneKit expect: the
/// translation stands at 12, 13 and 14. ``value(atRow:column:)`` counts through ``data`` row by row, as the original does, so
/// for a face it returns the transposed element: `value(atRow: 3, column: 0)` is the translation along x.
open class TransformMatrix: NSObject {
  /// Number of rows.
  public let rows: UInt
  /// Number of columns.
  public let columns: UInt
  /// The values; owned by the object and valid as long as it lives.
  public let data: UnsafeMutablePointer<Float>

  private let count: Int

  /// Makes a matrix from a copy of `rows` × `columns` values. A number below 0 counts as 0.
  public init(data: UnsafePointer<Float>, rows: Int, columns: Int) {
    let (product, overflow) = max(rows, 0).multipliedReportingOverflow(by: max(columns, 0))
    count = overflow ? 0 : product
    self.rows = overflow ? 0 : UInt(max(rows, 0))
    self.columns = overflow ? 0 : UInt(max(columns, 0))
    self.data = .allocate(capacity: count)
    self.data.initialize(from: data, count: count)
    super.init()
  }

  deinit { data.deallocate() }

  /// The value at `row · columns + column` of ``data``; not-a-number outside the matrix, where the original raises an exception.
  open func value(atRow row: UInt, column: UInt) -> Float {
    guard row < rows, column < columns else { return .nan }
    return data[Int(row * columns + column)]
  }
}
