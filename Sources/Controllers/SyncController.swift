package import Signals

/// Keeps the account up to date by long polling.
package protocol SyncController: Sendable {
  /// The state of the connection: the current one at once, then each change.
  var connection: Signal<ConnectionState, Never> { get }

  /// Begins to poll; has no effect while running.
  func start()

  /// Ends polling and cancels the poll in flight.
  func stop()

  /// Tries again now instead of waiting for the end of the back-off.
  func retryNow()
}

/// How the account's connection stands.
package enum ConnectionState: Hashable, Sendable {
  /// Nothing was tried yet, or polling was stopped.
  case idle
  /// The first answer, which brings the rooms, is awaited.
  case connecting
  /// Answers arrive.
  case online
  /// No answer: the next try comes after the delay, counted from the change to this state.
  case offline(RequestError, retryAfter: Duration)
}
