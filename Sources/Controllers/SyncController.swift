package import Signals

/// Keeps the account up to date by long polling.
package protocol SyncController: Sendable {
  /// The state of the connection: the current one at once, then each change.
  var connection: Signal<ConnectionState, Never> { get }

  /// Begins to poll; has no effect while running.
  func start()

  /// Ends polling and cancels the poll in flight.
  func stop()

  /// Connects anew now: gives up the poll in flight, the kept connections and the wait of a
  /// back-off, and asks at once. The state is `.connecting` until the answer or its failure.
  ///
  /// The same happens by itself after the machine slept and when its network changes.
  func retryNow()
}

/// How the account's connection stands.
package enum ConnectionState: Hashable, Sendable {
  /// Nothing was tried yet, or polling was stopped.
  case idle
  /// The first answer is awaited, which brings the rooms, or the first of a new try.
  case connecting
  /// The last answer came within its time, and that of the poll in flight is not over.
  case online
  /// No answer: the next try comes after the delay, counted from the change to this state.
  case offline(RequestError, retryAfter: Duration)
}
