import Tracking

/// Steadies the landmarks of all subjects of a stream by the task's option. Not thread-safe.
struct StreamSmoother {
  /// What the original does for a task when at most one subject is asked for.
  enum OriginalRule {
    /// Nothing (hands).
    case none
    /// Landmarks in the picture (faces).
    case image
    /// Visibilities, then landmarks in the picture and in metres (poses).
    case imageAndWorld
  }

  private enum Mode {
    case off
    /// One set of filters for the only subject, whoever it is.
    case original(world: Bool)
    /// One set per track.
    case perTrack(OneEuroParameters)
  }

  private let mode: Mode
  private let precision: Precision
  private var only = SubjectFilters()
  private var byTrack: [Int: SubjectFilters] = [:]

  init(_ smoothing: Smoothing, rule: OriginalRule, maximumCount: Int, precision: Precision) {
    self.precision = precision
    switch smoothing {
    case .off: mode = .off
    case .oneEuro(let parameters): mode = .perTrack(parameters)
    case .mediaPipe:
      // Source: MediaPipe, `pipelines.md` section 7.2: only with a limit of one subject.
      switch rule {
      case .image where maximumCount == 1: mode = .original(world: false)
      case .imageAndWorld where maximumCount == 1: mode = .original(world: true)
      default: mode = .off
      }
    }
  }

  mutating func reset() {
    only = SubjectFilters()
    byTrack = [:]
  }

  /// Filters the landmarks of one subject in place.
  ///
  /// - Parameter objectScalePixels: Size of the subject in pixels.
  mutating func smooth(
    _ landmarks: inout [NormalizedLandmark], _ world: inout [WorldLandmark], trackID: Int, in size: ImageSize,
    objectScalePixels: Float, timestampMilliseconds: Int
  ) {
    switch mode {
    case .off: return
    case .original(let filtersWorld):
      if filtersWorld { only.steadyVisibilities(&landmarks, &world) }
      only.steadyImage(&landmarks, .mediaPipeImage, size, objectScalePixels, timestampMilliseconds)
      if filtersWorld { only.steadyWorld(&world, .mediaPipeWorld, timestampMilliseconds) }
    case .perTrack(let parameters):
      var filters = byTrack[trackID] ?? SubjectFilters()
      filters.steadyImage(&landmarks, parameters, size, objectScalePixels, timestampMilliseconds)
      if !world.isEmpty { filters.steadyWorld(&world, parameters, timestampMilliseconds) }
      byTrack[trackID] = filters
    }
  }

  /// Ends a frame in which the tracks of `seen` were in view.
  mutating func endFrame(seen: [Int]) {
    byTrack = byTrack.filter { seen.contains($0.key) }
    guard seen.isEmpty else { return }
    // The original forgets the filters of the landmarks in the picture only; corrected, it forgets all of them.
    // Source: MediaPipe, `pipelines.md` section 7.2, loss of the object.
    if precision == .mediaPipe { only.image = nil } else { only = SubjectFilters() }
  }
}

/// The filters of one subject.
private struct SubjectFilters {
  var image: LandmarkSmoother?
  var world: LandmarkSmoother?
  private var imageVisibility = VisibilitySmoother()
  private var worldVisibility = VisibilitySmoother()

  init() {}

  mutating func steadyImage(
    _ landmarks: inout [NormalizedLandmark], _ parameters: OneEuroParameters, _ size: ImageSize, _ objectScalePixels: Float,
    _ timestampMilliseconds: Int
  ) {
    var smoother = image ?? LandmarkSmoother(parameters: parameters)
    landmarks = smoother.apply(
      landmarks, in: size, objectScalePixels: objectScalePixels, timestampMilliseconds: timestampMilliseconds)
    image = smoother
  }

  mutating func steadyWorld(
    _ landmarks: inout [WorldLandmark], _ parameters: OneEuroParameters, _ timestampMilliseconds: Int
  ) {
    var smoother = world ?? LandmarkSmoother(parameters: parameters)
    landmarks = smoother.apply(landmarks, timestampMilliseconds: timestampMilliseconds)
    world = smoother
  }

  mutating func steadyVisibilities(_ landmarks: inout [NormalizedLandmark], _ world: inout [WorldLandmark]) {
    for (index, visibility) in imageVisibility.apply(landmarks.map(\.visibility)).enumerated() {
      landmarks[index].visibility = visibility
    }
    for (index, visibility) in worldVisibility.apply(world.map(\.visibility)).enumerated() {
      world[index].visibility = visibility
    }
  }
}
