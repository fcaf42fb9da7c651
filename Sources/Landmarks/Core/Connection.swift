/// A line between two landmarks of the same subject.
public struct Connection: Sendable, Hashable, Codable {
  /// Index of the landmark where the line begins.
  public var start: Int
  /// Index of the landmark where it ends.
  public var end: Int

  /// Makes a line between two landmark indices; nothing is checked here.
  public init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// Pairs of numbers as lines.
  static func list(_ indices: [UInt16]) -> [Connection] {
    stride(from: 0, to: indices.count - 1, by: 2).map { Connection(start: Int(indices[$0]), end: Int(indices[$0 + 1])) }
  }
}
