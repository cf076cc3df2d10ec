package import Controllers
public import Signals

/// Which screen is shown.
public enum RootScreen {
  /// Nothing can be done yet; the text says why.
  case starting(String)
  case signIn(SignInViewModel)
  case main(MainViewModel)
}

/// The top of the view models: the sign-in screen while nobody is signed in, else the main screen.
///
/// A session that ends takes its view models with it.
public final class RootViewModel {
  /// The screen; its view model is another one for each session.
  public let screen: Property<RootScreen>

  private let lifetime = Lifetime()

  /// Takes up the stored session and shows what follows from it.
  package init(
    sessions: any SessionController, local: any LocalServerController, world: World
  ) {
    let restoreFailure = MutableProperty<RequestError?>(nil)
    let isRestored = MutableProperty(false)
    screen = sessions.session.flatMap(.latest) { session in
      if let session {
        // What went wrong at the start says nothing about the end of this session.
        restoreFailure.value = nil
        let main = MainViewModel(session: session, sessions: sessions, world: world)
        main.openFirstRoom()
        return Property(RootScreen.main(main))
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
    // The form offers the accounts of this machine as soon as it is shown.
    let steps = Signal<Void, Never>.concat([
      sessions.restore().handled(failed: fail), local.load().handled(failed: fail),
    ])
    lifetime.add(steps.observe(on: .main).subscribe(completed: { isRestored.value = true }))
  }

  private static func text(_ step: RestoreStep) -> String {
    switch step {
    case .readingFiles: "Opening…"
    case .startingServer: "Starting the server of this machine…"
    }
  }
}
