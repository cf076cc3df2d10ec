#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Blocks the signals that would end the program, so that it can first end the processes it
/// started.
///
/// Ignored signals, as under nohup, stay ignored.
struct SignalWatch {
  private var watched = sigset_t()
  /// The signals that were blocked before.
  private(set) var mask = sigset_t()

  init() {
    sigemptyset(&watched)
    for number in [SIGHUP, SIGINT, SIGTERM] where !Self.isIgnored(number) {
      sigaddset(&watched, number)
    }
    pthread_sigmask(SIG_BLOCK, &watched, &mask)
  }

  /// Whether a signal is pending.
  var hasFired: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return [SIGHUP, SIGINT, SIGTERM].contains { number in
      var both = (watched, pending)
      return sigismember(&both.0, number) == 1 && sigismember(&both.1, number) == 1
    }
  }

  /// Unblocks the signals; a pending one ends the program here.
  func end() {
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    signal(number, handler)
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
