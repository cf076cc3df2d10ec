import Controllers
import Glibc
import Homeserver
import Matrix

/// Finds the server of this machine, or starts it in the background, where it outlives the program.
///
/// Programs that do so at the same time take turns; a server that somebody else starts meanwhile
/// wins, because it has the lock of its folder.
struct ServerLauncher: LocalServerHost {
  /// How the server is started: a program and its arguments, which are given the port.
  struct Command: Sendable {
    let path: String
    var name = "chat-tui"
    let arguments: @Sendable (_ port: Int) -> [String]
  }

  private static let lockName = "start.lock"
  private static let portName = "port"

  private let command: Command
  private let folder: any ServerFolder
  /// How long a server may take until it serves.
  private let patience: Duration

  /// How long a server is not worth another try whose data cannot be used.
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
      // The other one may need two tries, each with its time.
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

  /// Starts a server on a port, or on another one when something else has it by now.
  ///
  /// Tries twice: whoever looked at the lock at the wrong moment held it, or has taken the port. What
  /// is wrong with the data stays so.
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

  /// The port that the server had when it was started last; 0 lets the system choose.
  private func keptPort(_ directory: AccountDirectory) throws(StorageError) -> Int {
    guard let bytes = try directory.read(Self.portName) else { return 0 }
    let digits = String(decoding: bytes.prefix(8), as: UTF8.self).filter { !$0.isWhitespace }
    return Int(digits).flatMap { (1...65535).contains($0) ? $0 : nil } ?? 0
  }

  /// The server ended before it served, and nobody else serves.
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
    var ending: BackgroundProcess.Ending?
    defer { if ending == nil { process.forget() } }
    while clock.now < end {
      // In this order: a server may announce itself between the two questions.
      ending = ending ?? process.ending()
      switch folder.state() {
      case .running(let server): return server
      // Another process has the data: it is waited for like the own one.
      case .starting: break
      case .absent:
        if let ending {
          throw EarlyEnd(
            reason: log.lastWords() ?? Self.text(ending),
            isDueToData: ending == .exited(ExitCode.unusableData))
        }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    if ending == nil { process.terminate() }
    throw RequestError(operation: .startServer, reason: .timedOut)
  }

  private static func text(_ ending: BackgroundProcess.Ending) -> String {
    switch ending {
    case .exited(let code): "it ended with code \(code)"
    case .killed(let signal): "it was ended by signal \(signal)"
    }
  }

  private func failed(_ cause: String, retryAfter: Duration? = nil) -> RequestError {
    RequestError(
      operation: .startServer, reason: .serverFailed(cause, log: log.path), retryAfter: retryAfter)
  }
}

extension ServerLauncher.Command {
  /// This very program as a server, on the same folders; also when its file was replaced meanwhile.
  static func thisProgram(_ directories: Directories) -> Self {
    Self(path: "/proc/self/exe") { port in
      ["serve", "--port", "\(port)"] + (directories.root.map { ["--data-dir", $0] } ?? [])
    }
  }
}
