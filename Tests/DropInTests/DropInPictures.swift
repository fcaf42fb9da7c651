import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

func uiImage(_ name: String) throws -> UIImage { try #require(UIImage(contentsOfFile: corpusPath(name))) }

/// A BGRA buffer with the pixels of a picture.
func pixelBuffer(of image: UIImage, alpha: UInt8? = nil) throws -> CVPixelBuffer {
  let cgImage = try #require(image.cgImage)
  let bytes = [UInt8](try #require(cgImage.dataProvider?.data))
  var made: CVPixelBuffer?
  let status = CVPixelBufferCreate(nil, cgImage.width, cgImage.height, kCVPixelFormatType_32BGRA, nil, &made)
  try #require(status == kCVReturnSuccess)
  let buffer = try #require(made)
  let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
  let stride = CVPixelBufferGetBytesPerRow(buffer)
  for y in 0..<cgImage.height {
    for x in 0..<cgImage.width {
      let source = y * cgImage.bytesPerRow + 4 * x
      let pixel = base + y * stride + 4 * x
      pixel[0] = bytes[source + 2]
      pixel[1] = bytes[source + 1]
      pixel[2] = bytes[source]
      pixel[3] = alpha ?? bytes[source + 3]
    }
  }
  return buffer
}

func emptyBuffer(width: Int, height: Int, format: OSType = kCVPixelFormatType_32BGRA) throws -> CVPixelBuffer {
  var made: CVPixelBuffer?
  try #require(CVPixelBufferCreate(nil, width, height, format, nil, &made) == kCVReturnSuccess)
  return try #require(made)
}

func sampleBuffer(_ buffer: CVPixelBuffer, seconds: Double? = nil) throws -> CMSampleBuffer {
  var timing = CMSampleTimingInfo()
  if let seconds { timing.presentationTimeStamp = CMTime(value: Int64(seconds * 600), timescale: 600) }
  return try CMSampleBuffer(
    imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer), sampleTiming: timing)
}

/// The `NSError` that `body` throws.
func thrownError(_ body: () throws -> Void) throws -> NSError {
  do { try body() } catch { return error as NSError }
  throw NothingThrown()
}

struct NothingThrown: Error {}

func expectError(
  _ code: TasksErrorCode, _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws {
  let error = try thrownError(body)
  #expect(error.domain == "com.google.mediapipe.tasks", sourceLocation: sourceLocation)
  #expect(error.code == Int(code.rawValue), sourceLocation: sourceLocation)
  #expect(error.localizedDescription == text, sourceLocation: sourceLocation)
}

/// Coordinates of landmarks as plain numbers, for exact comparison.
func rows(_ landmarks: [[NormalizedLandmark]]) -> [[[Float]]] { landmarks.map { $0.map { [$0.x, $0.y, $0.z] } } }

/// A provider of bytes of which there is at least one.
func opaque(_ data: Data) throws -> CGDataProvider { try #require(CGDataProvider(data: data)) }
