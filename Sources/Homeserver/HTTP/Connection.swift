import NIOCore
import Synchronization

/// What the two sides of a connection know of each other: the event loop, which sees the client
/// come and go, and the task that answers its requests one after the other.
final class Connection: Sendable {
  let channel: any Channel

  private struct State {
    var isOver = false
    /// The request that is being answered.
    var answering: Task<Answer, Never>?
    /// How many requests came to their ends.
    var complete = 0
    /// How many were begun to be answered.
    var begun = 0
    var hasLastAnswer = false
  }

  private let state = Mutex(State())

  init(channel: any Channel) {
    self.channel = channel
  }

  /// Ends what is being answered, and all that would be later: nobody waits for it.
  func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      return state.answering
    }
    task?.cancel()
  }

  /// Begins with the next request.
  ///
  /// - Returns: Its number, from 1; nil when the connection ends with the answer before.
  func beginRequest() -> Int? {
    state.withLock { state in
      guard !state.hasLastAnswer else { return nil }
      state.begun += 1
      return state.begun
    }
  }

  /// The answer of a handler, which is cancelled when the client goes.
  func answer(_ handler: @escaping @Sendable () async -> Answer) async -> Answer {
    let task = Task { await handler() }
    let isOver = state.withLock { state in
      state.answering = task
      return state.isOver
    }
    if isOver { task.cancel() }
    defer { state.withLock { $0.answering = nil } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Notes that the connection ends with the answer that comes.
  func beginLastAnswer() { state.withLock { $0.hasLastAnswer = true } }

  /// Notes that all of a request has come.
  func requestIsComplete() { state.withLock { $0.complete += 1 } }

  /// Whether all of a request has come.
  func isComplete(_ number: Int) -> Bool { state.withLock { $0.complete >= number } }
}

/// The connections that are open.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var isStopping = false
  }

  private let state = Mutex(State())

  var all: [Connection] { state.withLock { Array($0.open.values) } }

  /// How many are open.
  var count: Int { state.withLock { $0.open.count } }

  func insert(_ connection: Connection) {
    let isStopping = state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      return state.isStopping
    }
    if isStopping { connection.cancel() }
  }

  func remove(_ connection: Connection) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Cancels all requests, also those that still come.
  func cancel() {
    let open = state.withLock { state in
      state.isStopping = true
      return Array(state.open.values)
    }
    for connection in open { connection.cancel() }
  }

  /// Closes all, answered or not.
  func close() {
    for connection in all { connection.channel.close(promise: nil) }
  }
}
