import Foundation
import TestServers

/// Runs a program in a bare pseudo-terminal, whose other end a test can take away.
final class PseudoTerminal {
  /// What did not happen in time, with the end of the output.
  struct Timeout: Error, CustomStringConvertible {
    let description: String
  }

  /// What became of a process.
  enum Ending: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  let process: pid_t
  /// All output so far.
  private(set) var output = ""
  /// The settings before the program started.
  let originalModes: [UInt8]
  private var controller: Int32?
  /// Keeps the settings after the program's end.
  private let terminal: Int32
  private var ending: Ending?

  /// Starts a program as the leader of a session on a new terminal of 100 by 30 cells.
  init(_ command: [String], environment: [String: String] = [:]) throws {
    let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (lock, number): (Int32, UInt32) = (0, 0)
    // What unlockpt() and ptsname() do, which the module leaves out.
    guard controller >= 0, ioctl(controller, 0x4004_5431, &lock) == 0,
      ioctl(controller, 0x8004_5430, &number) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let path = "/dev/pts/\(number)"
    var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    self.controller = controller
    originalModes = Self.modes(of: terminal)
    let base = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "HOME": "/tmp",
    ]
    // The first terminal that the leader of a session opens becomes its controlling one.
    process = try CommandRunner.spawn(
      command, environment: base.merging(environment) { $1 },
      streams: [path, path, path], leadsSession: true)
  }

  deinit {
    if ending == nil {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    hangUp()
    close(terminal)
  }

  /// The settings of the terminal now, as `stty` shows them.
  var modes: [UInt8] { Self.modes(of: terminal) }

  func type(_ text: String) {
    guard let controller else { return }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Takes the terminal away, as a closed window or a lost connection does.
  func hangUp() {
    if let controller { close(controller) }
    controller = nil
  }

  /// Waits until the output after `mark` characters contains a text.
  func wait(for text: String, after mark: Int = 0, within limit: Duration = .seconds(20)) throws {
    try wait("“\(text)”", limit) { output.dropFirst(mark).contains(text) }
  }

  /// Waits for the program's end.
  func waitForEnd(within limit: Duration = .seconds(20)) throws -> Ending {
    try wait("the end of the program", limit) {
      poll()
      return ending != nil
    }
    read()
    return ending ?? .exit(-1)
  }

  /// Waits until a condition holds, and reads the output meanwhile: a full terminal blocks the program.
  func wait(_ what: String, _ limit: Duration = .seconds(20), _ isDone: () throws -> Bool) throws {
    let end = ContinuousClock.now + limit
    while try !isDone() {
      guard ContinuousClock.now < end else {
        throw Timeout(
          description: "no \(what) in \(limit): \(output.suffix(2000).debugDescription)")
      }
      read()
    }
  }

  private func poll() {
    var status: Int32 = 0
    guard ending == nil, waitpid(process, &status, WNOHANG) == process else { return }
    let signal = status & 0x7F
    ending = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  private func read() {
    guard let controller else {
      usleep(5000)
      return
    }
    var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&ready, 1, 10) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(controller, &bytes, bytes.count)
    if count > 0 { output += String(decoding: bytes[..<count], as: UTF8.self) }
  }

  private static func modes(of terminal: Int32) -> [UInt8] {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return [] }
    return withUnsafeBytes(of: modes) { Array($0) }
  }
}
