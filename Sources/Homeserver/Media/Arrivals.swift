import Synchronization

/// The requests that wait for the content of a reserved id.
final class Arrivals: Sendable {
  /// The maximum number of waiting requests.
  private static let capacity = 1000

  private let listeners = Mutex<[Listener<MediaID, Never>]>([])

  /// Begins to listen; the caller must call `forget` later.
  ///
  /// - Throws: `M_NOT_YET_UPLOADED` when too many wait.
  func expect(_ id: MediaID, milliseconds: Int) throws -> Listener<MediaID, Never> {
    let listener = Listener<MediaID, Never>(id, .milliseconds(milliseconds))
    let isFull = listeners.withLock { listeners in
      guard listeners.count < Self.capacity else { return true }
      listeners.append(listener)
      return false
    }
    guard isFull else { return listener }
    listener.end()
    throw MatrixError.notYetUploaded
  }

  func forget(_ listener: Listener<MediaID, Never>) {
    listener.end()
    listeners.withLock { $0.removeAll { $0 === listener } }
  }

  /// Ends the wait for an id.
  func tell(_ id: MediaID) {
    for listener in listeners.withLock({ $0.filter { $0.subject == id } }) { listener.end() }
  }

  /// The number of waiting requests.
  var count: Int { listeners.withLock { $0.count } }
}
