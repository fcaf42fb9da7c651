import Foundation
import MLImage
import MLKit
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

// That this file compiles is most of the test: the signatures are those of `api.md` A and B, spelled as types.

private func signatures() {
  // Tasks.
  let _: (HandLandmarker) -> (MPImage) throws -> HandLandmarkerResult = { $0.detect(image:) }
  let _: (HandLandmarker) -> (MPImage, Int) throws -> HandLandmarkerResult = { $0.detect(videoFrame:timestampInMilliseconds:) }
  let _: (HandLandmarker) -> (MPImage, Int) throws -> Void = { $0.detectAsync(image:timestampInMilliseconds:) }
  let _: (GestureRecognizer) -> (MPImage) throws -> GestureRecognizerResult = { $0.recognize(image:) }
  let _: (GestureRecognizer) -> (MPImage, Int) throws -> GestureRecognizerResult = {
    $0.recognize(videoFrame:timestampInMilliseconds:)
  }
  let _: (GestureRecognizer) -> (MPImage, Int) throws -> Void = { $0.recognizeAsync(image:timestampInMilliseconds:) }
  let _: (FaceLandmarker) -> (MPImage) throws -> FaceLandmarkerResult = { $0.detect(image:) }
  let _: (FaceLandmarker) -> (MPImage, Int) throws -> FaceLandmarkerResult = { $0.detect(videoFrame:timestampInMilliseconds:) }
  let _: (FaceLandmarker) -> (MPImage, Int) throws -> Void = { $0.detectAsync(image:timestampInMilliseconds:) }
  let _: (PoseLandmarker) -> (MPImage) throws -> PoseLandmarkerResult = { $0.detect(image:) }
  let _: (PoseLandmarker) -> (MPImage, Int) throws -> PoseLandmarkerResult = { $0.detect(videoFrame:timestampInMilliseconds:) }
  let _: (PoseLandmarker) -> (MPImage, Int) throws -> Void = { $0.detectAsync(image:timestampInMilliseconds:) }
  let _: (String) throws -> HandLandmarker = HandLandmarker.init(modelPath:)
  let _: (HandLandmarkerOptions) throws -> HandLandmarker = HandLandmarker.init(options:)
  let _: (GestureRecognizerOptions) throws -> GestureRecognizer = GestureRecognizer.init(options:)
  let _: (FaceLandmarkerOptions) throws -> FaceLandmarker = FaceLandmarker.init(options:)
  let _: (PoseLandmarkerOptions) throws -> PoseLandmarker = PoseLandmarker.init(options:)

  // Pictures.
  let _: (UIImage) throws -> MPImage = MPImage.init(uiImage:)
  let _: (UIImage, UIImage.Orientation) throws -> MPImage = MPImage.init(uiImage:orientation:)
  let _: (CVPixelBuffer) throws -> MPImage = MPImage.init(pixelBuffer:)
  let _: (CVPixelBuffer, UIImage.Orientation) throws -> MPImage = MPImage.init(pixelBuffer:orientation:)
  let _: (CMSampleBuffer) throws -> MPImage = MPImage.init(sampleBuffer:)
  let _: (CMSampleBuffer, UIImage.Orientation) throws -> MPImage = MPImage.init(sampleBuffer:orientation:)

  // Containers.
  let _: (UInt, UInt) -> Connection = Connection.init(start:end:)
  let _: (Float, Float, Float, NSNumber?, NSNumber?) -> Landmark = Landmark.init(x:y:z:visibility:presence:)
  let _: (Int, Float, String?, String?) -> ResultCategory = ResultCategory.init(index:score:categoryName:displayName:)
  let _: (UnsafePointer<UInt8>, Int, Int, Bool) -> Mask? = Mask.init(uInt8Data:width:height:shouldCopy:)
  let _: (UnsafePointer<Float>, Int, Int, Bool) -> Mask? = Mask.init(float32Data:width:height:shouldCopy:)
  let _: (UnsafePointer<Float>, Int, Int) -> TransformMatrix = TransformMatrix.init(data:rows:columns:)
  let _: KeyPath<TransformMatrix, UnsafeMutablePointer<Float>> = \.data
  let _: KeyPath<TransformMatrix, UInt> = \.rows
  let _: KeyPath<MPImage, CGFloat> = \.width
  let _: ReferenceWritableKeyPath<BaseOptions, String> = \.modelAssetPath
  let _: ReferenceWritableKeyPath<HandLandmarkerOptions, Int> = \.numHands
  let _: ReferenceWritableKeyPath<ClassifierOptions, [String]?> = \.categoryAllowlist

  // ML Kit.
  let _: (PoseDetector) -> (any MLKitCompatibleImage) throws -> [Pose] = { $0.results(in:) }
  let _: (CommonPoseDetectorOptions) -> PoseDetector = PoseDetector.poseDetector(options:)
  let _: (Pose) -> (PoseLandmarkType) -> MLKit.PoseLandmark = { $0.landmark(ofType:) }
  let _: (UIImage) -> VisionImage = VisionImage.init(image:)
  let _: (CMSampleBuffer) -> VisionImage = VisionImage.init(buffer:)
  let _: (UIImage) -> MLImage? = MLImage.init(image:)
  let _: KeyPath<Vision3DPoint, CGFloat> = \.z
  let _: PoseDetectionCallback = { (_: [Pose]?, _: (any Error)?) in }
}

// Classes are open, and the delegates of hands and gestures need no method.
private final class MyLandmarker: HandLandmarker {
  override func detect(image: MPImage) throws -> HandLandmarkerResult { try super.detect(image: image) }
}
private final class MyOptions: FaceLandmarkerOptions {}
private final class MyResult: PoseLandmarkerResult {}
private final class MyImage: MPImage {}
private final class MyLandmark: NormalizedLandmark {}
private final class MyDetectorOptions: PoseDetectorOptions {}
private final class Silent: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate {}

struct SurfaceTests {
  @Test func classesAreOpenAndOptionsWithoutArguments() {
    signatures()
    #expect(MyOptions().numFaces == 1 && MyDetectorOptions().detectorMode == .stream)
    #expect((MyOptions().copy() as? FaceLandmarkerOptions)?.numFaces == 1)
    #expect(MyLandmark(x: 1, y: 0, z: 0, visibility: nil, presence: nil).x == 1)
  }

  /// What does not exist with the originals must not exist here: code would compile that does not on iOS.
  @Test func whatTheOriginalsLackDoesNotCompile() throws {
    let snippets = [
      "HandLandmarker()", "GestureRecognizer()", "FaceLandmarker()", "PoseLandmarker()", "MPImage()", "Mask()",
      "TransformMatrix()", "HandLandmarkerResult()", "Landmark()", "FaceLandmarkerResult(timestampInMilliseconds: 0)",
      "PoseLandmarkerResult(timestampInMilliseconds: 0)", "Delegate.cpu", "MaskDataType.UInt8",
      "FaceLandmarker.lipsConnections[0]",
      "HandLandmarker.handConnections()", "Category(index: 0, score: 0, categoryName: nil, displayName: nil)", "VisionImage()",
      "Pose()", "PoseDetector()", "CommonPoseDetectorOptions()", "VisionPoint()",
      "PoseDetectorOptions().preferredHardwareConfigs",
      "{ class D: NSObject, FaceLandmarkerLiveStreamDelegate {} }",
      "{ class D: NSObject, PoseLandmarkerLiveStreamDelegate {} }",
    ]
    // One file, one snippet a line: the compiler then reports all of them. Two lines of imports come first.
    let lines = snippets.enumerated().map { index, snippet in "func lacking\(index)() { _ = \(snippet) }" }
    let text = (["import MediaPipeTasksVision", "import MLKit"] + lines).joined(separator: "\n") + "\n"
    let compiler = try Compiler()
    defer { compiler.remove() }
    let files = try compiler.write([SeedSource(name: "Lacking", text: text)])
    let (_, messages) = try compiler.swiftc(
      ["-typecheck", "-swift-version", "5", "-parse-as-library"] + Compiler.searchFlags() + files)
    let refused = messages.split(separator: "\n").filter { $0.contains(": error: ") }
    for (index, snippet) in snippets.enumerated() {
      #expect(refused.contains { $0.contains("Lacking.swift:\(index + 3):") }, "\(snippet) compiles")
    }
    #expect(!refused.contains { $0.contains("Lacking.swift:1:") || $0.contains("Lacking.swift:2:") }, "the imports are good")
  }
}
