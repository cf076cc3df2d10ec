import CLinux
import Glibc

/// A program beside this one: in its own session, without a terminal, with only the files open that it is given.
///
/// It goes on when this program ends, unless it ends with its input or somebody ends it.
struct BackgroundProcess {
  let id: pid_t

  /// Starts a program, which `PATH` finds unless it is a path; no shell reads the arguments.
  ///
  /// Throws the number of the system's error.
  ///
  /// - Parameters:
  ///  - name: The name that the system shows for the process.
  ///  - log: An open file that takes its output and errors.
  ///  - errors: An open file that takes its errors instead.
  ///  - input: An open file that is its standard input; by default, it has none.
  ///  - environment: Its variables, as in `PATH=/bin`; by default, those of this program.
  init(
    path: String, name: String, arguments: [String], log: Int32, errors: Int32? = nil,
    input: Int32? = nil, environment: [String]? = nil
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors ?? log, STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that this program blocks or ignores must have their usual effect in the child.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Self.flags)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    let error =
      environment == nil
      ? posix_spawnp(&id, path, &actions, &attributes, &words, environ)
      : posix_spawnp(&id, path, &actions, &attributes, &words, &variables)
    guard error == 0 else { throw SystemError(number: error) }
    self.id = id
  }

  /// How the process ended; nil while it runs.
  ///
  /// After the end was reported once, the process is unknown and counts as killed.
  func ending() -> ProcessEnding? {
    var status: Int32 = 0
    let result = waitpid(id, &status, WNOHANG)
    if result == 0 { return nil }
    guard result == id else { return .killed(0) }
    return ProcessEnding(status: status)
  }

  /// Has the system reap the process whenever it ends; do not call `ending()` afterwards.
  func forget() { onEnd { _ in } }

  /// Calls a function on another thread when the process has ended; do not call `ending()` afterwards.
  func onEnd(_ ended: @escaping @Sendable (ProcessEnding) -> Void) {
    ProcessWait.start(id, ended: ended)
  }

  /// Asks the process to end.
  func terminate() {
    Glibc.kill(id, SIGTERM)
  }

  /// Ends the process, whatever it does, and tells how it ended, which may have been before; do not call
  /// `ending()` afterwards.
  @discardableResult
  func kill() -> ProcessEnding {
    Glibc.kill(id, SIGKILL)
    var (status, result): (Int32, pid_t) = (0, 0)
    repeat { result = waitpid(id, &status, 0) } while result < 0 && errno == EINTR
    return result == id ? ProcessEnding(status: status) : .killed(0)
  }

  private static var flags: Int16 {
    // `POSIX_SPAWN_SETSID`, which the header hides without a feature macro.
    let newSession: Int16 = 0x80
    return newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  }
}

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  var description: String { String(cString: strerror(number)) }
}
