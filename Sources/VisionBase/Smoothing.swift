/// How landmarks are steadied over the frames of a stream.
public enum Smoothing: Sendable, Hashable, Codable {
  /// Landmarks as the network gives them.
  case off
  /// What the original does: face and pose landmarks are filtered if at most one subject is asked for; hands and
  /// several subjects are not. Constants: MediaPipe, `pipelines.md` section 7.2.
  case mediaPipe
  /// A One-Euro filter with these constants on every landmark of every subject of every task, one per track.
  case oneEuro(OneEuroParameters)
}

/// Constants of the One-Euro filter (Casiez et al., 2012): a low-pass filter whose cutoff rises with speed.
public struct OneEuroParameters: Sendable, Hashable, Codable {
  /// Cutoff at rest in hertz, above 0: lower is steadier and slower.
  public var minCutoff: Float
  /// Rise of the cutoff with speed, at least 0; speed is in sizes of the subject (in metres for world landmarks) per
  /// second. Higher follows fast motion more closely.
  public var beta: Float
  /// Cutoff of the speed estimate in hertz, above 0.
  public var derivativeCutoff: Float

  /// Makes a set of constants; the tasks check them.
  public init(minCutoff: Float = 0.05, beta: Float = 80, derivativeCutoff: Float = 1) {
    self.minCutoff = minCutoff
    self.beta = beta
    self.derivativeCutoff = derivativeCutoff
  }

  /// The original's constants for landmarks in the picture of faces and poses.
  public static let mediaPipeImage = OneEuroParameters(minCutoff: 0.05, beta: 80, derivativeCutoff: 1)
  /// The original's constants for world landmarks of poses.
  public static let mediaPipeWorld = OneEuroParameters(minCutoff: 0.1, beta: 40, derivativeCutoff: 1)
}
