import Controllers
import Models
import Signals
import Support

/// The session that a test signs in to.
@MainActor
final class StageSessions: SessionController {
  let current = MutableProperty<Session?>(nil)
  let currentEnding = MutableProperty<SessionEnding?>(nil)
  var stored: Session?
  var signInOutcome: Signal<Session, RequestError> = .never
  var discovery: Signal<ServerDescription, RequestError> = .never
  let journal = Journal()
  let pages = FakeBrowserController()
  let newAccounts = FakeRegistrationController()

  var browser: any BrowserController { pages }
  var registration: any RegistrationController { newAccounts }
  var session: Property<Session?> { current }
  var ending: Property<SessionEnding?> { currentEnding }
  let restoring = Property(RestoreStep.readingFiles)

  func discover(_ server: String) -> Signal<ServerDescription, RequestError> { discovery }

  func signIn(_ credentials: Credentials) -> Signal<Session, RequestError> {
    journal.note(
      "signIn \(credentials.user) at \(credentials.server) by \(credentials.password.reveal())")
    return signInOutcome
  }

  /// A start that goes on when a test sends a value here; nil for one that takes no time.
  var start: Subject<Void, RequestError>?

  func restore() -> Signal<Session?, RequestError> {
    guard let start else {
      current.value = stored
      return .just(stored)
    }
    return start.signal.take(first: 1).map { [current, stored] in
      MainActor.assumeIsolated { current.value = stored }
      return stored
    }
  }

  func signOut(_ account: AccountID) -> Signal<Void, RequestError> {
    journal.note("signOut \(account.userID)")
    currentEnding.value = .signedOut
    current.value = nil
    return .just(())
  }

  func remove(_ account: AccountID) -> Signal<Void, RequestError> {
    journal.note("remove \(account.userID)")
    return signOut(account)
  }

  func restore(_ account: AccountID) -> Signal<Session?, RequestError> { restore() }

  func storedAccounts() -> Signal<[AccountID], RequestError> { .just(accounts.value.map(\.id)) }

  let others = MutableProperty<[Session]>([])
  let unconnected = MutableProperty<[KnownAccount]>([])
  let previous = Property<AccountID?>(nil)

  var sessions: Property<[Session]> {
    current.combineLatest(with: others).map { ($0.map { [$0] } ?? []) + $1 }
  }

  var accounts: Property<[KnownAccount]> {
    sessions.combineLatest(with: unconnected).map { sessions, unconnected in
      sessions.map { KnownAccount(id: $0.id, state: .connected) } + unconnected
    }
  }

  func restoreOthers() -> Signal<Void, Never> { .empty }

  /// Changes places with the session in front.
  func show(_ account: AccountID) -> Signal<Void, RequestError> {
    journal.note("show \(account.userID)")
    guard let next = others.value.first(where: { $0.id == account }) else { return .empty }
    batch {
      others.value = others.value.filter { $0.id != account } + (current.value.map { [$0] } ?? [])
      current.value = next
    }
    return .just(())
  }

  func showNone() {
    journal.note("showNone")
    batch {
      others.value += current.value.map { [$0] } ?? []
      current.value = nil
    }
  }

  func disconnect(_ account: AccountID) -> Signal<Void, RequestError> {
    journal.note("disconnect \(account.userID)")
    return .just(())
  }
}

/// This machine's server, as the test configures it.
@MainActor
final class StageLocalServer: LocalServerController {
  let known = MutableProperty<[LocalAccount]>([])
  let steps = Subject<LocalSignUp, RequestError>()
  let journal = Journal()

  var accounts: Property<[LocalAccount]> { known }

  func load() -> Signal<[LocalAccount], RequestError> { .just(known.value) }

  func signUp(name: String) -> Signal<LocalSignUp, RequestError> {
    journal.note("signUp \(name)")
    return steps.signal
  }
}
