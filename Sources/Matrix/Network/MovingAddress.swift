import Synchronization

/// The address of a session's server; this machine's own server may move during the session.
final class MovingAddress: Sendable {
  private let current: Mutex<ServerAddress>

  init(_ address: ServerAddress) {
    current = Mutex(address)
  }

  var address: ServerAddress {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
