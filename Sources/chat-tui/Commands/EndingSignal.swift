import Glibc

/// The signals that ask a program to end.
enum EndingSignal {
  /// Whether who started the program wants it to outlast a signal, as nohup(1) does, and shells for
  /// background jobs.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Handlers are functions, which nothing compares.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
