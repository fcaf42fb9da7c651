import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat
import Tracking

/// One body, with its mask if it was asked for.
struct FoundPose {
  var pose = DecodedPose()
  /// The network's mask and where the picture's pixels lie in it.
  var mask: [Float] = []
  var maskPlaces: MaskWarp.Places?
}

/// Which outputs of the landmark network are computed.
package enum PoseOutputs {
  /// The mask comes last, so that the others stay when it is left out.
  package static func used(withMask: Bool) -> [Int] { withMask ? [0, 1, 3, 4, 2] : [0, 1, 3, 4] }
}

/// Pose detector and landmark network of `pose_landmarker_….task`. Not thread-safe: the task's lock guards it.
/// Source: MediaPipe, `pipelines.md` sections 1.5 and 14.
final class PosePipeline: SubjectPipeline {
  private let detector: SubjectDetector
  private let network: TaskNetwork
  private let preparer: ImagePreparer
  private let options: PoseLandmarkerOptions
  private var maskWarp = MaskWarp()
  private var partMask: [Float] = []

  let association = Association.newerWins
  let limitsDetectionsBeforeAssociation = false

  static let contract = NetworkContract(
    entry: "pose_landmarks_detector.tflite", input: [1, PoseDecoder.inputSize, PoseDecoder.inputSize, 3],
    outputs: [[1, 195], [1, 1], [1, MaskWarp.side, MaskWarp.side, 1], [1, 64, 64, PoseDecoder.rawLandmarkCount], [1, 117]])

  // Positions among the outputs that are used, see ``PoseOutputs``.
  private static let landmarks = 0, presence = 1, heatmap = 2, world = 3, mask = 4

  init(networks: BundleNetworks, options: PoseLandmarkerOptions, team: ThreadTeam) throws(LandmarkError) {
    let outputs = PoseOutputs.used(withMask: options.outputSegmentationMasks)
    let decoder = DetectorDecoder.pose
    let detection = SubjectDetector.contract(entry: "pose_detector.tflite", decoder: decoder)
    networks.prepare([(detection, nil), (Self.contract, outputs)])
    detector = try SubjectDetector(
      detection, decoder: decoder, range: -1...1, precision: options.precision, networks: networks, team: team)
    network = try TaskNetwork(Self.contract, in: networks, usedOutputs: outputs, team: team)
    let side = PoseDecoder.inputSize
    preparer = ImagePreparer(
      width: side, height: side, keepsAspect: false, border: .replicate, range: 0...1, precision: options.precision)
    self.options = options
  }

  func warmUp() {
    detector.warmUp()
    network.run()
  }

  func prepareLanes(_ count: Int) { network.prepareLanes(count) }

  func detect(in scene: Scene, lane: Int?, into regions: inout [NormalizedRegion]) throws(LandmarkError) {
    try detector.detect(in: scene, lane: lane, minimumScore: options.minPoseDetectionConfidence, into: &regions) {
      detection, prepared in
      // The original only takes the letterbox away, which is wrong for a turned frame; with the frame upright both
      // ways agree up to rounding, and its way is kept for the bits. Source: `pipelines.md` section 3.4.
      let inPicture =
        scene.frame.rotationRadians == 0
        ? detection.removingLetterbox(prepared.letterbox) : detection.projected(by: prepared.projection)
      return inPicture.poseRegion(in: scene.size)
    }
  }

  func makeSubject() -> FoundPose { FoundPose() }

  func find(
    in scene: Scene, region: NormalizedRegion, lane: Int?, into found: inout FoundPose
  ) throws(LandmarkError) -> Bool {
    let network = network[lane]
    guard let prepared = try network.setInput(to: region, of: scene.view, by: preparer) else { return false }
    network.run()
    let presence = network.output(Self.presence)[0]
    guard presence > options.minPosePresenceConfidence else { return false }
    try PoseDecoder.decode(
      landmarks: network.output(Self.landmarks), heatmap: network.output(Self.heatmap),
      worldLandmarks: network.output(Self.world), presence: presence, region: region, into: &found.pose)
    if options.outputSegmentationMasks {
      try MaskWarp.read(network.output(Self.mask), into: &found.mask)
      found.maskPlaces = try MaskWarp.Places(prepared.projection, size: scene.size, precision: options.precision)
    }
    return true
  }

  func areSame(_ a: FoundPose, _ b: FoundPose, in size: ImageSize, isStream: Bool) -> Bool {
    // Single pictures of `.mediaPipe` keep the original's twins, as its numbers are promised; in a stream a twin would
    // take a second track of the same person.
    guard isStream || options.precision == .corrected else { return false }
    return PoseDuplicates.coincide(a.pose.landmarks, b.pose.landmarks, in: size)
  }

  func nextRegion(of found: FoundPose, in size: ImageSize) -> NormalizedRegion { found.pose.nextRegion(in: size) }

  func observation(of found: FoundPose, in size: ImageSize) -> IdentityTracker.Observation {
    // The torso: arms and legs make the box of the whole body jump. Bent towards the camera it is short, though.
    let landmarks = found.pose.landmarks
    var torso = IdentityTracker.Observation(Self.torso.lazy.map { landmarks[$0] }, in: size)
    torso.sizePixels = max(torso.sizePixels, IdentityTracker.Observation(landmarks, in: size).sizePixels * 0.4)
    return torso
  }

  /// Shoulders and hips.
  private static let torso = [11, 12, 23, 24]

  func steady(_ found: inout FoundPose, with smoother: inout StreamSmoother, at sight: StreamSmoother.Sight) {
    // The size of the unsmoothed next region. Source: MediaPipe, `pipelines.md` section 7.2.
    let region = found.pose.nextRegion(in: sight.size)
    let scale = (region.width * Float(sight.size.width) + region.height * Float(sight.size.height)) / 2
    smoother.smooth(&found.pose.landmarks, &found.pose.worldLandmarks, at: sight, objectScalePixels: scale)
  }

  /// The masks of a frame over the stored picture, if they were asked for.
  func masks(of frame: FoundFrame<FoundPose>) -> [SegmentationMask] {
    var masks: [SegmentationMask] = []
    guard options.outputSegmentationMasks else { return masks }
    masks.reserveCapacity(frame.subjects.count)
    let size = frame.scene.size
    for item in frame.subjects {
      let found = item.subject
      guard let places = found.maskPlaces else { continue }
      if frame.viewpoint.isWholePicture {
        let values = maskWarp.mask(found.mask, places, size: size)
        masks.append(SegmentationMask(width: size.width, height: size.height, values: values))
      } else {
        maskWarp.mask(found.mask, places, size: size, into: &partMask)
        masks.append(frame.viewpoint.stored(mask: partMask))
      }
    }
    return masks
  }
}
