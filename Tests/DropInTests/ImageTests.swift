import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

struct ImageTests {
  private static let burger = (width: 480, height: 325)

  private static func plainImage(orientation: UIImage.Orientation = .up, scale: CGFloat = 1) throws -> UIImage {
    let data = Data(count: burger.width * burger.height * 4)
    let cgImage = try #require(
      CGImage(
        width: burger.width, height: burger.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: burger.width * 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
        provider: opaque(data), decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    return UIImage(cgImage: cgImage, scale: scale, orientation: orientation)
  }

  /// Conformance 2.5.
  @Test func anImageTellsItsSourceSizeAndOrientation() throws {
    let image = try Self.plainImage()
    let fromImage = try MPImage(uiImage: image, orientation: .right)
    #expect(fromImage.imageSourceType == .image && fromImage.orientation == .right)
    #expect(fromImage.width == 480 && fromImage.height == 325)
    #expect(fromImage.image === image && fromImage.pixelBuffer == nil && fromImage.sampleBuffer == nil)
    #expect(try MPImage(uiImage: image).orientation == .up)

    let buffer = try emptyBuffer(width: 480, height: 325)
    let fromBuffer = try MPImage(pixelBuffer: buffer, orientation: .left)
    #expect(fromBuffer.imageSourceType == .pixelBuffer && fromBuffer.orientation == .left)
    #expect(fromBuffer.width == 480 && fromBuffer.height == 325)
    #expect(fromBuffer.pixelBuffer === buffer && fromBuffer.image == nil && fromBuffer.sampleBuffer == nil)
    #expect(try MPImage(pixelBuffer: buffer).orientation == .up)

    let sample = try sampleBuffer(buffer)
    let fromSample = try MPImage(sampleBuffer: sample, orientation: .down)
    #expect(fromSample.imageSourceType == .sampleBuffer && fromSample.orientation == .down)
    #expect(fromSample.width == 480 && fromSample.height == 325)
    #expect(fromSample.sampleBuffer === sample && fromSample.image == nil && fromSample.pixelBuffer == nil)
    #expect(try MPImage(sampleBuffer: sample).orientation == .up)
  }

  @Test func aUIImagesOwnOrientationIsTakenOverAndTurnsItsSize() throws {
    let turned = try MPImage(uiImage: Self.plainImage(orientation: .left, scale: 2))
    #expect(turned.orientation == .left)
    #expect(turned.width == 325 && turned.height == 480)
    #expect(try MPImage(uiImage: Self.plainImage(orientation: .left), orientation: .up).orientation == .up)
  }

  @Test func imagesWithoutPixelsAreRefused() throws {
    try expectError(
      .invalidArgumentError, "Image does not have a valid underlying CGImage. image.CGImage must be non nil."
    ) { _ = try MPImage(uiImage: UIImage()) }
    let sample = try sampleBuffer(emptyBuffer(width: 4, height: 4))
    try sample.invalidate()
    try expectError(
      .invalidArgumentError, "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return true."
    ) { _ = try MPImage(sampleBuffer: sample) }
    let sound = CMSampleBuffer(sampleTiming: CMSampleTimingInfo())
    let error = try thrownError { _ = try MPImage(sampleBuffer: sound) }
    #expect(error.code == 3 && error.domain == "com.google.mediapipe.tasks")
  }

  @Test(.enabled(if: hasModels, needsModels))
  func otherPixelFormatsAreRefusedWhenUsed() throws {
    let task = try HandLandmarker(modelPath: modelPath("hand_landmarker"))
    for format in [
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_24RGB, kCVPixelFormatType_32RGBA,
      kCVPixelFormatType_OneComponent8,
    ] {
      let image = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64, format: format))
      try expectError(
        .invalidArgumentError,
        "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or kCVPixelFormatType_OneComponent32Float"
      ) { _ = try task.detect(image: image) }
    }
    let mask = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64, format: kCVPixelFormatType_OneComponent32Float))
    #expect(try thrownError { _ = try task.detect(image: mask) }.code == 3)
  }

  @Test(
    .enabled(if: hasModels, needsModels),
    arguments: [UIImage.Orientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
  func mirroredOrientationsAreRefusedWhenUsed(orientation: UIImage.Orientation) throws {
    let task = try HandLandmarker(modelPath: modelPath("hand_landmarker"))
    let image = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64), orientation: orientation)
    try expectError(
      .invalidArgumentError,
      "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored orientations "
        + "(`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,`UIImageOrientationLeftMirrored`,"
        + "`UIImageOrientationRightMirrored`)"
    ) { _ = try task.detect(image: image) }
  }

  @Test func anUnreadableFileIsNoImage() {
    #expect(UIImage(contentsOfFile: "/nowhere/at/all.jpg") == nil)
    #expect(UIImage(data: Data([1, 2, 3])) == nil)
    #expect(UIImage(data: Data()) == nil)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func anOrientationInTheFileBecomesTheImages() throws {
    let six = try uiImage("fmt_exif6.jpg")
    #expect(six.imageOrientation == .right)
    #expect(try uiImage("fmt_exif3.jpg").imageOrientation == .down)
    #expect(try uiImage("hand_thumbs_up.jpg").imageOrientation == .up)
    #expect(six.cgImage?.width == 419 && six.size.height == 419)
  }
}
