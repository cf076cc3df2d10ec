import Controllers
import MatrixWire
import Signals
import Synchronization

/// The polling itself: asks, takes the answer over, asks again.
final class SyncLoop: Sendable {
  /// How long the server may hold an answer back.
  private static let longPoll = Duration.seconds(30)

  private let network: MatrixNetworkController
  private let store: AccountStore
  private let scheduler: any Scheduler
  private let backoff: Backoff
  private let revival: ServerRevival?
  private let delay = WakeableDelay()
  private let subject = ReplaySubject<ConnectionState, Never>(capacity: 1)
  /// What was shown last, and where the next poll goes on.
  private let progress = Mutex<(shown: ConnectionState, since: String?)>((.idle, nil))

  init(
    network: MatrixNetworkController, store: AccountStore, scheduler: any Scheduler,
    backoff: Backoff, revival: ServerRevival?
  ) {
    self.network = network
    self.store = store
    self.scheduler = scheduler
    self.backoff = backoff
    self.revival = revival
    subject.send(.idle)
  }

  var connection: Signal<ConnectionState, Never> { subject.signal }

  func wake() { delay.wake() }

  /// Ends the wait after a lost connection, because another request got through.
  ///
  /// A server that refuses or limits the polls themselves is left alone.
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
    show(.connecting)
    var pace = Pace()
    while !Task.isCancelled {
      let since = progress.withLock { $0.since }
      do throws(RequestError) {
        try await poll(since: since, &pace)
        if let pause = pace.pauseAfterAnswer { await delay.wait(pause, on: scheduler) }
      } catch {
        guard !Task.isCancelled else { return }
        if case .signedOut = error.reason {
          show(.idle)
          return
        }
        await recover(from: error, since: since, &pace)
      }
    }
  }

  private func poll(since: String?, _ pace: inout Pace) async throws(RequestError) {
    let wait = since == nil || pace.failures > 0 ? .zero : Self.longPoll
    let begin = scheduler.now
    let answer = try await network.request(.sync(since: since, wait: wait))
    guard !Task.isCancelled else { return }
    guard let next = answer.value.nextBatch, !next.isEmpty, next.utf8.count <= 8192 else {
      throw RequestError(operation: .sync, reason: .malformedAnswer(path: "next_batch"))
    }
    await store.apply(answer, isInitial: since == nil)
    progress.withLock { $0.since = next }
    // After a failure the first poll does not wait, so a quick and empty answer is expected then.
    let isIdle = wait > .zero && answer.value.isEmpty && scheduler.now - begin < .seconds(1)
    pace.succeeded(isIdle: isIdle, isIncremental: since != nil)
    if !Task.isCancelled { show(.online) }
  }

  private func recover(from error: RequestError, since: String?, _ pace: inout Pace) async {
    if error.status == 400, since != nil {
      // The token is not known any more: begin anew with the whole account.
      progress.withLock { $0.since = nil }
      pace.restarts += 1
      if pace.restarts == 1 { return }
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
    show(.offline(error, retryAfter: pause))
    await delay.wait(pause, on: scheduler)
  }

  /// Has the server run again if it is gone; true when it may be asked at once.
  private func revive(
    after error: RequestError, _ pace: inout Pace
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

/// What keeps the loop from asking too often.
private struct Pace {
  /// Failures in a row.
  var failures = 0
  /// How often a token was refused since the last one that worked.
  var restarts = 0
  /// When the server was started again, within the last minute.
  private var revivals: [Duration] = []
  /// Answers in a row that came at once and said nothing.
  private var idleAnswers = 0

  mutating func succeeded(isIdle: Bool, isIncremental: Bool) {
    failures = 0
    idleAnswers = isIdle ? idleAnswers + 1 : 0
    if isIncremental { restarts = 0 }
  }

  /// A server that ends again and again is not started for ever without a pause.
  mutating func pauseBeforeRevival(at now: Duration) -> Duration? {
    revivals.removeAll { now - $0 > .seconds(60) }
    return revivals.count < 3 ? nil : .seconds(30)
  }

  mutating func revived(at now: Duration) { revivals.append(now) }

  /// A server that does not hold answers back is asked ever more slowly.
  var pauseAfterAnswer: Duration? {
    idleAnswers < 3 ? nil : .seconds(min(30, 1 << min(idleAnswers - 3, 5)))
  }
}

extension RawSyncAnswer {
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
