import NIOCore
import Synchronization

/// What the two sides of a connection know of each other: the event loop, which sees the client
/// come and go, and the task that answers its requests one after the other.
final class Connection: Sendable {
  let channel: any Channel

  private struct State {
    var isOver = false
    /// The request that is being answered.
    var answering: Task<Response, Never>?
    /// How many requests came to their ends.
    var complete = 0
    /// How many were begun to be answered.
    var begun = 0
    var hasLastResponse = false
    var silence: Silence? = Silence(hasAsked: false)
    /// Whether it is to be closed for the sake of another.
    var isChosen = false
  }

  /// That it waits for its client to ask something.
  struct Silence: Sendable {
    let since = NIODeadline.now()
    let hasAsked: Bool
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
      guard !state.hasLastResponse else { return nil }
      state.begun += 1
      return state.begun
    }
  }

  /// The answer of a handler, which is cancelled when the client goes.
  func respond(_ handler: @escaping @Sendable () async -> Response) async -> Response {
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

  /// Since when it waits for its client; nil while it has something to answer, and when it is to be
  /// closed already.
  var silence: Silence? { state.withLock { $0.isChosen ? nil : $0.silence } }

  /// Notes whether it waits for its client.
  func note(isSilent: Bool) {
    state.withLock { state in
      guard isSilent != (state.silence != nil) else { return }
      state.isChosen = false
      state.silence = isSilent ? Silence(hasAsked: true) : nil
    }
  }

  /// Closes it soon, if it then still waits for its client, which has taken all answers.
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

  /// Notes that the connection ends with the answer that comes.
  func beginLastResponse() { state.withLock { $0.hasLastResponse = true } }

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
  private let settings: HTTPSettings

  init(_ settings: HTTPSettings) {
    self.settings = settings
  }

  /// Whether there is no place for another one.
  var areFull: Bool { count >= settings.connections }

  var all: [Connection] { state.withLock { Array($0.open.values) } }

  /// How many are open.
  var count: Int { state.withLock { $0.open.count } }

  func insert(_ connection: Connection) {
    let isStopping = state.withLock { state in
      state.open[ObjectIdentifier(connection)] = connection
      return state.isStopping
    }
    if isStopping { connection.cancel() }
    makeRoom(for: connection)
  }

  /// Closes the one that waits longest for its client, those first that were never asked anything.
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

extension Connection.Silence {
  fileprivate func isBefore(_ other: Self) -> Bool {
    hasAsked == other.hasAsked ? since < other.since : !hasAsked
  }
}
