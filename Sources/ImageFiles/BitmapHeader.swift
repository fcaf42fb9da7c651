import VisionBase

/// The header of a BMP file, checked before stb_image sees the bytes: that library fills rows and palette entries
/// missing from the file with zeros or leaves them undefined, without a word.
struct BitmapHeader {
  /// Pixels per row and rows, 1…2^24 − 1 each.
  let width: Int
  let height: Int

  /// Header lengths that the library knows: OS/2, and Windows versions 3, 3 with masks, 4 and 5.
  private static let knownLengths: Set<UInt32> = [12, 40, 56, 108, 124]

  /// Whether the length of the information header is one that BMP files have, readable or not.
  static func looksLikeHeader(_ bytes: [UInt8]) -> Bool {
    guard let length = ByteReader(bytes, order: .little).uint32(at: 14) else { return bytes.count < 18 }
    return knownLengths.contains(length) || length == 16 || length == 52 || length == 64
  }

  init(_ bytes: [UInt8]) throws(LandmarkError) {
    let reader = ByteReader(bytes, order: .little)
    guard let dataOffset = reader.uint32(at: 10), let length = reader.uint32(at: 14) else { throw Self.endsEarly(bytes) }
    guard Self.knownLengths.contains(length) else { throw Self.unsupported("its header has \(length) bytes.") }
    let isOS2 = length == 12
    guard
      let storedWidth = isOS2
        ? reader.uint16(at: 18).map({ Int($0) }) : reader.uint32(at: 18).map({ Int(Int32(bitPattern: $0)) }),
      // A negative height means that the top row comes first.
      let storedHeight = isOS2
        ? reader.uint16(at: 20).map({ Int($0) }) : reader.uint32(at: 22).map({ abs(Int(Int32(bitPattern: $0))) }),
      let bitsPerPixel = reader.uint16(at: isOS2 ? 24 : 28).map({ Int($0) }),
      let compression = isOS2 ? 0 : reader.uint32(at: 30)
    else { throw Self.endsEarly(bytes) }
    guard (1..<(1 << 24)).contains(storedWidth), (1..<(1 << 24)).contains(storedHeight) else {
      throw LandmarkError(.invalidImage, "The BMP picture's size \(storedWidth)×\(storedHeight) is not valid.")
    }
    guard compression == 0 || compression == 3 else { throw Self.unsupported("it is compressed (method \(compression)).") }
    guard [1, 4, 8, 16, 24, 32].contains(bitsPerPixel), !(isOS2 && bitsPerPixel < 24) else {
      throw Self.unsupported("it has \(bitsPerPixel) bits per pixel.")
    }
    // Sides below 2^24 and at most 32 bits: no product below overflows 64 bits.
    let rowBytes = (storedWidth * bitsPerPixel + 31) / 32 * 4
    let masks = compression == 3 && (length == 40 || length == 56) ? 12 : 0
    let headerEnd = 14 + Int(length) + masks
    guard Int(dataOffset) >= headerEnd, Int(dataOffset) <= bytes.count, rowBytes * storedHeight <= bytes.count - Int(dataOffset)
    else {
      throw Self.endsEarly(bytes)
    }
    width = storedWidth
    height = storedHeight
    if bitsPerPixel <= 8 {
      let entries = (Int(dataOffset) - headerEnd) / 4
      guard entries <= 256 else { throw Self.unsupported("there are \(entries) palette entries.") }
      try checkIndices(bytes[Int(dataOffset)...], rowBytes: rowBytes, bitsPerPixel: bitsPerPixel, entries: entries)
    } else if Int(dataOffset) != headerEnd {
      throw Self.unsupported("there are \(Int(dataOffset) - headerEnd) bytes between header and pixels.")
    }
  }

  /// Every pixel must name an entry of the palette.
  private func checkIndices(_ rows: ArraySlice<UInt8>, rowBytes: Int, bitsPerPixel: Int, entries: Int) throws(LandmarkError) {
    guard entries < (1 << bitsPerPixel) else { return }
    let perByte = 8 / bitsPerPixel
    let mask = (1 << bitsPerPixel) - 1
    for y in 0..<height {
      for x in 0..<width {
        let byte = Int(rows[rows.startIndex + y * rowBytes + x / perByte])
        let index = (byte >> (8 - bitsPerPixel * (x % perByte + 1))) & mask
        guard index < entries else {
          throw LandmarkError(
            .invalidImage, "The BMP picture is damaged: pixel (\(x), \(y)) uses palette entry \(index) of \(entries).",
            remedy: PictureDecoder.remedyForDamage)
        }
      }
    }
  }

  private static func endsEarly(_ bytes: [UInt8]) -> LandmarkError {
    LandmarkError(
      .invalidImage, "The BMP picture is damaged: its header asks for more than the \(bytes.count) bytes there are.",
      remedy: PictureDecoder.remedyForDamage)
  }

  private static func unsupported(_ reason: String) -> LandmarkError {
    LandmarkError(
      .unsupportedImage, "This kind of BMP picture cannot be read: \(reason)", remedy: "Convert it to PNG.")
  }
}
