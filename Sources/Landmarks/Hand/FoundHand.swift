import LandmarkDecode

/// One hand of a frame: what hand and gesture results are made of.
struct FoundHand {
  var decoded = DecodedHand()
  /// Probability 0…1 that it is a right hand as it is reported: that of this frame, or averaged over its track.
  var reportedRightHandScore: Float = 0

  /// The side as it is reported.
  var handedness: Category { DecodedHand.handedness(rightHandScore: reportedRightHandScore) }
}
