import Tracking

/// Steadies the subjects of a stream by the task's options. Not thread-safe.
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

  /// Whom a frame shows, and when.
  struct Sight {
    let trackID: Int
    /// Size of the picture.
    let size: ImageSize
    let timestampMilliseconds: Int
  }

  private enum Mode {
    case off
    /// One set of filters for the only subject, whoever it is.
    case original(world: Bool)
    /// One set per track.
    case perTrack(OneEuroParameters)
  }

  private struct Track {
    let id: Int
    var filters = SubjectFilters()
  }

  private let mode: Mode
  private let precision: Precision
  private let smoothsHandedness: Bool
  private var only = SubjectFilters()
  private var tracks: [Track] = []
  private var sides = HandednessSmoother()

  init(_ stream: StreamOptions, rule: OriginalRule, maximumCount: Int, precision: Precision) {
    self.precision = precision
    smoothsHandedness = stream.smoothsHandedness
    switch stream.smoothing {
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
    tracks = []
    sides = HandednessSmoother()
  }

  /// Filters the landmarks of one subject in place.
  ///
  /// - Parameter objectScalePixels: Size of the subject in pixels.
  mutating func smooth(
    _ landmarks: inout [NormalizedLandmark], _ world: inout [WorldLandmark], at sight: Sight, objectScalePixels: Float
  ) {
    switch mode {
    case .off: return
    case .original(let filtersWorld):
      if filtersWorld { only.steadyVisibilities(&landmarks, &world) }
      only.steadyImage(&landmarks, .mediaPipeImage, sight, objectScalePixels)
      if filtersWorld { only.steadyWorld(&world, .mediaPipeWorld, sight) }
    case .perTrack(let parameters):
      let index = index(of: sight.trackID)
      tracks[index].filters.steadyImage(&landmarks, parameters, sight, objectScalePixels)
      if !world.isEmpty { tracks[index].filters.steadyWorld(&world, parameters, sight) }
    }
  }

  /// The probability that a hand is a right one, averaged over its track if the options say so.
  mutating func smoothRightHandScore(_ score: Float, at sight: Sight) -> Float {
    smoothsHandedness ? sides.add(score, trackID: sight.trackID) : score
  }

  /// Ends a frame in which the tracks of `seen` were in view.
  mutating func endFrame(seen: [Int]) {
    tracks.removeAll { !seen.contains($0.id) }
    sides.endFrame(seen: seen)
    guard seen.isEmpty else { return }
    // The original forgets the filters of the landmarks in the picture only; corrected, it forgets all of them.
    // Source: MediaPipe, `pipelines.md` section 7.2, loss of the object.
    if precision == .mediaPipe { only.image = nil } else { only = SubjectFilters() }
  }

  private mutating func index(of trackID: Int) -> Int {
    if let index = tracks.firstIndex(where: { $0.id == trackID }) { return index }
    tracks.append(Track(id: trackID))
    return tracks.count - 1
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
    _ landmarks: inout [NormalizedLandmark], _ parameters: OneEuroParameters, _ sight: StreamSmoother.Sight,
    _ objectScalePixels: Float
  ) {
    if image == nil { image = LandmarkSmoother(parameters: parameters) }
    image?.apply(
      to: &landmarks, in: sight.size, objectScalePixels: objectScalePixels,
      timestampMilliseconds: sight.timestampMilliseconds)
  }

  mutating func steadyWorld(
    _ landmarks: inout [WorldLandmark], _ parameters: OneEuroParameters, _ sight: StreamSmoother.Sight
  ) {
    if world == nil { world = LandmarkSmoother(parameters: parameters) }
    world?.apply(to: &landmarks, timestampMilliseconds: sight.timestampMilliseconds)
  }

  mutating func steadyVisibilities(_ landmarks: inout [NormalizedLandmark], _ world: inout [WorldLandmark]) {
    for index in landmarks.indices {
      landmarks[index].visibility = imageVisibility.apply(landmarks[index].visibility, at: index, of: landmarks.count)
    }
    for index in world.indices {
      world[index].visibility = worldVisibility.apply(world[index].visibility, at: index, of: world.count)
    }
  }
}
