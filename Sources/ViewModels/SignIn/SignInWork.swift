import Controllers
import Signals

/// Signs in with any proof, and says on the form how that goes.
struct SignInWork {
  let sessions: any SessionController
  /// The current step; empty when idle.
  let progress: MutableProperty<String>
  /// Why the last attempt failed.
  let error: MutableProperty<String>

  func run(_ credentials: Credentials) -> Signal<Void, Never> {
    let (progress, error) = (progress, error)
    error.value = ""
    progress.value = "Signing in…"
    return sessions.signIn(credentials).handled(
      completed: { progress.value = "" },
      failed: {
        progress.value = ""
        error.value = ErrorSentences.text($0)
      })
  }
}
