/// Widening of IEEE 754 half precision, done on bits because not every platform has a `Float16`.
package enum HalfFloat {
  /// The value of the half-precision number with these bits; exact, subnormals, infinities and NaN included.
  @inline(__always)
  package static func widen(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let magnitude = UInt32(bits & 0x7FFF)
    // Normal numbers: move the fields up and the exponent's bias from 15 to 127.
    let normal = (magnitude << 13) &+ (112 << 23)
    // Subnormal numbers are multiples of 2^−24; going through an integer keeps clear of Float32 subnormals.
    let subnormal = (Float(Int32(bitPattern: magnitude)) * 0x1p-24).bitPattern
    let finite = magnitude < 0x0400 ? subnormal : normal
    let widened = magnitude >= 0x7C00 ? (magnitude << 13) | 0x7F80_0000 : finite
    return Float(bitPattern: widened | sign)
  }

  /// Widens `count` numbers that lie little-endian at `source`, which need not be aligned.
  static func widen(_ source: UnsafeRawPointer, into target: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      target[index] = widen(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
    }
  }
}
