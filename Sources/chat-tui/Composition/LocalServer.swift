import Controllers
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
    switch Homeserver.use(of: path) {
    case .free: return .absent
    case .starting: return .starting
    case .serving(let server):
      guard let address = ServerAddress(server.address), address.origin.isLoopback else {
        return .starting
      }
      return .running(LocalServer(address: address, name: server.serverName))
    }
  }

  func registrationToken() -> String? { Homeserver.registrationToken(in: path) }
}
