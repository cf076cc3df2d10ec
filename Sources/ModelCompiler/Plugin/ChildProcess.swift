#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs an executable with text on its standard input, with limits on time and output.
///
/// The child leads its own process group, which is killed as a whole, so no process that it started
/// there outlives it or this program. SIGPIPE stays ignored afterwards, because a child need not
/// read its input.
struct ChildProcess {
  struct Limits: Hashable {
    var seconds: Int
    var outputByteCount = 64 << 20
    /// The beginning of standard error is kept; the rest is read and dropped.
    var errorByteCount = 64 << 10
  }

  struct Result: Hashable {
    enum Ending: Hashable {
      case exited(Int32)
      case killed(signal: Int32)
      case timedOut
      case interrupted
      case wroteTooMuch
    }

    var ending: Ending
    var output: [UInt8]
    var errors: [UInt8]
  }

  let path: String
  let limits: Limits

  func run(input: [UInt8]) throws(FileError) -> Result {
    signal(SIGPIPE, SIG_IGN)
    let (inputEnd, writeEnd) = try pipe()
    let (outputEnd, childOutput) = try pipe()
    let (errorEnd, childError) = try pipe()
    let signals = SignalWatch()
    defer { signals.end() }
    let process = try start(
      input: inputEnd, output: childOutput, errors: childError, mask: signals.mask)
    for end in [inputEnd, childOutput, childError] { close(end) }
    var exchange = ChildExchange(
      input: input, writeEnd: writeEnd, outputEnd: outputEnd, errorEnd: errorEnd, limits: limits)
    let interruption = exchange.run(
      hasEnded: { Self.hasEnded(process) }, isInterrupted: { signals.hasFired })
    let ending = Self.end(process, because: interruption)
    return Result(ending: ending, output: exchange.output, errors: exchange.errors)
  }

  private func pipe() throws(FileError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Platform.pipe(&ends) == 0 else { throw .last(path) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func start(
    input: Int32, output: Int32, errors: Int32, mask: sigset_t
  ) throws(FileError) -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (end, standard) in [(input, 0), (output, 1), (errors, 2)] as [(Int32, Int32)] {
      posix_spawn_file_actions_adddup2(&actions, end, standard)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var mask = mask
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    var arguments = [strdup(path), nil]
    defer { free(arguments[0]) }
    var code: Int32
    var tries = 0
    repeat {
      code = posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
      tries += 1
      // A file that was just written may still be open in another process between its fork and its
      // exec.
    } while code == ETXTBSY && tries < 100 && usleep(10_000) == 0
    guard code == 0 else { throw FileError(path, .system(code)) }
    return process
  }

  /// Whether the child has exited; it is not reaped here, so that its process id cannot be reused.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    let code = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 && info.si_signo == SIGCHLD
  }

  private static func end(
    _ process: pid_t, because interruption: Result.Ending?
  ) -> Result.Ending {
    if interruption == nil {
      // The child has closed its output, but it may still be exiting.
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if let interruption { return interruption }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}
