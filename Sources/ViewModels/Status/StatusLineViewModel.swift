package import Controllers
import Models
public import Signals

/// How the connection stands, for colours.
public enum ConnectionStatus: Sendable, Hashable {
  case idle
  case connecting
  case online
  case offline
}

/// The line at the top of the main screen.
public final class StatusLineViewModel {
  /// The account, without its sigil.
  public let accountText: Property<String>
  /// The connection in words; while offline with the time until the next try.
  public let connectionText: Property<String>
  /// The connection for colours.
  public let connectionState: Property<ConnectionStatus>
  /// "2 unsent", or nothing.
  public let unsentText: Property<String>
  /// "inbox 3  @2", or nothing.
  public let inboxText: Property<String>

  private let countdown = MutableProperty<Duration?>(nil)
  private let lifetime = Lifetime()

  package init(session: Session, world: World) {
    let state = Property<ConnectionState>(initial: .idle, then: session.sync.connection)
    let countdown = countdown
    accountText = Property(String(session.userID.rawValue.dropFirst()))
    connectionState = state.map(Self.status)
    connectionText = state.combineLatest(with: countdown).map { Self.text($0, $1) }
    unsentText = Property<Int>(initial: 0, then: session.sender.unsentCount)
      .map { $0 == 0 ? "" : "\($0) unsent" }
    inboxText = Property<String>(
      initial: "",
      then: session.rooms.rooms.map { rooms in
        Self.inbox(
          unread: rooms.count { $0.unreadCount > 0 || $0.membership == .invited },
          mentions: rooms.reduce(0) { $0 + $1.mentionCount })
      })
    count(state, scheduler: world.scheduler)
  }

  /// Counts down to the next try; there is no timer while the connection stands.
  private func count(_ state: Property<ConnectionState>, scheduler: any Scheduler) {
    let countdown = countdown
    let ticks = SerialDisposable()
    lifetime.add(ticks)
    lifetime.add(
      state.observe { state in
        guard case .offline(_, let wait) = state, wait > .zero else {
          ticks.inner = nil
          countdown.value = nil
          return
        }
        countdown.value = wait
        ticks.inner = Signal<Int, Never>.interval(.seconds(1), on: scheduler)
          .observe(on: .main).subscribe { _ in
            let left = (countdown.value ?? .zero) - .seconds(1)
            countdown.value = max(left, .zero)
            if left <= .zero { ticks.inner = nil }
          }
      })
  }

  private static func status(_ state: ConnectionState) -> ConnectionStatus {
    switch state {
    case .idle: .idle
    case .connecting: .connecting
    case .online: .online
    case .offline: .offline
    }
  }

  private static func text(_ state: ConnectionState, _ countdown: Duration?) -> String {
    switch state {
    case .idle: ""
    case .connecting: "connecting…"
    case .online: "online"
    case .offline(let error, _): "offline: \(cause(error)), \(next(countdown))"
    }
  }

  private static func next(_ countdown: Duration?) -> String {
    guard let countdown, countdown > .zero else { return "trying again…" }
    return "trying again in \(DurationText.text(countdown)) (F5 tries now)"
  }

  private static func cause(_ error: RequestError) -> String {
    switch error.reason {
    case .unreachable: "the server cannot be reached"
    case .timedOut: "the server does not answer"
    case .limited: "the server asks to wait"
    case .malformedAnswer(let path): "the answer makes no sense at \(path)"
    case .refused: "the server refused\(error.status.map { " (\($0))" } ?? "")"
    default: ErrorSentences.text(error)
    }
  }

  private nonisolated static func inbox(unread: Int, mentions: Int) -> String {
    guard unread > 0 else { return "" }
    return "inbox \(unread)" + (mentions > 0 ? "  @\(mentions)" : "")
  }
}
