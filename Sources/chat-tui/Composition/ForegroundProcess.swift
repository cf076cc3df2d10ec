import CLinux
import Glibc

/// A program that has the terminal until it ends.
///
/// It is a job of its own, so that C-c and C-z in it do not reach this program.
struct ForegroundProcess {
  private let id: pid_t

  /// Starts a program, which `PATH` finds, with its arguments; no shell reads them.
  ///
  /// Throws the number of the system's error.
  init(_ words: [String]) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addtcsetpgrp_np(&actions, STDIN_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
    guard error == 0 else { throw SystemError(number: error) }
    self.id = id
  }

  /// Calls a function on another thread when the process has ended.
  func onEnd(_ ended: @escaping @Sendable (ProcessEnding) -> Void) {
    ProcessWait.start(id, ended: ended)
  }
}

extension SystemError {
  /// The error of the system call before.
  static var last: SystemError { SystemError(number: errno) }
}
