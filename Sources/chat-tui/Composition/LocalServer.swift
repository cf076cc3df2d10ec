import Controllers
import Homeserver
import Matrix

/// The information in the files of this machine's server.
protocol ServerFolder: Sendable {
  /// All data of the server: an absolute path.
  var path: String { get }

  /// Whether a server runs, and at which address.
  func state() -> ServerState

  /// The token with which the server's owner makes accounts; nil when there is no server yet.
  func registrationToken() -> String?
}

/// The state of this machine's server.
enum ServerState: Equatable {
  case absent
  /// A process holds the data, but does not serve yet.
  case starting
  case running(LocalServer)
}

/// The server's folder: its lock shows whether a server runs, its lock file where.
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
