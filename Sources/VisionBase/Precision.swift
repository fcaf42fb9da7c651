/// Whose numbers a task gives.
public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
  /// The original's numbers, with those of its quirks that only shift numbers.
  case mediaPipe
  /// Those quirks mended; `DEVIATIONS.md` lists them with their measured effect.
  case corrected
}
