import MediaPipeTasksVision

/// Counts hands in a picture of one colour: enough to see that the model is read and run.
public struct HandReader {
  private let landmarker: HandLandmarker

  /// Reads the model.
  public init(modelPath: String) throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.numHands = 2
    landmarker = try HandLandmarker(options: options)
  }

  /// Hands in a grey picture: none.
  public func handsInGreyPicture(width: Int, height: Int) throws -> Int {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
    guard let buffer else { return 0 }
    CVPixelBufferLockBaseAddress(buffer, [])
    if let base = CVPixelBufferGetBaseAddress(buffer) { memset(base, 128, CVPixelBufferGetDataSize(buffer)) }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    return try landmarker.detect(image: MPImage(pixelBuffer: buffer)).landmarks.count
  }
}
