package import VisionBase

/// Gives every subject of a stream a number that stays with it: across crossings, because motion, size and handedness
/// are weighed for all subjects together, and across short disappearances, because a lost subject is remembered for a
/// while. A number is never given to a second subject.
///
/// Works on what the tasks report and changes none of it. Ours: the original has no identities in its results.
package struct IdentityTracker: Sendable {
  /// What identifies a subject in one frame.
  package struct Observation: Sendable, Hashable {
    /// Middle of the subject in pixels.
    package var center: ImagePoint
    /// Its size in pixels, for instance the longer side of its box.
    package var sizePixels: Float
    /// Probability that it is a right hand; `nil` for anything but hands.
    package var rightHandScore: Float?
    /// Number it had in the last frame if its region was followed from there.
    package var followedID: Int?

    package init(center: ImagePoint, sizePixels: Float, rightHandScore: Float? = nil, followedID: Int? = nil) {
      self.center = center
      self.sizePixels = sizePixels
      self.rightHandScore = rightHandScore
      self.followedID = followedID
    }
  }

  private struct Track: Sendable, Hashable {
    var id: Int
    var center: ImagePoint
    var sizePixels: Float
    /// Pixels per millisecond.
    var velocityX: Float = 0
    var velocityY: Float = 0
    var rightHandScore: Float?
    var lastSeenMilliseconds: Int

    /// Where it should be now if it kept its speed, for at most ``motionMilliseconds``.
    func expectedCenter(at milliseconds: Int) -> ImagePoint {
      let elapsed = Float(min(milliseconds - lastSeenMilliseconds, IdentityTracker.motionMilliseconds))
      return ImagePoint(x: center.x + velocityX * elapsed, y: center.y + velocityY * elapsed)
    }
  }

  // Ours; chosen on the corpus clips and on synthetic crossings (tests), in sizes of the subject.

  /// A subject unseen for longer than this is forgotten: coming back it gets a new number.
  static let memoryMilliseconds = 1500
  /// Speed is believed for this long after the last sight.
  static let motionMilliseconds = 600
  /// Speed is a mean over about this long.
  static let speedMilliseconds: Float = 150
  /// Unseen for longer than this a subject may as well be where it was last seen.
  static let turningMilliseconds = 400
  /// Cost above which two sights are different subjects.
  static let limit = 1.5
  /// How far a subject can be from where it is expected right after its last sight; grows to ``limit``.
  static let nearLimit = 0.6
  /// Time until the distance may be ``limit``.
  static let farMilliseconds = 500
  /// What it costs to be where the subject was last seen instead of where it was going.
  static let turnedRound = 0.2
  /// Subjects nearer to each other than this, in their sizes, may cover each other: landmarks then slide from one to the
  /// other, so their speeds are not trusted.
  static let crowdedDistance = 1.0
  /// Cost of what cannot be: more than any sum of possible costs.
  private static let impossible = 1e6
  /// What another handedness costs.
  static let handednessWeight = 0.6
  /// What a doubled or halved size costs.
  static let sizeWeight = 0.4
  /// What it is worth that the region was followed from the same subject.
  static let followedBonus = 0.15

  private var tracks: [Track] = []
  private var nextID = 1
  // Working memory, so that a frame needs no new one.
  private var costs = CostMatrix()
  private var assignment = Assignment()
  /// Whether each subject may be covered by another one.
  private var crowded: [Bool] = []

  package init() {}

  /// Forgets all subjects; numbers go on, none is given again.
  package mutating func forgetSubjects() { tracks.removeAll(keepingCapacity: true) }

  /// Replaces `ids` by the numbers of the subjects of one frame, in their order; numbers start at 1.
  package mutating func assign(_ observations: [Observation], timestampMilliseconds now: Int, into ids: inout [Int]) {
    tracks.removeAll { now - $0.lastSeenMilliseconds > Self.memoryMilliseconds }
    let known = tracks.count
    findCosts(of: observations, at: now)
    assignment.solve(costs)
    crowded.removeAll(keepingCapacity: true)
    for observation in observations { crowded.append(isCrowded(observation, among: observations, at: now)) }
    ids.removeAll(keepingCapacity: true)
    for (index, observation) in observations.enumerated() {
      let column = assignment.columns[index]
      if column < known, costs[index, column] < Self.limit {
        Self.update(&tracks[column], with: observation, at: now, trustsSpeed: !crowded[index])
        ids.append(tracks[column].id)
      } else {
        tracks.append(
          Track(
            id: nextID, center: observation.center, sizePixels: observation.sizePixels,
            rightHandScore: observation.rightHandScore, lastSeenMilliseconds: now))
        ids.append(nextID)
        nextID += 1
      }
    }
  }

  /// One column per known subject, then one per observation that stands for "somebody new".
  private mutating func findCosts(of observations: [Observation], at now: Int) {
    costs.reset(rows: observations.count, columns: tracks.count + observations.count)
    for (row, observation) in observations.enumerated() {
      for column in 0..<costs.columns {
        costs[row, column] = column < tracks.count ? cost(of: observation, being: tracks[column], at: now) : Self.limit
      }
    }
  }

  private func isCrowded(_ observation: Observation, among observations: [Observation], at now: Int) -> Bool {
    observations.contains { $0 != observation && Self.distance(observation, $0.center, $0.sizePixels) < Self.crowdedDistance }
      || tracks.count {
        Self.distance(observation, $0.expectedCenter(at: now), $0.sizePixels) < Self.crowdedDistance
      } > 1
  }

  /// Numbers of the subjects that were seen before `now` and are still remembered.
  package func missing(at now: Int) -> [Int] { tracks.filter { $0.lastSeenMilliseconds < now }.map(\.id) }

  /// Distance of two subjects in sizes of the larger one.
  private static func distance(_ observation: Observation, _ center: ImagePoint, _ sizePixels: Float) -> Double {
    let dx = Double(observation.center.x - center.x)
    let dy = Double(observation.center.y - center.y)
    return (dx * dx + dy * dy).squareRoot() / Double(max(observation.sizePixels, sizePixels, 1))
  }

  private func cost(of observation: Observation, being track: Track, at now: Int) -> Double {
    let expected = track.expectedCenter(at: now)
    let size = Double(max(track.sizePixels, observation.sizePixels, 1))
    let dx = Double(observation.center.x - expected.x)
    let dy = Double(observation.center.y - expected.y)
    var cost = (dx * dx + dy * dy).squareRoot() / size
    if now - track.lastSeenMilliseconds > Self.turningMilliseconds {
      // Its speed is old: it may as well have stopped or turned round, for instance outside the picture.
      let lastX = Double(observation.center.x - track.center.x)
      let lastY = Double(observation.center.y - track.center.y)
      cost = min(cost, (lastX * lastX + lastY * lastY).squareRoot() / size + Self.turnedRound)
    }
    // Nobody jumps by his own size within a frame: a detector that finds one person now and another one then must not
    // make one of them. A region that was followed is proof of its own.
    if observation.followedID != track.id {
      let share = Double(min(now - track.lastSeenMilliseconds, Self.farMilliseconds)) / Double(Self.farMilliseconds)
      if cost > Self.nearLimit + (Self.limit - Self.nearLimit) * share { return Self.impossible }
    }
    let smaller = Double(max(min(track.sizePixels, observation.sizePixels), 1))
    cost += Self.sizeWeight * min((size / smaller - 1), 2)
    if let a = track.rightHandScore, let b = observation.rightHandScore { cost += Self.handednessWeight * Double(abs(a - b)) }
    if observation.followedID == track.id { cost -= Self.followedBonus }
    return cost
  }

  private static func update(_ track: inout Track, with observation: Observation, at now: Int, trustsSpeed: Bool) {
    let elapsed = Float(now - track.lastSeenMilliseconds)
    if elapsed > 0, trustsSpeed {
      // One noisy frame, as when somebody is about to be covered, must not throw the prediction off.
      let weight = elapsed / (elapsed + speedMilliseconds)
      track.velocityX += ((observation.center.x - track.center.x) / elapsed - track.velocityX) * weight
      track.velocityY += ((observation.center.y - track.center.y) / elapsed - track.velocityY) * weight
    }
    track.center = observation.center
    track.sizePixels = observation.sizePixels
    if let score = observation.rightHandScore {
      track.rightHandScore = track.rightHandScore.map { 0.9 * $0 + 0.1 * score } ?? score
    }
    track.lastSeenMilliseconds = now
  }
}
