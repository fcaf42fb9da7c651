/// Facts about the package as a whole.
public enum MediaPipeTasks {
  /// Version of this package, three numbers. It is not the version of the original whose surface it has.
  public static let version = "0.1.0"
}
