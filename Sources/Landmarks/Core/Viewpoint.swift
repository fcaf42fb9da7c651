import ImagePrep

/// A picture as a task looks at it: cut out, not mirrored, with the frame region that makes it stand upright. Results
/// found in it are mapped back to the stored picture.
struct Viewpoint {
  /// The stored pixels, or their mirror image.
  private let image: Image
  /// The part looked at, in whole pixels of `image`.
  private let crop: PixelRectangle
  private let isMirrored: Bool
  private let storedSize: ImageSize
  /// The part looked at as an upright region of itself.
  let frame: NormalizedRegion

  /// Size of the part looked at.
  var size: ImageSize { ImageSize(width: crop.width, height: crop.height) }

  /// Whether coordinates of the part are those of the stored picture.
  var isWholePicture: Bool { !isMirrored && size == storedSize }

  /// Pixels of pictures that have to be converted before they can be looked at, kept from frame to frame.
  struct Memory {
    fileprivate var converted: [UInt8] = []
    fileprivate var mirrored: [UInt8] = []
  }

  init(
    _ picture: Image, _ processing: ImageProcessingOptions, using memory: inout Memory
  ) throws(LandmarkError) {
    storedSize = picture.size
    var crop = try PixelRectangle(processing.regionOfInterest, in: picture.size)
    isMirrored = processing.orientation.isMirrored
    // Pictures with two planes cannot be sampled directly.
    let readable = picture.format.hasChromaPlane ? try picture.convertedToRGB(in: &memory.converted) : picture
    if isMirrored {
      image = try readable.turnedUpright(from: .upMirrored, in: &memory.mirrored)
      crop.x = picture.size.width - crop.x - crop.width
    } else {
      image = readable
    }
    self.crop = crop
    frame = try NormalizedRegion.frame(
      of: ImageSize(width: crop.width, height: crop.height), rotationDegrees: processing.orientation.clockwiseDegrees)
  }

  /// Calls `body` with the pixels of the part looked at.
  func withScene<Result>(_ body: (Scene) throws(LandmarkError) -> Result) throws(LandmarkError) -> Result {
    try image.withPixelView { (view) throws(LandmarkError) -> Result in
      let offset = crop.y * view.bytesPerRow + crop.x * view.format.bytesPerPixel
      return try body(
        Scene(
          view: PixelView(size: size, format: view.format, base: view.base + offset, bytesPerRow: view.bytesPerRow), frame: frame)
      )
    }
  }

  // MARK: Back to the stored picture

  // All of these are new arrays, even where nothing changes: what they are made of is filled again in the next frame.

  /// Landmarks of the part as landmarks of the stored picture; z keeps the scale of x.
  func stored(_ landmarks: [NormalizedLandmark]) -> [NormalizedLandmark] {
    guard !isWholePicture else { return landmarks.map { $0 } }
    let width = Float(storedSize.width)
    let height = Float(storedSize.height)
    let partWidth = Float(crop.width)
    let partHeight = Float(crop.height)
    return landmarks.map { landmark in
      var result = landmark
      let x = (landmark.x * partWidth + Float(crop.x)) / width
      result.x = isMirrored ? 1 - x : x
      result.y = (landmark.y * partHeight + Float(crop.y)) / height
      result.z = landmark.z * partWidth / width
      return result
    }
  }

  /// World landmarks with the x axis of the stored picture.
  func stored(_ landmarks: [WorldLandmark]) -> [WorldLandmark] {
    guard isMirrored else { return landmarks.map { $0 } }
    return landmarks.map { landmark in
      var result = landmark
      result.x = -landmark.x
      return result
    }
  }

  /// The values of the part's mask as a mask of the stored picture, 0 outside the part.
  func stored(mask: [Float]) -> SegmentationMask {
    var values = Array(repeating: Float(0), count: storedSize.width * storedSize.height)
    for row in 0..<crop.height {
      for column in 0..<crop.width {
        let x = crop.x + column
        let storedColumn = isMirrored ? storedSize.width - 1 - x : x
        values[(crop.y + row) * storedSize.width + storedColumn] = mask[row * crop.width + column]
      }
    }
    return SegmentationMask(width: storedSize.width, height: storedSize.height, values: values)
  }
}

/// Pixels and upright frame that one frame's stages work on; valid only inside ``Viewpoint/withScene(_:)``.
struct Scene {
  let view: PixelView
  let frame: NormalizedRegion

  var size: ImageSize { view.size }
}

/// An upright rectangle of whole pixels inside a picture.
struct PixelRectangle: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The pixels whose edges are nearest to those of `rectangle`, at least one; the whole picture for `nil`.
  /// - Throws: `invalidArgument` if the rectangle has no area or reaches outside the picture.
  init(_ rectangle: NormalizedRectangle?, in size: ImageSize) throws(LandmarkError) {
    guard let rectangle else {
      (x, y, width, height) = (0, 0, size.width, size.height)
      return
    }
    let right = rectangle.x + rectangle.width
    let bottom = rectangle.y + rectangle.height
    // Not-a-number fails the comparisons too. A little more than 1 is what 0.3 + 0.7 may come to.
    let limit: Float = 1 + 1e-6
    guard rectangle.x >= 0, rectangle.y >= 0, rectangle.width > 0, rectangle.height > 0, right <= limit, bottom <= limit else {
      throw LandmarkError(
        .invalidArgument,
        "regionOfInterest (\(rectangle.x), \(rectangle.y), \(rectangle.width), \(rectangle.height)) is not inside the picture.",
        remedy: "Pass x, y, width, height as fractions of the picture, with positive sizes and x + width, y + height up to 1.")
    }
    func edges(_ low: Float, _ high: Float, _ count: Int) -> (Int, Int) {
      let first = min(Int((Double(low) * Double(count)).rounded()), count - 1)
      let end = min(max(Int((Double(high) * Double(count)).rounded()), first + 1), count)
      return (first, end - first)
    }
    (x, width) = edges(rectangle.x, right, size.width)
    (y, height) = edges(rectangle.y, bottom, size.height)
  }
}
