import NIOCore
import Synchronization

/// The state that the two sides of a connection share: the event loop, which sees the client come
/// and go, and the task that serves its requests one after the other.
final class Connection: Sendable {
  let channel: any Channel

  private struct State {
    var isOver = false
    /// The handler of the current request.
    var handling: Task<Response, Never>?
    /// The number of requests that have arrived completely.
    var complete = 0
    /// The number of requests that were passed to the handler.
    var begun = 0
    var hasLastResponse = false
    var silence: Silence? = Silence(hasAsked: false)
    /// Whether it is about to be closed to make room for another connection.
    var isChosen = false
  }

  /// A time in which the server waits for the client to send a request.
  struct Silence: Sendable {
    let since = NIODeadline.now()
    let hasAsked: Bool
  }

  private let state = Mutex(State())

  init(channel: any Channel) {
    self.channel = channel
  }

  /// Cancels the current request and all later ones: nobody waits for their responses.
  func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      return state.handling
    }
    task?.cancel()
  }

  /// Begins the next request.
  ///
  /// - Returns: Its number, from 1; nil when the connection ends with the previous response.
  func beginRequest() -> Int? {
    state.withLock { state in
      guard !state.hasLastResponse else { return nil }
      state.begun += 1
      return state.begun
    }
  }

  /// Runs a handler, which is cancelled when the client disconnects.
  func run(_ handler: @escaping @Sendable () async -> Response) async -> Response {
    let task = Task { await handler() }
    let isOver = state.withLock { state in
      state.handling = task
      return state.isOver
    }
    if isOver { task.cancel() }
    defer { state.withLock { $0.handling = nil } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Since when the server waits for the client; nil while a request is in progress, and when the
  /// connection is about to be closed anyway.
  var silence: Silence? { state.withLock { $0.isChosen ? nil : $0.silence } }

  /// Notes whether the server waits for the client.
  func note(isSilent: Bool) {
    state.withLock { state in
      guard isSilent != (state.silence != nil) else { return }
      state.isChosen = false
      state.silence = isSilent ? Silence(hasAsked: true) : nil
    }
  }

  /// Closes the connection soon if it is then still silent and the client has read all responses.
  func closeIfSilent(in grace: TimeAmount) {
    state.withLock { $0.isChosen = true }
    channel.eventLoop.scheduleTask(in: grace) { [self] in
      let isSilent = state.withLock { state in
        state.isChosen = state.silence != nil
        return state.isChosen
      }
      let options = channel.syncOptions
      let unsent = try? options?.getOption(ChannelOptions.bufferedWritableBytes)
      if isSilent, unsent == 0 { channel.close(promise: nil) }
    }
  }

  /// Notes that the connection ends with the next response.
  func beginLastResponse() { state.withLock { $0.hasLastResponse = true } }

  /// Notes that a request has arrived completely.
  func requestIsComplete() { state.withLock { $0.complete += 1 } }

  /// Whether a request has arrived completely.
  func isComplete(_ number: Int) -> Bool { state.withLock { $0.complete >= number } }
}

/// The open connections.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var isStopping = false
  }

  private let state = Mutex(State())
  private let settings: HTTPSettings

  init(_ settings: HTTPSettings) {
    self.settings = settings
  }

  /// Whether the server accepts no further connection.
  var areFull: Bool { count >= settings.connections }

  var all: [Connection] { state.withLock { Array($0.open.values) } }

  /// The number of open connections.
  var count: Int { state.withLock { $0.open.count } }

  func insert(_ connection: Connection) {
    let isStopping = state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      return state.isStopping
    }
    if isStopping { connection.cancel() }
    makeRoom(for: connection)
  }

  /// Closes the connection that has been silent longest; those without any request come first.
  private func makeRoom(for newcomer: Connection) {
    guard count > settings.crowd else { return }
    var longest: (connection: Connection, silence: Connection.Silence)?
    for connection in all where connection !== newcomer {
      guard let silence = connection.silence else { continue }
      if let other = longest?.silence, !silence.isBefore(other) { continue }
      longest = (connection, silence)
    }
    longest?.connection.closeIfSilent(in: settings.crowdGrace)
  }

  func remove(_ connection: Connection) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Cancels all requests, including those that have yet to arrive.
  func cancel() {
    let open = state.withLock { state in
      state.isStopping = true
      return Array(state.open.values)
    }
    for connection in open { connection.cancel() }
  }

  /// Closes all connections, even with requests in progress.
  func close() {
    for connection in all { connection.channel.close(promise: nil) }
  }
}

extension Connection.Silence {
  fileprivate func isBefore(_ other: Self) -> Bool {
    hasAsked == other.hasAsked ? since < other.since : !hasAsked
  }
}
