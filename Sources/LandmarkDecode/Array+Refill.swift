extension Array {
  /// Replaces all elements by `count` new ones; takes memory only if there were never so many before.
  mutating func refill(count: Int, _ element: (Int) -> Element) {
    removeAll(keepingCapacity: true)
    reserveCapacity(count)
    for index in 0..<count { append(element(index)) }
  }
}
