package import Controllers
import Models
public import Signals

/// The form that starts the chat on this machine or signs in elsewhere: with a password, by a web page, or to
/// a new account.
public final class SignInViewModel {
  /// The first choice: the chat on this machine.
  public let local: LocalSignInViewModel
  /// The server as typed; when empty, the user ID determines the server.
  public let serverText: Property<String>
  /// The user ID as typed.
  public let userText: Property<String>
  /// The state of server discovery: "looking…", the address and version, or an error.
  public let serverStatusText: Property<String>
  /// Why the form is shown, when the user did not end the session.
  public let hintText: Property<String>
  /// Why the last attempt failed and what to do next.
  public let errorText: Property<String>
  /// The current step; empty when idle.
  public let progressText: Property<String>
  /// Whether any sign-in is in progress, local or remote.
  public let isBusy: Property<Bool>
  /// The account that can be put in front instead, such as "ada:example.org"; empty without one.
  public let otherAccountText: Property<String>
  /// Puts that account in front.
  public let showOther: Command<Void, Void, Never>
  /// Signs in; enabled while user and password are filled in.
  public let signIn: Command<Void, Void, Never>
  /// Whether passwords are of use; they are until the server says otherwise.
  public let acceptsPasswords: Property<Bool>
  /// Whether the server signs people in by a web page.
  public let offersBrowser: Property<Bool>
  /// Whether the server takes a token that signs in once.
  public let offersTokens: Property<Bool>
  /// Whether the server takes new accounts.
  public let offersRegistration: Property<Bool>
  /// The question in place of the form, while one is open.
  public let question: Property<PromptViewModel?>
  /// The list in place of the form, while one is open.
  public let sheet: Property<SheetViewModel?>
  /// The wait for a web page in place of the form, while there is one.
  public let page: Property<BrowserPageViewModel?>

  let sessions: any SessionController
  let questions: Questions
  private let sheets = Sheets()
  private let settings: SettingsScreen
  let work: SignInWork
  /// The server that the form means, once it is known.
  let found = MutableProperty<ServerDescription?>(nil)
  let openPage = MutableProperty<BrowserPageViewModel?>(nil)
  /// The sign-in after a page or a registration.
  let signingIn = SerialDisposable()
  private let server: MutableProperty<String>
  private let user: MutableProperty<String>
  private let password = MutableProperty(Secret(""))
  private let status = MutableProperty("")
  let error = MutableProperty("")
  private let lifetime = Lifetime()

  package init(
    sessions: any SessionController, local: any LocalServerController, world: World,
    restoreFailure: RequestError?
  ) {
    let ending = sessions.ending.value
    let progress = MutableProperty("")
    let work = SignInWork(sessions: sessions, progress: progress, error: error)
    self.sessions = sessions
    self.work = work
    questions = Questions(scheduler: world.scheduler)
    question = questions.open
    sheet = sheets.open
    settings = SettingsScreen(sheets: sheets, questions: questions, world: world)
    page = openPage
    acceptsPasswords = found.map { server in
      server.map { $0.acceptsPasswords || $0.browserWays.isEmpty } ?? true
    }
    offersBrowser = found.map { $0?.browserWays.isEmpty == false }
    offersTokens = found.map { $0?.acceptsLoginTokens == true }
    offersRegistration = found.map { ($0?.registration ?? .closed) != .closed }
    let isElsewhere = sessions.accounts.value.contains { account in
      account.id.server != nil && ending.map { account.state == .ended($0) } == true
    }
    self.local = LocalSignInViewModel(
      local: local,
      suggestion: LocalSuggestion(
        accounts: local.accounts.value, loginName: world.loginName, ending: ending,
        isElsewhere: isElsewhere, hasFailed: restoreFailure != nil),
      chosen: world.chosen, progress: progress, error: error)
    let server = MutableProperty(SignInHints.server(ending))
    let user = MutableProperty(SignInHints.user(ending))
    let (password, error) = (password, error)
    (self.server, self.user) = (server, user)
    serverText = server
    userText = user
    errorText = error
    hintText = Property(SignInHints.text(ending, restoreFailure))
    let place = server.combineLatest(with: user).map { SignInHints.place(server: $0, user: $1) }
    serverStatusText = status
    let isComplete = Property<(String?, String, Secret<String>)>.combineLatest(
      place, user, password
    ).map { place, user, password in
      place != nil && !user.isBlank && !password.reveal().isEmpty
    }
    let canSignIn = isComplete.combineLatest(with: progress).map { isComplete, progress in
      isComplete && progress.isEmpty
    }
    progressText = progress
    signIn = Command(isEnabled: canSignIn) { _ in
      work.run(
        Credentials(
          server: place.value ?? "", user: user.value.trimmed, password: password.value))
    }
    isBusy = progress.map { !$0.isEmpty }
    let other = Self.other(sessions)
    otherAccountText = other.map { $0.map(AccountText.name) ?? "" }
    let canShow = other.combineLatest(with: progress).map { $0 != nil && $1.isEmpty }
    showOther = Command(isEnabled: canShow) { _ in
      guard let account = other.value else { return .empty }
      error.value = ""
      return sessions.show(account).handled(failed: { error.value = ErrorSentences.text($0) })
    }
    lifetime.add(signingIn)
    discover(place, sessions: sessions, world: world)
  }

  /// The account to go to instead: the one from which the user came, a connected one, or the first that can
  /// be connected.
  private static func other(_ sessions: any SessionController) -> Property<AccountID?> {
    sessions.accounts.combineLatest(with: sessions.previous).map { accounts, previous in
      let others = accounts.filter { account in
        if case .ended = account.state { false } else { true }
      }
      let connected = others.filter { $0.state == .connected }
      return (connected.first { $0.id == previous } ?? connected.first ?? others.first)?.id
    }
  }

  /// Updates the text of the server field.
  public func serverChanged(_ text: String) {
    server.value = text
    error.value = ""
  }

  /// Updates the text of the user field.
  public func userChanged(_ text: String) {
    user.value = text
    error.value = ""
  }

  /// Updates the password; the view model never exposes it.
  public func passwordChanged(_ text: String) {
    password.value = Secret(text)
    error.value = ""
  }

  /// Shows the settings of the program, which need no account; `tell` says what came of a change.
  public func showSettings(keys: KeyChoices, tell: @escaping (String) -> Void) {
    settings.show(of: nil, alertRules: nil, keys: keys, tell: tell)
  }

  /// Goes back from a list.
  public func closeSheet() { sheets.close() }

  /// Discovers the server once typing pauses.
  private func discover(
    _ place: Property<String?>, sessions: any SessionController, world: World
  ) {
    let (status, found) = (status, found)
    let request = SerialDisposable()
    lifetime.add(request)
    // The old status describes another server, so clear it at once, even while the user types.
    lifetime.add(
      place.observe { _ in
        request.inner = nil
        status.value = ""
        found.value = nil
      })
    let typed = place.signal.debounce(.milliseconds(500), on: world.scheduler)
    lifetime.add(
      typed.observe(on: .main).subscribe { place in
        guard let place else { return }
        status.value = "Looking for \(place)…"
        request.inner = sessions.discover(place).observe(on: .main).subscribe(
          value: {
            status.value = SignInHints.text($0)
            found.value = $0
          },
          failed: { status.value = ErrorSentences.text($0) })
      })
  }
}
