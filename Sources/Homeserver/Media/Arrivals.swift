import Synchronization

/// Those who wait for content whose id was given out before it.
final class Arrivals: Sendable {
  /// How many may wait in all.
  private static let capacity = 1000

  private let listeners = Mutex<[Listener<MediaID, Never>]>([])

  /// Begins to listen; `forget` has to follow.
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

  /// Ends the waiting for an id.
  func tell(_ id: MediaID) {
    for listener in listeners.withLock({ $0.filter { $0.subject == id } }) { listener.end() }
  }

  /// How many wait now.
  var count: Int { listeners.withLock { $0.count } }
}
