import Controllers
import Models
public import Signals

/// The state of the connection, for colours.
public nonisolated enum ConnectionStatus: Sendable, Hashable {
  case idle
  case connecting
  case online
  case offline
}

/// The line at the top of the main screen.
public final class StatusLineViewModel {
  /// The account's id, without its sigil.
  public let accountText: Property<String>
  /// The connection in words; while offline, since when, and the time until the next attempt.
  public let connectionText: Property<String>
  /// The same for a line with less room: without the time until the next attempt.
  public let mediumConnectionText: Property<String>
  /// The same for a line with even less room: what it cuts off is less than the key that tries again.
  public let shortConnectionText: Property<String>
  /// The state of the connection, for colours.
  public let connectionState: Property<ConnectionStatus>
  /// "2 unsent", or empty; includes failed messages.
  ///
  /// While the server limits the account, "2 unsent, again at 21:56".
  public let unsentText: Property<String>
  /// "file repaired", or empty: see `repairNotice`.
  public let repairText: String
  /// What became of a damaged file of the account, in a sentence; empty when there is nothing to report.
  public let repairNotice: String
  /// That the cache was of no use, in a sentence; empty when it was not.
  public let cacheNotice: Property<String>
  /// "drafts not kept" while the disk does not take them, or empty: see `keepingNotice`.
  public let keepingText: Property<String>
  /// Why drafts are not kept, in a sentence, or empty.
  public let keepingNotice: Property<String>
  /// "inbox 3  @2", or empty.
  public let inboxText: Property<String>
  /// What needs attention in other accounts, such as "grace 3  @1, eve offline", or empty.
  public let othersText: Property<String>
  /// The same for a line with less room, which cuts the names off and not what is said of them.
  public let shortOthersText: Property<String>

  /// The connection and the time until the next attempt.
  private struct Shown: Equatable {
    var state = ConnectionState.idle
    var left = Duration.zero
    /// When the server last sent what is shown.
    var lastSync: Timestamp?
  }

  /// Counts as long as somebody looks.
  private let overview: AccountsOverview
  private let lifetime = Lifetime()

  init(session: Session, world: World, overview: AccountsOverview) {
    let own = session.id
    func news(_ named: @escaping ([AccountID]) -> [AccountID: String]) -> Property<String> {
      overview.entries.map { entries in
        let names = named(entries.map(\.account.id))
        return entries.filter { $0.account.id != own }
          .map { AccountText.news($0, name: names[$0.account.id] ?? "") }
          .filter { !$0.isEmpty }.joined(separator: ", ")
      }
    }
    othersText = news(AccountText.briefNames)
    shortOthersText = news(AccountText.shortNames)
    let shown = MutableProperty(Shown())
    accountText = Property(String(session.userID.rawValue.dropFirst()))
    repairText = session.repair == nil ? "" : "file repaired"
    repairNotice = session.repair.map(Self.notice) ?? ""
    cacheNotice = Property(initial: false, then: session.sync.cacheLosses.map { _ in true })
      .map { $0 ? Self.cacheLoss : "" }
    let keeping = Property<RequestError?>(initial: nil, then: session.places.problem)
    keepingText = keeping.map { $0 == nil ? "" : "drafts not kept" }
    keepingNotice = keeping.map { $0.map { "Drafts are not kept: \(Self.cause($0))" } ?? "" }
    connectionState = shown.map { Self.status($0.state) }
    connectionText = shown.combineLatest(with: world.chosen.map { $0.key(.refresh) }).map {
      shown, key in
      Self.text(
        shown, lastSync: shown.lastSync.map { world.time.moment($0, now: world.now()) }, key: key)
    }
    mediumConnectionText = shown.combineLatest(with: world.chosen.map { $0.key(.refresh) }).map {
      shown, key in
      Self.shortText(
        shown, lastSync: shown.lastSync.map { world.time.moment($0, now: world.now()) }, key: key)
    }
    shortConnectionText = shown.combineLatest(with: world.chosen.map { $0.key(.refresh) }).map {
      Self.shortText($0, lastSync: nil, key: $1)
    }
    lifetime.add(
      session.sync.lastSync.observe(on: .main).subscribe { time in
        shown.modify { $0.lastSync = time }
      })
    unsentText = Property<UnsentCount>(
      initial: UnsentCount(), then: session.sender.unsentCount
    )
    .map { Self.text($0, world) }
    inboxText = overview.inbox(of: own).map(\.text)
    self.overview = overview
    follow(session.sync.connection, shown: shown, scheduler: world.scheduler)
  }

  /// Counts down to the next attempt; no timer runs while the connection is up.
  ///
  /// Each state change restarts the countdown, even to the same state.
  private func follow(
    _ connection: Signal<ConnectionState, Never>, shown: MutableProperty<Shown>,
    scheduler: any Scheduler
  ) {
    let ticks = SerialDisposable()
    lifetime.add(ticks)
    lifetime.add(
      connection.observe(on: .main).subscribe { state in
        ticks.inner = nil
        guard case .offline(_, let wait) = state, wait > .zero else {
          shown.modify { ($0.state, $0.left) = (state, .zero) }
          return
        }
        shown.modify { ($0.state, $0.left) = (state, wait) }
        ticks.inner = Signal<Int, Never>.interval(.seconds(1), on: scheduler)
          .observe(on: .main).subscribe { _ in
            shown.modify { $0.left = max($0.left - .seconds(1), .zero) }
            if shown.value.left <= .zero { ticks.inner = nil }
          }
      })
  }

  private static let cacheLoss =
    "The cache was unusable and is loaded again; drafts and unsent messages are safe."

  private static func notice(_ repair: FileRepair) -> String {
    let outcome = repair.isComplete ? "all of it was saved" : "not all of it could be saved"
    return "The account's file was damaged; \(outcome). The damaged file is kept: \(repair.copy)"
  }

  private static func text(_ unsent: UnsentCount, _ world: World) -> String {
    let count = unsent.waiting + unsent.failed
    guard count > 0 else { return "" }
    guard let until = unsent.limitedUntil else { return "\(count) unsent" }
    return "\(count) unsent, again at \(world.time.clock(until))"
  }

  private static func status(_ state: ConnectionState) -> ConnectionStatus {
    switch state {
    case .idle: .idle
    case .connecting: .connecting
    case .online: .online
    case .offline: .offline
    }
  }

  private static func text(_ shown: Shown, lastSync: String?, key: String) -> String {
    switch shown.state {
    case .idle: ""
    case .connecting: "connecting…" + (lastSync.map { " (as of \($0))" } ?? "")
    case .online: "online"
    case .offline(let error, _):
      "offline" + (lastSync.map { " since \($0)" } ?? "")
        + ": \(cause(error)), \(next(shown.left, key: key))"
    }
  }

  private static func shortText(_ shown: Shown, lastSync: String?, key: String) -> String {
    guard case .offline(let error, _) = shown.state, shown.left > .zero else {
      return text(shown, lastSync: lastSync, key: key)
    }
    return "offline\(lastSync.map { " since \($0)" } ?? "") (\(key): now): \(cause(error))"
  }

  private static func next(_ left: Duration, key: String) -> String {
    guard left > .zero else { return "trying again…" }
    return "next try in \(DurationText.text(left)) (\(key): now)"
  }

  private static func cause(_ error: RequestError) -> String {
    switch error.reason {
    case .unreachable: "server unreachable"
    case .timedOut: "no response"
    case .limited: "too many requests"
    case .malformedResponse(let path): "invalid response at \(path)"
    case .refused: "the server refused\(error.status.map { " (\($0))" } ?? "")"
    case .tooLarge: "the response is too large"
    case .signedOut: "the session has ended"
    case .storage(let problem): "a file cannot be used: \(problem)"
    case .openElsewhere: "the account is open in another terminal"
    case .serverFailed(let cause, _): "the server could not start: \(cause)"
    case .insecure(let address): "\(address) is not secure"
    case .encryptedRoom, .invalidInput, .unusablePicture, .unusableFile, .unusablePlace,
      .unopenable, .yourself, .unsupportedProof, .needsBrowser, .differentPasswords,
      .isolatedServer, .unusableValue, .cancelled:
      "no request was sent"
    }
  }
}
