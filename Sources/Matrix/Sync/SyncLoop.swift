import Controllers
import MatrixWire
import Models
import Signals
import Synchronization

/// The polling loop: sends a request, applies the response, repeats.
final class SyncLoop: Sendable {
  /// How long the server may hold a response.
  private static let longPoll = Duration.seconds(30)

  private let network: MatrixNetworkController
  private let store: AccountStore
  private let scheduler: any Scheduler
  private let backoff: Backoff
  private let revival: ServerRevival?
  private let now: WallClock
  private let delay = WakeableDelay()
  private let subject = ReplaySubject<ConnectionState, Never>(capacity: 1)
  private let progress = Mutex(Progress())

  private typealias Poll = Task<Result<LenientResponse<RawSyncResponse>, RequestError>, Never>

  private struct Progress {
    /// The connection state emitted last.
    var shown = ConnectionState.idle
    /// The poll in flight.
    var poll: Poll?
    /// Whether the next poll should return at once, to show the state of the connection.
    var isHurried = false
  }

  init(
    network: MatrixNetworkController, store: AccountStore, scheduler: any Scheduler,
    backoff: Backoff, revival: ServerRevival?, now: @escaping WallClock
  ) {
    self.network = network
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
    let poll = progress.withLock { progress in
      progress.isHurried = true
      return progress.poll
    }
    poll?.cancel()
    delay.wake()
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
    if isNew { subject.send(state) }
  }

  /// Polls until the task is cancelled or the account is signed out.
  func run() async {
    guard !Task.isCancelled else { return }
    // The first poll shows whether the server is there; with the token of an earlier run it could wait
    // for news.
    progress.withLock { $0.isHurried = true }
    show(.connecting)
    var pace = SyncPace()
    while !Task.isCancelled {
      var since: String?
      do throws(RequestError) {
        since = try await store.syncToken()
        try await poll(since: since, &pace)
        if let pause = pace.pauseAfterResponse { await delay.wait(pause, on: scheduler) }
      } catch {
        guard !Task.isCancelled else { return }
        if error.reason == .cancelled, isHurried { continue }
        if case .signedOut = error.reason {
          show(.idle)
          return
        }
        await recover(from: error, since: since, &pace)
      }
    }
  }

  private func poll(since: String?, _ pace: inout SyncPace) async throws(RequestError) {
    if isHurried { show(.connecting) }
    let begin = scheduler.now
    let (response, wait) = try await ask(since: since, mayWait: since != nil && pace.failures == 0)
    guard !Task.isCancelled else { return }
    guard let next = response.value.nextBatch, !next.isEmpty, next.utf8.count <= 8192 else {
      throw RequestError(operation: .sync, reason: .malformedResponse(path: "next_batch"))
    }
    try await store.apply(response, isInitial: since == nil, token: next, at: now())
    // After a failure the first poll does not wait, so a quick, empty response is expected then.
    let isIdle = wait > .zero && response.value.isEmpty && scheduler.now - begin < .seconds(1)
    let isStuck = next == since && !response.value.isEmpty
    pace.succeeded(isIdle: isIdle, isStuck: isStuck, isIncremental: since != nil)
    if !Task.isCancelled { show(.online) }
  }

  private var isHurried: Bool { progress.withLock { $0.isHurried } }

  /// Makes one poll, which `reconnect()` can cancel; also returns how long the server might hold
  /// it.
  private func ask(
    since: String?, mayWait: Bool
  ) async throws(RequestError) -> (LenientResponse<RawSyncResponse>, wait: Duration) {
    let (poll, wait) = progress.withLock { progress in
      let wait = mayWait && !progress.isHurried ? Self.longPoll : .zero
      let poll = Poll { [network] in
        do throws(RequestError) {
          return .success(try await network.request(.sync(since: since, wait: wait)))
        } catch {
          return .failure(error)
        }
      }
      progress.isHurried = false
      progress.poll = poll
      return (poll, wait)
    }
    let result = await withTaskCancellationHandler {
      await poll.value
    } onCancel: {
      poll.cancel()
    }
    progress.withLock { $0.poll = nil }
    return (try result.get(), wait)
  }

  private func recover(from error: RequestError, since: String?, _ pace: inout SyncPace) async {
    if error.status == 400, since != nil {
      // The server no longer knows the token: start over with the whole account.
      pace.restarts += 1
      if (try? await store.forgetSyncToken()) != nil, pace.restarts == 1 { return }
    }
    pace.failures += 1
    var error = error
    do throws(RequestError) {
      if try await revive(after: error, &pace) { return }
    } catch let failure {
      error = failure
    }
    guard !Task.isCancelled else { return }
    await wait(backoff.delay(after: pace.failures, error), after: error)
  }

  private func wait(_ pause: Duration, after error: RequestError) async {
    guard !isHurried else { return }
    show(.offline(error, retryAfter: pause))
    await delay.wait(pause, on: scheduler)
  }

  /// Restarts the server if it is gone; true when it can be polled at once.
  private func revive(
    after error: RequestError, _ pace: inout SyncPace
  ) async throws(RequestError) -> Bool {
    guard let revival, error.reason.tellsOfAbsence else { return false }
    if let pause = pace.pauseBeforeRevival(at: scheduler.now) { await wait(pause, after: error) }
    guard !Task.isCancelled else { return true }
    show(.offline(error, retryAfter: .zero))
    guard try await revival() else { return false }
    pace.revived(at: scheduler.now)
    return true
  }
}

extension RawSyncResponse {
  /// True when nothing happened in the account.
  fileprivate var isEmpty: Bool {
    joined.isEmpty && invited.isEmpty && left.isEmpty && accountData.isEmpty
  }
}

extension RequestError.Reason {
  /// Whether the server may be gone.
  fileprivate var tellsOfAbsence: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
