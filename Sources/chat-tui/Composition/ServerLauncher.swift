import Controllers
import Glibc
import Homeserver
import Matrix

/// Finds this machine's server, or starts it in the background, where it outlives the program.
///
/// Programs that start a server at the same time take turns. A server that somebody else starts
/// meanwhile wins, because it holds the lock on its folder.
struct ServerLauncher: LocalServerHost {
  /// The command that starts the server: a program and its arguments, followed by the port.
  struct Command: Sendable {
    let path: String
    var name = "chat-tui"
    let arguments: @Sendable (_ port: Int) -> [String]
  }

  private static let lockName = "start.lock"
  private static let portName = "port"

  private let command: Command
  private let folder: any ServerFolder
  /// How long a server may take to start serving.
  private let patience: Duration

  /// The pause before another attempt to start a server with unusable data.
  private static let pauseForData = Duration.seconds(60)

  init(
    _ command: Command, in folder: any ServerFolder, patience: Duration = .seconds(20)
  ) {
    self.command = command
    self.folder = folder
    self.patience = patience
  }

  func running() -> LocalServer? {
    guard case .running(let server) = folder.state() else { return nil }
    return server
  }

  func registrationToken() -> Secret<String>? {
    folder.registrationToken().map { Secret($0) }
  }

  func start() async throws(RequestError) -> LocalServer {
    do {
      let directory = try AccountDirectory(path: folder.path)
      log.trim()
      // The other program may need two attempts, each with the full patience.
      return try await directory.withLock(Self.lockName, patience: patience * 3) {
        try await findOrStart(directory)
      }
    } catch let error as RequestError {
      throw error
    } catch let error as StorageError {
      throw error.requestError(.startServer)
    } catch let error as SystemError {
      throw failed(error.description)
    } catch let error as HomeserverError {
      throw failed(error.description)
    } catch {
      throw RequestError(operation: .startServer, reason: .cancelled)
    }
  }

  private var log: ServerLog { ServerLog(path: folder.path + "/serve.log") }

  private func findOrStart(_ directory: AccountDirectory) async throws -> LocalServer {
    let kept = try keptPort(directory)
    let server: LocalServer
    if let found = running() {
      server = found
    } else {
      server = try await startPatiently(port: kept)
    }
    let port = server.address.origin.port
    if port != kept { try directory.write(Self.portName, Array("\(port)\n".utf8)) }
    return server
  }

  /// Starts a server on a port, or on another one when that port is taken.
  ///
  /// Tries twice: another program may have probed the lock at the wrong moment, or taken the port.
  /// Unusable data are not retried.
  private func startPatiently(port: Int) async throws -> LocalServer {
    do {
      return try await startOne(port: Self.isFree(port) ? port : 0)
    } catch let end as EarlyEnd {
      guard !end.isDueToData else { throw failed(end.reason, retryAfter: Self.pauseForData) }
      do {
        return try await startOne(port: Self.isFree(port) ? port : 0)
      } catch let end as EarlyEnd {
        throw failed(end.reason, retryAfter: end.isDueToData ? Self.pauseForData : nil)
      }
    }
  }

  /// Whether a server could listen on a port of this machine now.
  private static func isFree(_ port: Int) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return true }
    defer { close(socket) }
    var reuse: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(socket, $0.baseAddress, socklen_t(bytes.count)) == 0
      }
    }
  }

  /// The port that the server used last; 0 lets the system choose.
  private func keptPort(_ directory: AccountDirectory) throws(StorageError) -> Int {
    guard let bytes = try directory.read(Self.portName) else { return 0 }
    let digits = String(decoding: bytes.prefix(8), as: UTF8.self).filter { !$0.isWhitespace }
    return Int(digits).flatMap { (1...65535).contains($0) ? $0 : nil } ?? 0
  }

  /// The server ended before it served, and no other server runs.
  private struct EarlyEnd: Error {
    let reason: String
    let isDueToData: Bool
  }

  private func startOne(port: Int) async throws -> LocalServer {
    let output = try log.open()
    defer { close(output) }
    let process = try BackgroundProcess(
      path: command.path, name: command.name, arguments: command.arguments(port), log: output)
    let clock = ContinuousClock()
    let end = clock.now + patience
    var ending: ProcessEnding?
    defer { if ending == nil { process.forget() } }
    while clock.now < end {
      // This order matters: a server may announce itself between the two checks.
      ending = ending ?? process.ending()
      switch folder.state() {
      case .running(let server): return server
      // Another process holds the data: wait for it like for our own.
      case .starting: break
      case .absent:
        if let ending {
          throw EarlyEnd(
            reason: log.lastWords() ?? Self.text(ending),
            isDueToData: ending == .exited(ExitCode.unusableData))
        }
      }
      // A starting server announces itself in a file: polling ends within the start's deadline.
      try await Task.sleep(for: .milliseconds(20))
    }
    if ending == nil { process.terminate() }
    throw RequestError(operation: .startServer, reason: .timedOut)
  }

  private static func text(_ ending: ProcessEnding) -> String {
    switch ending {
    case .exited(let code): "it exited with code \(code)"
    case .killed(let signal): "it was killed by signal \(signal)"
    }
  }

  private func failed(_ cause: String, retryAfter: Duration? = nil) -> RequestError {
    RequestError(
      operation: .startServer, reason: .serverFailed(cause, log: log.path), retryAfter: retryAfter)
  }
}

extension ServerLauncher.Command {
  /// This program itself as a server on the same folders, even if its file was replaced meanwhile.
  static func thisProgram(_ directories: Directories) -> Self {
    Self(path: "/proc/self/exe") { port in
      ["serve", "--port", "\(port)"] + (directories.root.map { ["--data-dir", $0] } ?? [])
    }
  }
}
