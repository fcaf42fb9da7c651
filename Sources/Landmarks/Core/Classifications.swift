/// The scores of one classifier.
public struct Classifications: Sendable, Hashable, Codable {
  /// Position of the classifier among those of its model; 0 for the only one.
  public var headIndex: Int
  /// Name of the classifier, empty if it has none.
  public var headName: String
  /// The classes with their scores.
  public var categories: [Category]

  /// Makes a list from its parts.
  public init(headIndex: Int = 0, headName: String = "", categories: [Category]) {
    self.headIndex = headIndex
    self.headName = headName
    self.categories = categories
  }
}

/// A matrix of transformation, column by column.
public struct TransformMatrix: Sendable, Hashable, Codable {
  /// Number of rows, 4.
  public var rows: Int
  /// Number of columns, 4.
  public var columns: Int
  /// The numbers column by column; the translation of a 4 × 4 matrix is at 12, 13, 14.
  public var data: [Float]

  /// Makes a matrix from `rows` × `columns` numbers, column by column.
  public init(rows: Int = 4, columns: Int = 4, data: [Float]) {
    self.rows = rows
    self.columns = columns
    self.data = data
  }

  /// The number in `row` and `column`, or `nil` outside the matrix.
  public func value(row: Int, column: Int) -> Float? {
    guard row >= 0, row < rows, column >= 0, column < columns else { return nil }
    let (start, overflow) = column.multipliedReportingOverflow(by: rows)
    // `data` may have any length: both parts are compared with it before they are added.
    guard !overflow, start < data.count, row < data.count - start else { return nil }
    return data[start + row]
  }
}

/// How likely each pixel of a picture belongs to a person.
public struct SegmentationMask: Sendable, Hashable, Codable {
  /// Pixels per row, that of the stored picture.
  public var width: Int
  /// Rows, those of the stored picture.
  public var height: Int
  /// Probabilities 0…1, row by row from the top left.
  public var values: [Float]

  /// Makes a mask from `width` × `height` values.
  public init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// The mask in 8 bits: 255 times the probability, cut to whole numbers as the original does; 0 for what is no number.
  public var bytes: [UInt8] { values.map { $0 > 0 ? UInt8(min($0 * 255, 255)) : 0 } }
}
