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
  package let onSignOut = Script<Void, Void>("signOut", .signOut)

  /// Creates a controller without a session by default.
  package init(session: Session? = nil, ending: SessionEnding? = nil) {
    current = MutableProperty(session)
    lastEnding = MutableProperty(ending)
  }

  package var session: Property<Session?> { current }
  package var ending: Property<SessionEnding?> { lastEnding }
  package var restoring: Property<RestoreStep> { restoreStep }

  package func discover(_ server: String) -> Signal<ServerDescription, RequestError> {
    onDiscover.signal(server)
  }

  package func signIn(_ credentials: Credentials) -> Signal<Session, RequestError> {
    onSignIn.signal(credentials)
  }

  package func restore() -> Signal<Session?, RequestError> { onRestore.signal(()) }

  package func signOut() -> Signal<Void, RequestError> { onSignOut.signal(()) }
}
