import Synchronization

/// Where the server of a session is: this machine's own may move while the session lasts.
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
