/// SHA-256 (FIPS 180-4), to compare pixels with the hashes in the reference results.
package enum SHA256 {
  /// The digest of `bytes` as 64 lower-case hexadecimal digits.
  package static func hexDigest(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    let wholeBlocks = bytes.count / 64
    var tail = [UInt8](bytes[(wholeBlocks * 64)...])
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bitCount = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift))) }
    state.withUnsafeMutableBufferPointer { state in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        roundConstants.withUnsafeBufferPointer { constants in
          for block in 0..<wholeBlocks {
            compress(UnsafeBufferPointer(rebasing: bytes[(block * 64)..<(block * 64 + 64)]), state, schedule, constants)
          }
          tail.withUnsafeBufferPointer { tail in
            for block in 0..<tail.count / 64 {
              compress(UnsafeBufferPointer(rebasing: tail[(block * 64)..<(block * 64 + 64)]), state, schedule, constants)
            }
          }
        }
      }
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest of `bytes` as 64 lower-case hexadecimal digits.
  package static func hexDigest(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { hexDigest($0) } }

  private static func compress(
    _ block: UnsafeBufferPointer<UInt8>, _ state: UnsafeMutableBufferPointer<UInt32>,
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    for i in 0..<16 {
      let word = UInt32(block[4 * i]) << 24 | UInt32(block[4 * i + 1]) << 16
      schedule[i] = word | UInt32(block[4 * i + 2]) << 8 | UInt32(block[4 * i + 3])
    }
    for i in 16..<64 {
      let s0 = rotate(schedule[i - 15], 7) ^ rotate(schedule[i - 15], 18) ^ (schedule[i - 15] >> 3)
      let s1 = rotate(schedule[i - 2], 17) ^ rotate(schedule[i - 2], 19) ^ (schedule[i - 2] >> 10)
      schedule[i] = schedule[i - 16] &+ s0 &+ schedule[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ s1 &+ choice &+ constants[i] &+ schedule[i]
      let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
    }
    for (i, value) in [a, b, c, d].enumerated() { state[i] &+= value }
    for (i, value) in [e, f, g, h].enumerated() { state[i + 4] &+= value }
  }

  @inline(__always)
  private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

  /// First 32 bits of the fractional parts of the cube roots of the first 64 primes, computed rather than listed:
  /// the whole-number cube root of p · 2^96 holds 32 fractional bits.
  private static let roundConstants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      var low: UInt64 = 0
      var high: UInt64 = 8 << 32  // the 64th prime is 311, its cube root below 8
      while high - low > 1 {
        let middle = (low + high) / 2
        // middle³ ≤ p · 2^96, in 192 bits: both sides as high and low halves.
        if cubeIsAtMost(middle, prime: prime) { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()

  private static func cubeIsAtMost(_ value: UInt64, prime: UInt64) -> Bool {
    let square = value.multipliedFullWidth(by: value)  // below 2^70
    let lowPart = square.low.multipliedFullWidth(by: value)
    let highPart = square.high &* value  // below 2^6 · 2^35
    // value³ = (lowPart.high + highPart) · 2^64 + lowPart.low, to be compared with (prime << 32) · 2^64.
    let high = lowPart.high &+ highPart
    return high < prime << 32 || (high == prime << 32 && lowPart.low == 0)
  }
}
