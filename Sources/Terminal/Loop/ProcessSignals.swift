import CNcurses

/// The process's signal handlers for a terminal.
///
/// They are written in C, where it is certain that they call async-signal-safe functions only.
@MainActor
enum ProcessSignals {
  /// The notices that arrived since they were last read.
  struct Notices: OptionSet {
    let rawValue: UInt32

    static let resized = Notices(rawValue: 1 << UInt32(SIGWINCH))
    static let suspend = Notices(rawValue: 1 << UInt32(SIGTSTP))
    static let continued = Notices(rawValue: 1 << UInt32(SIGCONT))

    /// The number of a signal that asks the process to terminate.
    var termination: Int32? {
      [SIGTERM, SIGHUP, SIGINT].first { rawValue & (1 << UInt32($0)) != 0 }
    }
  }

  /// Installs the handlers and returns the descriptor that becomes readable after a signal.
  static func start() -> Int32? {
    let descriptor = ct_notice_start()
    return descriptor < 0 ? nil : descriptor
  }

  static func stop() {
    ct_notice_stop()
  }

  static func take() -> Notices {
    Notices(rawValue: ct_notice_take())
  }

  /// Makes a crash from now on restore the terminal first.
  static func restoreOnCrash(terminal: Int32, modes: termios, reset: [UInt8]) {
    withUnsafePointer(to: modes) { ct_fatal_arm(terminal, $0) }
    setReset(reset)
  }

  /// Sets the sequences that reset the screen modes.
  static func setReset(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      ct_fatal_set_reset($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count))
    }
  }

  static func stopRestoringOnCrash() {
    ct_fatal_disarm()
  }

  /// Makes this process the one that the terminal's keys reach, after another one was.
  static func takeForeground() {
    ct_take_foreground()
  }

  /// Stops the job, as C-z does, and returns when it is continued.
  static func stopJob() {
    ct_stop_job()
  }
}
