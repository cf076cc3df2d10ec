package import Controllers
public import Signals

/// The screen to show.
public enum RootScreen {
  /// The app is not ready yet; the text says why.
  case starting(String)
  case signIn(SignInViewModel)
  case main(MainViewModel)
}

/// The root view model: the sign-in screen while signed out, otherwise the main screen.
///
/// When a session ends, its view models are released with it.
public final class RootViewModel {
  /// The current screen; each session has its own view model.
  public let screen: Property<RootScreen>
  /// What to tell the user, who may be looking at another window.
  public let alerts: Signal<Alert, Never>
  /// What happened to an account by itself, such as its removal from a room; empty at first.
  public var noticeText: Property<String> { screens.notices.text }
  /// The title of the window, with what waits in the inboxes.
  public let titleText: Property<String>

  /// The keys that the user gives to actions, by the actions' names.
  public let keys: Property<[String: [String]]>
  /// What is wrong with the file of the preferences, in one line; empty when nothing is.
  public let configurationNotice: Property<String>

  private let screens: ConnectedScreens
  private let scheduler: any Scheduler
  private let lifetime = Lifetime()

  /// Restores the stored session and shows the matching screen.
  package init(
    sessions: any SessionController, local: any LocalServerController, world: World
  ) {
    scheduler = world.scheduler
    keys = world.chosen.map(\.keys)
    configurationNotice = world.preferences.problems.combineLatest(
      with: world.preferences.keepsLast
    ).map { PreferenceText.notice($0, keepsLast: $1) }
    let overview = AccountsOverview(sessions: sessions)
    titleText = overview.entries.map { Inbox.titleText($0.map(\.inbox)) }
    let screens = ConnectedScreens(sessions: sessions, overview: overview, world: world)
    self.screens = screens
    alerts = screens.alerts
    let restoreFailure = MutableProperty<RequestError?>(nil)
    let isRestored = MutableProperty(false)
    screen = sessions.session.flatMap(.latest) { session in
      if let session {
        // A restore failure does not explain why this later session ended.
        restoreFailure.value = nil
        return Property(RootScreen.main(screens.screen(of: session)))
      }
      return isRestored.flatMap(.latest) { isRestored in
        guard isRestored else { return sessions.restoring.map { .starting(Self.text($0)) } }
        let failure = restoreFailure.value
        return Property(
          .signIn(
            SignInViewModel(
              sessions: sessions, local: local, world: world, restoreFailure: failure)))
      }
    }
    let fail: @MainActor @Sendable (RequestError) -> Void = { error in
      restoreFailure.value = restoreFailure.value ?? error
    }
    // The form lists this machine's accounts as soon as it appears.
    let steps = Signal<Void, Never>.concat([
      sessions.restore().handled(failed: fail), local.load().handled(failed: fail),
    ])
    let others = sessions.restoreOthers()
    let otherWork = SerialDisposable()
    lifetime.add(otherWork)
    lifetime.add(
      steps.observe(on: .main).subscribe(completed: {
        isRestored.value = true
        otherWork.inner = others.subscribe()
      }))
  }

  /// Ends once on the main thread, after a moment in which the user may press another key.
  public func moment(of duration: Duration) -> MainSignal<Void, Never> {
    Signal<Void, Never>.timer(after: duration, on: scheduler).observe(on: .main)
  }

  /// The terminal has the focus, or another window has it.
  public func focusChanged(_ hasFocus: Bool) { screens.focusChanged(hasFocus) }

  private static func text(_ step: RestoreStep) -> String {
    switch step {
    case .readingFiles: "Opening…"
    case .startingServer: "Starting this machine's server…"
    }
  }
}
