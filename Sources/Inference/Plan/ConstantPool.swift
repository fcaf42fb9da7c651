import VisionBase

/// The plan's constants while they are collected: where each will lie and how it is computed, not yet the numbers. They
/// are decoded and packed at the end, straight into their place and on several threads, as that is most of the time that
/// making a task takes. Every entry starts on a cache line.
struct ConstantPool {
  /// Writes all elements of the memory it is given.
  typealias Fill = @Sendable (UnsafeMutableBufferPointer<Float>) -> Void

  fileprivate struct Entry: Sendable {
    let offset: Int
    let count: Int
    let fill: Fill
  }

  private(set) var count = 0
  private var entries: [Entry] = []

  /// Appends numbers and returns the offset of the first.
  mutating func add(_ floats: [Float]) -> Int {
    reserve(floats.count) { target in floats.withUnsafeBufferPointer { target.update(from: $0) } }
  }

  /// Appends `count` elements that `fill` will write, and returns the offset of the first.
  mutating func reserve(_ count: Int, _ fill: @escaping Fill) -> Int {
    let offset = self.count
    entries.append(Entry(offset: offset, count: count, fill: fill))
    self.count += Self.padded(count)
    return offset
  }

  private static func padded(_ count: Int) -> Int { (count + channelLanes - 1) / channelLanes * channelLanes }

  /// All numbers. Small pools are not worth threads.
  func materialized() -> AlignedBuffer<Float> {
    let helpers = count < 1 << 16 ? 1 : min(ThreadTeam.processorCount, 4)
    // A system that refuses threads is no reason to fail here: then one does it all.
    let team = helpers == 1 ? nil : try? ThreadTeam(threads: helpers)
    return AlignedBuffer(count: count) { base in
      let work = PoolWork(base: base, parts: Self.parts(of: entries, count: team?.size ?? 1))
      if let team { team.run { work.run(member: $0) } } else { work.run(member: 0) }
    }
  }

  /// The entries dealt out so that every member has about the same number of elements.
  private static func parts(of entries: [Entry], count: Int) -> [[Entry]] {
    var parts = Array(repeating: [Entry](), count: count)
    var loads = Array(repeating: 0, count: count)
    for entry in entries.sorted(by: { $0.count > $1.count }) {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      parts[least].append(entry)
      loads[least] += entry.count
    }
    return parts
  }

  /// What the members of a team do. Unchecked: each writes the memory of its own entries only.
  private struct PoolWork: @unchecked Sendable {
    let base: UnsafeMutablePointer<Float>
    let parts: [[Entry]]

    func run(member: Int) {
      for entry in parts[member] {
        let target = UnsafeMutableBufferPointer(start: base + entry.offset, count: entry.count)
        entry.fill(target)
        for index in entry.count..<ConstantPool.padded(entry.count) { base[entry.offset + index] = 0 }
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Float> {
  /// Writes the beginning with `source`, which is not longer.
  func update(from source: UnsafeBufferPointer<Float>) {
    guard let target = baseAddress, let first = source.baseAddress else { return }
    target.update(from: first, count: Swift.min(source.count, count))
  }
}
