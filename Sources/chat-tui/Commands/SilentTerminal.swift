import Glibc

/// A terminal that does not echo what is typed, for a prompt.
enum SilentTerminal {
  private static let interruptions = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Asks for a password and runs `read` as soon as there is a line to read.
  ///
  /// Also before a signal ends or stops the process, the echo is on again: the signals are held back while
  /// it is off.
  static func run<Value>(_ read: () throws -> Value) throws -> Value {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return try read() }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in interruptions { sigaddset(&signals, number) }
    silence(saved, &signals)
    defer { restore(saved, &signals) }
    Output.standardError("Password:")
    while !isReadable {
      guard isInterrupted else { continue }
      // Ends or stops the process here.
      restore(saved, &signals)
      silence(saved, &signals)
    }
    return try read()
  }

  private static func silence(_ modes: termios, _ signals: inout sigset_t) {
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var silent = modes
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
  }

  private static func restore(_ modes: termios, _ signals: inout sigset_t) {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
    Output.standardError("")
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits a moment for a line or the end of the input.
  private static var isReadable: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 50) > 0
  }

  private static var isInterrupted: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return interruptions.contains { sigismember(&pending, $0) == 1 }
  }
}
