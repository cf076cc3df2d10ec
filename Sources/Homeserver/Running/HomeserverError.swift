import Glibc

/// Why a server does not start.
package enum HomeserverError: Error, CustomStringConvertible {
  case inUse(String, RunningServer?)
  case notPrivate(String)
  case failed(String, Int32)
  case otherName(stored: String, asked: String)
  case noServerName(String)
  case newerData(String)
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
    case .failed(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .otherName(let stored, let asked):
      "the data belong to a server named \(stored), which cannot become \(asked)"
    case .newerData(let path): "\(path) was written by a newer version of this program"
    case .noServerName(let name): "'\(name)' is no name of a server"
    case .cannotListen(let reason): reason
    }
  }
}
