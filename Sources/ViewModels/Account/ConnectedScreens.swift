import Controllers
import Models
import Signals

/// The main screens of the connected accounts, and what these have to tell.
///
/// An account gets its screen when it is first in front, and keeps it while it is connected.
final class ConnectedScreens {
  /// What to tell the user, of all accounts.
  let alerts: Signal<Alert, Never>
  /// What happened to the accounts by itself.
  let notices = Notices()

  private let sessions: any SessionController
  private let overview: AccountsOverview
  private let world: World
  private let subject = Subject<Alert, Never>()
  private var connected: [AccountID: Connected] = [:]
  /// The account of the last notice, which alone takes it back.
  private var told: AccountID?
  /// Whether the user looks at the terminal, as far as it tells.
  private var hasFocus = true
  private let lifetime = Lifetime()

  /// What is kept for a connected account.
  private struct Connected {
    var screen: MainViewModel?
    var alerts: AlertsViewModel
    /// Nil for an account with a screen, which has its own.
    var background: Background?
    let alertWork = SerialDisposable()
  }

  /// What an account without a screen does.
  private struct Background {
    let presence: PresenceChoice
    let removals: RemovalWatch
    let requests: RequestWatch

    init(_ session: Session, _ world: World, _ notices: Notices) {
      presence = PresenceChoice(session: session, world: world)
      removals = RemovalWatch(rooms: session.rooms, reading: Property(nil), notices: notices)
      requests = RequestWatch(rooms: session.rooms, notices: notices)
    }
  }

  init(sessions: any SessionController, overview: AccountsOverview, world: World) {
    self.sessions = sessions
    self.overview = overview
    self.world = world
    alerts = subject.signal
    lifetime.add(sessions.sessions.observe { [weak self] in self?.follow($0) })
    lifetime.add(sessions.session.observe { [weak self] in self?.note(front: $0?.id) })
  }

  /// The screen of a connected account, made when it is needed first.
  func screen(of session: Session) -> MainViewModel {
    if let screen = connected[session.id]?.screen { return screen }
    let screen = MainViewModel(
      session: session, sessions: sessions, world: world, overview: overview,
      notices: notices(of: session.id))
    screen.openFirstRoom()
    screen.isInFront.value = sessions.session.value?.id == session.id
    keep(screen.alerts, screen, of: session.id)
    return screen
  }

  /// The terminal has the focus, or another window has it.
  func focusChanged(_ hasFocus: Bool) {
    guard hasFocus != self.hasFocus else { return }
    self.hasFocus = hasFocus
    for account in connected.values { account.alerts.focusChanged(hasFocus) }
  }

  private func follow(_ sessions: [Session]) {
    let ids = Set(sessions.map(\.id))
    for id in connected.keys where !ids.contains(id) {
      connected.removeValue(forKey: id)?.alertWork.dispose()
    }
    // The one in front gets its screen.
    for session in sessions
    where connected[session.id] == nil && session.id != self.sessions.session.value?.id {
      keep(
        AlertsViewModel(session: session, world: world, inFront: Property(nil)), nil,
        Background(session, world, notices(of: session.id)), of: session.id)
      session.sync.start()
    }
  }

  private func keep(
    _ alerts: AlertsViewModel, _ screen: MainViewModel?, _ background: Background? = nil,
    of id: AccountID
  ) {
    connected[id]?.alertWork.dispose()
    let account = Connected(screen: screen, alerts: alerts, background: background)
    connected[id] = account
    alerts.focusChanged(hasFocus)
    account.alertWork.inner = alerts.alerts.observe(on: .main).subscribe { [weak self] in
      self?.tell($0, of: id)
    }
  }

  private func note(front: AccountID?) {
    for (id, account) in connected { account.screen?.isInFront.value = id == front }
  }

  /// The notices of one account.
  private func notices(of id: AccountID) -> Notices {
    Notices { [weak self] in
      if let self { notices.tell($0 + suffix(of: id)) }
    }
  }

  /// Names an account that is not in front.
  private func suffix(of id: AccountID) -> String {
    guard sessions.session.value?.id != id else { return "" }
    return " · \(AccountText.name(id, among: overview.entries.value.map(\.account.id)))"
  }

  /// Passes on what an account has to tell.
  private func tell(_ alert: Alert, of id: AccountID) {
    switch alert {
    case .ring: subject.send(alert)
    case .show(var text):
      told = id
      text.titleText += suffix(of: id)
      subject.send(.show(text))
    case .withdraw where told == id: subject.send(alert)
    case .withdraw: break
    }
  }
}
