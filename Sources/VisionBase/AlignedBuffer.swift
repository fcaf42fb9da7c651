/// Heap memory for `count` elements, aligned to 64 bytes (one AVX-512 register, one cache line), freed by its single
/// owner. Contents start as zero.
package struct AlignedBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  package let base: UnsafeMutablePointer<Element>
  package let count: Int

  package static var alignment: Int { 64 }

  package init(count: Int) {
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    self.base = raw.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }
}

extension AlignedBuffer {
  /// A copy of `values`.
  package init(copying values: [Element]) {
    self.init(count: values.count)
    values.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { base.update(from: first, count: source.count) }
    }
  }
}
