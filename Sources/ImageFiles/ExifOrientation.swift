import VisionBase

/// Finds the orientation that a camera wrote into a picture file. Whatever is broken or missing means "none":
/// metadata never makes a readable picture unreadable.
enum ExifOrientation {
  static func find(in bytes: [UInt8], kind: PictureKind) -> ImageOrientation? {
    switch kind {
    case .jpeg: exifOfJPEG(bytes).flatMap(parse)
    case .png: exifOfPNG(bytes).flatMap(parse)
    case .webp: exifOfWebP(bytes).flatMap(parse)
    case .bmp: nil
    }
  }

  /// Payload of the first APP1 segment that holds EXIF, before the first scan.
  private static func exifOfJPEG(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let reader = ByteReader(bytes, order: .big)
    var offset = 2
    while let start = reader.uint8(at: offset), let marker = reader.uint8(at: offset + 1) {
      guard start == 0xFF else { return nil }
      if marker == 0xFF {  // fill byte
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {  // markers without a segment
        offset += 2
        continue
      }
      // From the first scan or the end marker on there is no metadata.
      guard marker != 0xDA, marker != 0xD9, let length = reader.uint16(at: offset + 2), length >= 2 else { return nil }
      let payload = reader.slice(at: offset + 4, length: Int(length) - 2)
      if marker == 0xE1, payload.starts(with: exifPrefix) { return payload }
      offset += 2 + Int(length)
    }
    return nil
  }

  /// Data of the first `eXIf` chunk.
  private static func exifOfPNG(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let reader = ByteReader(bytes, order: .big)
    var offset = 8
    while let length = reader.uint32(at: offset) {
      if bytes.hasASCII("eXIf", at: offset + 4) { return reader.slice(at: offset + 8, length: Int(length)) }
      offset += 12 + Int(length)
    }
    return nil
  }

  /// Data of the first `EXIF` chunk.
  private static func exifOfWebP(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let reader = ByteReader(bytes, order: .little)
    var offset = 12
    while let length = reader.uint32(at: offset + 4) {
      if bytes.hasASCII("EXIF", at: offset) { return reader.slice(at: offset + 8, length: Int(length)) }
      offset += 8 + Int(length) + Int(length % 2)
    }
    return nil
  }

  private static let exifPrefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads tag 0x0112 of the first directory of a TIFF structure, with or without the JPEG prefix before it.
  /// Source: EXIF 2.32, section 4.6.
  private static func parse(_ payload: ArraySlice<UInt8>) -> ImageOrientation? {
    let tiff = payload.starts(with: exifPrefix) ? payload.dropFirst(exifPrefix.count) : payload
    let order: ByteReader.Order
    if tiff.starts(with: [0x49, 0x49]) {
      order = .little
    } else if tiff.starts(with: [0x4D, 0x4D]) {
      order = .big
    } else {
      return nil
    }
    let reader = ByteReader(tiff, order: order)
    guard reader.uint16(at: 2) == 42, let directory = reader.uint32(at: 4), let entries = reader.uint16(at: Int(directory)) else {
      return nil
    }
    for index in 0..<Int(entries) {
      let entry = Int(directory) + 2 + 12 * index
      guard let tag = reader.uint16(at: entry) else { return nil }
      guard tag == 0x0112 else { continue }
      guard let type = reader.uint16(at: entry + 2), let count = reader.uint32(at: entry + 4), count == 1 else { return nil }
      let value: Int?
      switch type {
      case 3: value = reader.uint16(at: entry + 8).map(Int.init)
      case 4: value = reader.uint32(at: entry + 8).map(Int.init)
      default: value = nil
      }
      return value.flatMap(ImageOrientation.init(rawValue:))
    }
    return nil
  }
}
