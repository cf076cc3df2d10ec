import Controllers
import Models
import Signals
import Synchronization

/// The polling loop: sends a request, applies the response, repeats.
final class SyncLoop: Sendable {
  /// How long the server may hold a response.
  private static let longPoll = Duration.seconds(30)

  private let network: MatrixNetworkController
  private let engines: SyncEngines
  let store: AccountStore
  let scheduler: any Scheduler
  let backoff: Backoff
  let revival: ServerRevival?
  private let now: WallClock
  let delay = WakeableDelay()
  private let subject = ReplaySubject<ConnectionState, Never>(capacity: 1)
  let progress = Mutex(Progress())

  private typealias Request<Value: Sendable> = Task<Result<Value, RequestError>, Never>

  struct Progress {
    /// The connection state emitted last.
    var shown = ConnectionState.idle
    /// Cancels the request in flight.
    var cancel: (@Sendable () -> Void)?
    /// Whether the next poll should return at once, to show the state of the connection.
    var isHurried = false
    var choice = EngineChoice()
  }

  init(
    network: MatrixNetworkController, engines: SyncEngines, store: AccountStore,
    scheduler: any Scheduler, backoff: Backoff, revival: ServerRevival?, now: @escaping WallClock
  ) {
    self.network = network
    self.engines = engines
    self.store = store
    self.scheduler = scheduler
    self.backoff = backoff
    self.revival = revival
    self.now = now
    subject.send(.idle)
  }

  var connection: Signal<ConnectionState, Never> { subject.signal }
  var lastSync: Signal<Timestamp, Never> { store.syncs }

  /// Cancels the poll in flight, drops every kept connection, and polls again at once.
  func reconnect() {
    network.forgetConnections()
    let cancel = progress.withLock { progress in
      progress.isHurried = true
      return progress.cancel
    }
    cancel?()
    delay.wake()
  }

  /// Cancels the poll in flight, because it continues a cache that is lost, and begins anew.
  func startOver() {
    let cancel = progress.withLock { progress in
      // Without a poll in flight the loop itself met the damage, and waits before it tries again.
      if progress.cancel != nil { progress.isHurried = true }
      return progress.cancel
    }
    cancel?()
  }

  /// Ends the wait after a lost connection, because another request succeeded.
  ///
  /// The wait continues when the server refuses or limits the polls themselves.
  func serverAnswered() {
    guard case .offline(let error, _) = progress.withLock({ $0.shown }) else { return }
    if error.reason.tellsOfAbsence { delay.wake() }
  }

  func show(_ state: ConnectionState) {
    let isNew = progress.withLock { progress in
      defer { progress.shown = state }
      return progress.shown != state
    }
    guard isNew else { return }
    if state != .online {
      store.typing.clear()
      store.presence.noteLoss()
    }
    subject.send(state)
  }

  /// Polls until the task is cancelled or the account is signed out.
  func run() async {
    guard !Task.isCancelled else { return }
    show(.connecting)
    var pace = SyncPace()
    while !Task.isCancelled {
      var token: SyncToken?
      do throws(RequestError) {
        let engine = try await engine()
        let start = try await store.syncStart()
        token = start.token.flatMap { $0.kind == engine.kind ? $0 : nil }
        try await poll(engine, from: start, after: token, &pace)
        if let pause = pace.pauseAfterResponse { await delay.wait(pause, on: scheduler) }
      } catch {
        guard !Task.isCancelled else { return }
        if error.reason == .cancelled, isHurried { continue }
        if case .signedOut = error.reason {
          show(.idle)
          return
        }
        await recover(from: error, after: token, &pace)
      }
    }
  }

  /// The engine in use; asks the server first what it offers, and later again if it did not say.
  private func engine() async throws(RequestError) -> any SyncEngine {
    let (known, asks) = progress.withLock { progress in
      let isAnswerNeeded = progress.choice.kind == nil || !progress.isHurried
      return (progress.choice.kind, isAnswerNeeded && progress.choice.isToAsk(at: scheduler.now))
    }
    if let known, !asks { return engines[known] }
    do throws(RequestError) {
      return engines[try await askForKind()]
    } catch {
      guard let known, error.reason != .cancelled else { throw error }
      progress.withLock { $0.choice.askLater(scheduler.now) }
      return engines[known]
    }
  }

  private func askForKind() async throws(RequestError) -> SyncToken.Kind {
    if isHurried { show(.connecting) }
    let request = progress.withLock { progress in
      let request = Self.start { [engines] () async throws(RequestError) in
        try await engines.offersSliding()
      }
      progress.isHurried = false
      progress.cancel = { request.cancel() }
      return request
    }
    let offersSliding = try await outcome(of: request)
    return progress.withLock { progress in
      progress.choice.begin(offersSliding: offersSliding, at: scheduler.now)
      return progress.choice.kind ?? .full
    }
  }

  private func poll(
    _ engine: any SyncEngine, from start: SyncStart, after token: SyncToken?,
    _ pace: inout SyncPace
  ) async throws(RequestError) {
    if isHurried { show(.connecting) }
    let begin = scheduler.now
    let (news, wait) = try await ask(
      engine, after: token?.text, mayWait: token != nil && pace.mayWait)
    guard !Task.isCancelled else { return }
    try await store.apply(news, from: start, at: now())
    // After a failure the first poll does not wait, so a quick, empty response is expected then.
    let duration = scheduler.now - begin
    let isIdle = wait > .zero && news.isEmpty && duration < .seconds(1)
    let isQuick = wait > .zero && duration < .milliseconds(100)
    let isStuck = news.token == token && !news.isEmpty
    pace.succeeded(
      isIdle: isIdle, isStuck: isStuck, isQuick: isQuick, isIncremental: token != nil,
      isPartial: news.isPartial)
    progress.withLock { $0.choice.succeeded(isIncremental: token != nil) }
    if !Task.isCancelled { show(.online) }
  }

  var isHurried: Bool { progress.withLock { $0.isHurried } }

  /// Makes one poll; also returns how long the server might hold it.
  private func ask(
    _ engine: any SyncEngine, after token: String?, mayWait: Bool
  ) async throws(RequestError) -> (SyncNews, wait: Duration) {
    let (request, wait) = progress.withLock { progress in
      let wait = mayWait && !progress.isHurried ? Self.longPoll : .zero
      let request = Self.start { () async throws(RequestError) in
        try await engine.poll(after: token, wait: wait)
      }
      progress.isHurried = false
      progress.cancel = { request.cancel() }
      return (request, wait)
    }
    return (try await outcome(of: request), wait)
  }

  private static func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(RequestError) -> Value
  ) -> Request<Value> {
    Request {
      do throws(RequestError) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
  }

  /// Waits for a request, which `reconnect()` can cancel.
  private func outcome<Value>(of request: Request<Value>) async throws(RequestError) -> Value {
    let result = await withTaskCancellationHandler {
      await request.value
    } onCancel: {
      request.cancel()
    }
    progress.withLock { $0.cancel = nil }
    return try result.get()
  }
}
