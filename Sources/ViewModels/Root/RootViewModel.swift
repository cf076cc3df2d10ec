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
  package init(sessions: any SessionController, world: World) {
    let restoreFailure = MutableProperty<RequestError?>(nil)
    let isRestored = MutableProperty(false)
    screen = sessions.session.flatMap(.latest) { session in
      if let session {
        // What went wrong at the start says nothing about the end of this session.
        restoreFailure.value = nil
        return Property(
          RootScreen.main(MainViewModel(session: session, sessions: sessions, world: world)))
      }
      return isRestored.map { isRestored in
        guard isRestored else { return .starting("Opening…") }
        let failure = restoreFailure.value
        return .signIn(SignInViewModel(sessions: sessions, world: world, restoreFailure: failure))
      }
    }
    lifetime.add(
      sessions.restore().observe(on: .main).subscribe(
        failed: { error in
          restoreFailure.value = error
          isRestored.value = true
        },
        completed: { isRestored.value = true }))
  }
}
