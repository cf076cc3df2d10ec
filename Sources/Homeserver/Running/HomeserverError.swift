import Glibc

/// The reason why a server does not start.
public enum HomeserverError: Error, CustomStringConvertible {
  case inUse(String, RunningServer?)
  case notPrivate(String)
  case notRegular(String)
  case noFolder(String)
  case failed(String, Int32)
  case otherName(stored: String, asked: String)
  case noServerName(String, String)
  case newerData(String)
  case foreignData(String)
  case noDatabase(String)
  case damaged(String)
  case lostData(String)
  case cannotOpen(String, String)
  case cannotListen(port: Int, Int32)

  static func system(_ path: String) -> Self { .failed(path, errno) }

  /// Whether the cause is in the data, so that somebody has to repair them before a server can start.
  public var concernsData: Bool {
    switch self {
    case .notPrivate, .notRegular, .noFolder, .otherName, .newerData, .foreignData, .noDatabase,
      .damaged, .lostData:
      true
    case .inUse, .failed, .noServerName, .cannotOpen, .cannotListen: false
    }
  }

  /// The failure as a sentence that names the file or port and, where there is one, the remedy.
  public var description: String {
    switch self {
    case .inUse(let path, let server):
      if let server {
        "\(path) is in use by the server at \(server.address), process \(server.process)"
      } else {
        "\(path) is in use by another server"
      }
    case .notPrivate(let path): "\(path) must belong to you and be closed to others"
    case .notRegular(let path):
      "\(path) is not a regular file, but a link or something else: move it away"
    case .noFolder(let path): "\(path) must be a folder, not a link to one"
    case .failed(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .otherName(let stored, let asked):
      "the data belong to the server name \(stored), which cannot change to \(asked)"
    case .newerData(let path): "a newer version of this program wrote \(path)"
    case .foreignData(let path): "another program has its database in \(path): move it away"
    case .noDatabase(let path): "the file is no longer a database\(Self.remedy(path))"
    case .damaged(let path): "the database is damaged\(Self.remedy(path))"
    case .lostData(let path): "the database is empty or missing\(Self.remedy(path))"
    case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
    case .noServerName(let name, let reason): "'\(name)' is not a valid server name: \(reason)"
    case .cannotListen(let port, EADDRINUSE):
      "port \(port) is in use by another program: stop it, or choose another port (--port)"
    case .cannotListen(let port, let code):
      "cannot listen on port \(port): \(String(cString: strerror(code)))"
    }
  }

  private static func remedy(_ path: String) -> String {
    "; nothing was changed: restore a copy of \(path), or move its folder away to start afresh"
  }
}
