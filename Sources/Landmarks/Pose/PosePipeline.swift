import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat
import Tracking

/// One body, with its mask if it was asked for.
struct FoundPose {
  var pose: DecodedPose
  /// Probability per pixel of what was looked at, row by row.
  var mask: [Float]?
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

  func detectedRegions(in scene: Scene) throws(LandmarkError) -> [NormalizedRegion] {
    guard let raw = try detector.rawDetections(in: scene, minimumScore: options.minPoseDetectionConfidence) else { return [] }
    return raw.found.map { detection in
      // The original only takes the letterbox away, which is wrong for a turned frame; with the frame upright both
      // ways agree up to rounding, and its way is kept for the bits. Source: `pipelines.md` section 3.4.
      let inPicture =
        scene.frame.rotationRadians == 0
        ? detection.removingLetterbox(raw.prepared.letterbox) : detection.projected(by: raw.prepared.projection)
      return inPicture.poseRegion(in: scene.size)
    }
  }

  func subject(in scene: Scene, region: NormalizedRegion) throws(LandmarkError) -> FoundPose? {
    guard let prepared = try network.setInput(to: region, of: scene.view, by: preparer) else { return nil }
    network.run()
    let presence = network.output(Self.presence)[0]
    guard presence > options.minPosePresenceConfidence else { return nil }
    let pose = try PoseDecoder.decode(
      landmarks: network.output(Self.landmarks), heatmap: network.output(Self.heatmap),
      worldLandmarks: network.output(Self.world), presence: presence, region: region)
    var mask: [Float]?
    if options.outputSegmentationMasks {
      mask = try MaskWarp.mask(
        network.output(Self.mask), map: prepared.projection, size: scene.size, precision: options.precision)
    }
    return FoundPose(pose: pose, mask: mask)
  }

  func keptIndices(of subjects: [FoundPose], in size: ImageSize, isStream: Bool) -> [Int] {
    // Single pictures of `.mediaPipe` keep the original's twins, as its numbers are promised; in a stream a twin would
    // take a second track of the same person.
    guard isStream || options.precision == .corrected else { return Array(subjects.indices) }
    return PoseDuplicates.keptIndices(of: subjects.map(\.pose.landmarks), in: size)
  }

  func nextRegion(of subject: FoundPose, in size: ImageSize) -> NormalizedRegion { subject.pose.nextRegion(in: size) }

  func observation(of subject: FoundPose, in size: ImageSize) -> IdentityTracker.Observation {
    // The torso: arms and legs make the box of the whole body jump. Bent towards the camera it is short, though.
    var torso = IdentityTracker.Observation([11, 12, 23, 24].map { subject.pose.landmarks[$0] }, in: size)
    torso.sizePixels = max(torso.sizePixels, IdentityTracker.Observation(subject.pose.landmarks, in: size).sizePixels * 0.4)
    return torso
  }
}
