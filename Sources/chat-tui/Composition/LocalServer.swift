import Controllers
import FoundationEssentials
import Glibc
import Homeserver
import Matrix

/// What the files of this machine's server tell of it.
protocol ServerFolder: Sendable {
  /// All data of the server: an absolute path.
  var path: String { get }

  /// Whether a server runs, and where.
  func state() -> ServerState

  /// What lets the owner of the server make accounts; nil when there is no server yet.
  func registrationToken() -> String?
}

/// How far the server of this machine is.
enum ServerState: Equatable {
  case absent
  /// A process has the data, and does not serve yet.
  case starting
  case running(LocalServer)
}

/// The folder of the server, whose lock tells that it runs and whose lock file where.
struct LocalServerFolder: ServerFolder {
  let path: String

  init(_ directories: Directories) {
    self.init(path: directories.homeserver)
  }

  init(path: String) {
    self.path = path
  }

  func state() -> ServerState {
    guard let file = try? PrivateFile.open(path + "/lock", O_RDONLY) else { return .absent }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) != 0 else { return .absent }
    let text = Self.text(file)
    guard let announced = try? JSONDecoder().decode(Announcement.self, from: Data(text)),
      let address = ServerAddress(announced.address), address.origin.isLoopback,
      Self.isAlive(announced.process)
    else { return .starting }
    return .running(LocalServer(address: address, name: announced.serverName))
  }

  func registrationToken() -> String? {
    let path = path + "/registration-token"
    guard let file = try? PrivateFile.open(path, O_RDONLY) else { return nil }
    defer { close(file) }
    let line = Self.text(file).prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// False for who held the lock before, and is still named by the file.
  private static func isAlive(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  private struct Announcement: Decodable {
    let address: String
    let process: Int32
    let serverName: String

    enum CodingKeys: String, CodingKey {
      case address
      case process
      case serverName = "server_name"
    }
  }

  private static func text(_ file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}
