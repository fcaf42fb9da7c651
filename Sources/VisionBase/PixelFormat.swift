/// How the bytes of a picture in memory are laid out. All formats have 8 bits per sample.
public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// 3 bytes per pixel: red, green, blue.
  case rgb8
  /// 4 bytes per pixel: red, green, blue, alpha. Alpha is ignored: colours are taken as stored.
  case rgba8
  /// 4 bytes per pixel: blue, green, red, alpha (`kCVPixelFormatType_32BGRA`). Alpha is ignored.
  case bgra8
  /// 1 byte per pixel: grey.
  case gray8
  /// A plane of luma (16…235), then a plane of interleaved Cb, Cr at half size (`420v`).
  case nv12VideoRange
  /// A plane of luma (0…255), then a plane of interleaved Cb, Cr at half size (`420f`).
  case nv12FullRange

  /// Bytes per pixel of the first plane.
  package var bytesPerPixel: Int {
    switch self {
    case .rgb8: 3
    case .rgba8, .bgra8: 4
    case .gray8, .nv12VideoRange, .nv12FullRange: 1
    }
  }

  /// Whether the format has a second plane with chroma.
  package var hasChromaPlane: Bool { self == .nv12VideoRange || self == .nv12FullRange }
}

/// How stored pixels must be turned to stand upright: the eight cases of EXIF tag 0x0112, same numbers.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Row 0 is the top, column 0 the left side: nothing to do.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turn by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirror along the main diagonal (transpose).
  case leftMirrored = 5
  /// Turn clockwise by 90°.
  case right = 6
  /// Mirror along the other diagonal (transverse).
  case rightMirrored = 7
  /// Turn counter-clockwise by 90°.
  case left = 8

  /// Whether the upright picture's width is the stored height.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Whether the stored picture is the mirror image of the upright one.
  public var isMirrored: Bool {
    switch self {
    case .up, .down, .left, .right: false
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    }
  }

  /// The clockwise turn that makes the stored picture stand upright: 0, 90, 180 or 270. A mirrored picture is mirrored
  /// left to right first, then turned.
  public var clockwiseDegrees: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 90
    case .down, .downMirrored: 180
    case .left, .leftMirrored: 270
    }
  }

  /// The orientation of pixels that stand upright after mirroring (if `isMirrored`) and a clockwise turn by `degrees`;
  /// `nil` unless `degrees` is a multiple of 90.
  public init?(clockwiseDegrees degrees: Int, isMirrored: Bool = false) {
    guard degrees.isMultiple(of: 90) else { return nil }
    let turn = ((degrees % 360) + 360) % 360
    guard let match = Self.allCases.first(where: { $0.clockwiseDegrees == turn && $0.isMirrored == isMirrored }) else {
      return nil
    }
    self = match
  }
}
