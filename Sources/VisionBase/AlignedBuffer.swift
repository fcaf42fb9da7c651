#if canImport(Glibc)
  import Glibc
#endif

/// Heap memory for `count` elements, aligned to 64 bytes (one AVX-512 register, one cache line), freed by its single
/// owner. Contents start as zero.
package struct AlignedBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  package let base: UnsafeMutablePointer<Element>
  package let count: Int

  package static var alignment: Int { 64 }

  package init(count: Int) {
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    let raw = Self.allocate(bytes)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    self.base = raw.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  /// Memory without contents: `fill` must write every element.
  package init(count: Int, filledBy fill: (UnsafeMutablePointer<Element>) -> Void) {
    let raw = Self.allocate(max(count, 1) * MemoryLayout<Element>.stride)
    self.base = raw.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
    fill(base)
  }

  /// From 2 MB on in pages of that size where the system has them: fewer faults at first use, fewer misses later. What does not
  /// fill a large page stays in small ones, so that no memory is taken that nobody asked for.
  private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
    let largePage = 2 << 20
    guard bytes >= largePage else { return .allocate(byteCount: bytes, alignment: alignment) }
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: largePage)
    #if canImport(Glibc)
      madvise(raw, bytes / largePage * largePage, MADV_HUGEPAGE)  // Advice: a system that cannot follow it says so and goes on.
    #endif
    return raw
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
