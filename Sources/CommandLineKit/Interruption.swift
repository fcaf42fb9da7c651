#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signal that asked the program to end, 0 if none did. Written by the handler only, one word at a time.
nonisolated(unsafe) private var pendingSignal: Int32 = 0

/// Lets the program end between two steps instead of in the middle of one.
///
/// After ``install()`` an interrupt, hang-up or termination only leaves a note; the work loop asks ``isPending``,
/// tidies up and calls ``endProcess()``. A second signal ends the process at once. A broken pipe becomes an error
/// of the write that met it.
package enum Interruption {
  package static func install() {
    // Touched before a handler can run, so that the handler never is the one to set up the variable.
    pendingSignal = 0
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      // A signal that the parent had ignored (nohup) stays ignored.
      guard sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
      action = sigaction()
      setHandler(&action) { pendingSignal = $0 }
      // No SA_RESTART: a read of standard input that waits returns at once.
      action.sa_flags = .init(truncatingIfNeeded: SA_RESETHAND)
      sigaction(number, &action, nil)
    }
  }

  /// Whether the program shall end.
  package static var isPending: Bool { pendingSignal != 0 }

  /// Ends the process in the way the pending signal would have, so that the caller's shell sees it.
  package static func endProcess() -> Never { endProcess(bySignal: pendingSignal) }

  /// Ends the process quietly as if `number` had not been caught.
  package static func endProcess(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  /// Ends the process like a program that does not know that its reader went away.
  package static func endByBrokenPipe() -> Never { endProcess(bySignal: SIGPIPE) }

  #if canImport(Glibc)
    private static func isIgnored(_ action: sigaction) -> Bool {
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func setHandler(_ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
      action.__sigaction_handler.sa_handler = handler
    }
  #else
    private static func isIgnored(_ action: sigaction) -> Bool {
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func setHandler(_ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
      action.__sigaction_u.__sa_handler = handler
    }
  #endif
}
