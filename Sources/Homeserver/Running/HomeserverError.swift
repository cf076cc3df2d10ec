import Glibc

/// Why a server does not start.
package enum HomeserverError: Error, CustomStringConvertible {
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
  case cannotListen(String)

  static func system(_ path: String) -> Self { .failed(path, errno) }

  package var description: String {
    switch self {
    case .inUse(let path, let server):
      if let server {
        "\(path) is in use by the server at \(server.address), process \(server.process)"
      } else {
        "\(path) is in use by another server"
      }
    case .notPrivate(let path): "\(path) must belong to you and be closed to others"
    case .notRegular(let path):
      "\(path) is no regular file, but a link or something else: move it away"
    case .noFolder(let path): "\(path) must be a folder, and no link to one"
    case .failed(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .otherName(let stored, let asked):
      "the data belong to a server named \(stored), which cannot become \(asked)"
    case .newerData(let path): "\(path) was written by a newer version of this program"
    case .foreignData(let path):
      "\(path) is the database of another program: move it away"
    case .noDatabase(let path): "\(path) is no database\(Self.remedy)"
    case .damaged(let path): "\(path) is damaged\(Self.remedy)"
    case .lostData(let path):
      "\(path) is empty or missing, but its folder holds data of a server\(Self.remedy)"
    case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
    case .noServerName(let name, let reason): "'\(name)' is no name of a server: \(reason)"
    case .cannotListen(let reason): reason
    }
  }

  private static let remedy =
    "; nothing was changed: put a copy of it back, or move the folder away to begin anew"
}
