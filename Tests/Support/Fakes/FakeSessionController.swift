package import Controllers
package import Signals

/// A session controller whose session the test sets.
@MainActor
package final class FakeSessionController: SessionController {
  /// The session, set by the test.
  package let current: MutableProperty<Session?>
  /// How the last session ended, set by the test.
  package let lastEnding: MutableProperty<SessionEnding?>
  /// The current restore step, set by the test.
  package let restoreStep = MutableProperty(RestoreStep.readingFiles)
  package let onDiscover = Script<String, ServerDescription>("discover", .discover)
  package let onSignIn = Script<Credentials, Session>("signIn", .signIn)
  package let onRestore = Script<Void, Session?>("restore", .restore)
  package let onRestoreOthers = Script<Void, Void>("restoreOthers", .restore)
  package let onShow = Script<AccountID, Void>("show", .restore)
  package let onDisconnect = Script<AccountID, Void>("disconnect", .signOut)
  package let onSignOut = Script<AccountID, Void>("signOut", .signOut)
  package let onRemove = Script<AccountID, Void>("remove", .signOut)
  package let onRestoreOne = Script<AccountID, Session?>("restore one", .restore)
  /// The connected accounts that are not in front, set by the test.
  package let others = MutableProperty<[Session]>([])
  /// What accounts without a session are doing, set by the test.
  package let unconnected = MutableProperty<[KnownAccount]>([])
  /// The account that was in front before, set by the test.
  package let last = MutableProperty<AccountID?>(nil)
  /// How often the place in front was left empty.
  package private(set) var showNoneCount = 0

  package let sessions: Property<[Session]>
  package let accounts: Property<[KnownAccount]>
  /// Observed, the lists let go of what has left them.
  private let watch: any Disposable

  package let pages = FakeBrowserController()
  package let newAccounts = FakeRegistrationController()

  /// Creates a controller without a session by default.
  package init(session: Session? = nil, ending: SessionEnding? = nil) {
    current = MutableProperty(session)
    lastEnding = MutableProperty(ending)
    sessions = current.combineLatest(with: others).map { ($0.map { [$0] } ?? []) + $1 }
    accounts = sessions.combineLatest(with: unconnected).map { sessions, unconnected in
      sessions.map { KnownAccount(id: $0.id, state: .connected) } + unconnected
    }
    watch = accounts.observe { _ in }
    onRestoreOthers.answer(with: .empty)
  }

  package var browser: any BrowserController { pages }
  package var registration: any RegistrationController { newAccounts }
  package var session: Property<Session?> { current }
  package var ending: Property<SessionEnding?> { lastEnding }
  package var previous: Property<AccountID?> { last }
  package var restoring: Property<RestoreStep> { restoreStep }

  package func discover(_ server: String) -> Signal<ServerDescription, RequestError> {
    onDiscover.signal(server)
  }

  package func signIn(_ credentials: Credentials) -> Signal<Session, RequestError> {
    onSignIn.signal(credentials)
  }

  package func restore() -> Signal<Session?, RequestError> { onRestore.signal(()) }

  package func restoreOthers() -> Signal<Void, Never> {
    onRestoreOthers.signal(()).catch { _ in .empty }
  }

  package func show(_ account: AccountID) -> Signal<Void, RequestError> { onShow.signal(account) }

  package func showNone() { showNoneCount += 1 }

  package func disconnect(_ account: AccountID) -> Signal<Void, RequestError> {
    onDisconnect.signal(account)
  }

  package func signOut(_ account: AccountID) -> Signal<Void, RequestError> {
    onSignOut.signal(account)
  }

  package func remove(_ account: AccountID) -> Signal<Void, RequestError> {
    onRemove.signal(account)
  }

  package func restore(_ account: AccountID) -> Signal<Session?, RequestError> {
    onRestoreOne.signal(account)
  }

  package func storedAccounts() -> Signal<[AccountID], RequestError> {
    .just(accounts.value.map(\.id))
  }
}
