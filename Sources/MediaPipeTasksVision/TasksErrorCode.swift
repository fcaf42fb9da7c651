/// Codes of the errors that tasks throw: `(error as NSError).code`. The domain is `com.google.mediapipe.tasks`.
public enum TasksErrorCode: UInt, Sendable {
  /// The operation was cancelled.
  case cancelledError = 1
  /// Not known.
  case unknownError = 2
  /// An option or argument cannot be used.
  case invalidArgumentError = 3
  /// Time ran out.
  case deadlineExceededError = 4
  /// A file is missing.
  case notFoundError = 5
  /// Something to be made exists.
  case alreadyExistsError = 6
  /// Access is not allowed.
  case permissionDeniedError = 7
  /// Memory or another resource ran out.
  case resourceExhaustedError = 8
  /// The object is not in a state for this call.
  case failedPreconditionError = 9
  /// The operation was given up.
  case abortedError = 10
  /// A number lies outside its range.
  case outOfRangeError = 11
  /// The model needs something that does not exist here.
  case unimplementedError = 12
  /// A promise of the package did not hold.
  case internalError = 13
  /// Not available at present.
  case unavailableError = 14
  /// Data cannot be recovered.
  case dataLossError = 15
  /// The caller is not known.
  case unauthenticatedError = 16
  /// Sound may not be recorded; never thrown here.
  case audioRecordPermissionDeniedError = 17
  /// Nobody was asked whether sound may be recorded; never thrown here.
  case audioRecordPermissionUndeterminedError = 18
  /// No new sound has come yet; never thrown here.
  case audioRecordWaitingForNewMicInputError = 19
  /// Sound is not being recorded; never thrown here.
  case audioRecordNotTappingMicError = 20

  /// The smallest code.
  public static let first = TasksErrorCode.cancelledError
  /// The largest code.
  public static let last = TasksErrorCode.audioRecordNotTappingMicError
}
