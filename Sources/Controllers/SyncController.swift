package import Models
package import Signals

/// Keeps the account up to date by long polling.
package protocol SyncController: Sendable {
  /// The state of the connection: the current state at once, then each change.
  var connection: Signal<ConnectionState, Never> { get }

  /// When the server last sent what is shown: at once if it ever did, also in an earlier run, then
  /// each time.
  var lastSync: Signal<Timestamp, Never> { get }

  /// Emits when what earlier runs had kept of the server was of no use and comes again, also when that was
  /// found before; drafts and unsent messages are not among it.
  var cacheLosses: Signal<Void, Never> { get }

  /// Starts polling; has no effect while polling.
  func start()

  /// Stops polling and cancels the request in flight.
  func stop()

  /// Reconnects now: drops the request in flight, the idle connections and any back-off delay, and
  /// sends a new request at once. The state is `.connecting` until the request succeeds or fails.
  ///
  /// The controller also reconnects by itself after the machine wakes up and when its network
  /// changes.
  func retryNow()
}

/// The state of the account's connection to its server.
package enum ConnectionState: Hashable, Sendable {
  /// Polling has not started yet, or was stopped.
  case idle
  /// The first response, which brings the rooms, or the first response after a reconnect is
  /// pending.
  case connecting
  /// The last response arrived in time, and the request in flight is not overdue.
  case online
  /// The last request failed; the next one is sent after the delay, counted from the change to this
  /// state.
  case offline(RequestError, retryAfter: Duration)
}
