import Foundation

/// Runs other programs to completion.
///
/// Foundation's `Process` does not work here: it waits for everything that the program started, but a
/// terminal or a server must outlive the program that starts it.
package enum CommandRunner {
  /// The result of a program.
  package struct Result {
    /// The exit status; 128 plus the signal number after a signal.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// A program exited with a non-zero status.
  package struct Failure: Error, CustomStringConvertible {
    package let command: [String]
    package let result: Result

    package var description: String {
      "\(command.joined(separator: " ")) ended with \(result.status): \(result.errors)"
    }
  }

  /// Runs a program, found in PATH, and waits until it exits.
  ///
  /// The environment is exactly the given one; nothing is inherited.
  package static func run(
    _ command: [String], environment: [String: String], input: String = ""
  ) throws -> Result {
    let files = try TemporaryFolder()
    defer { files.remove() }
    // Files, not pipes: a daemon that the program starts would keep a pipe open forever.
    let streams = [files / "input", files / "output", files / "errors"]
    try Data(input.utf8).write(to: streams[0])
    let process = try spawn(command, environment: environment, streams: streams.map(\.path))
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .ECHILD) }
    }
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self))
  }

  /// Runs a program that must succeed, and returns its output.
  @discardableResult
  package static func output(
    of command: [String], environment: [String: String], input: String = ""
  ) throws -> String {
    let result = try run(command, environment: environment, input: input)
    guard result.status == 0 else { throw Failure(command: command, result: result) }
    return result.output
  }

  /// Starts a program, found in PATH, with files as its standard streams.
  ///
  /// - Parameter leadsSession: Whether the program leads a new session: the first terminal among its
  ///   streams then controls it.
  package static func spawn(
    _ command: [String], environment: [String: String], streams: [String],
    leadsSession: Bool = false
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path) in streams.enumerated() {
      let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, flags, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block all signals, and a program would inherit the mask.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // The flag POSIX_SPAWN_SETSID, which the module leaves out.
    let session: Int16 = leadsSession ? 0x80 : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | session)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, command.first ?? "", &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .ENOENT) }
    return process
  }
}
