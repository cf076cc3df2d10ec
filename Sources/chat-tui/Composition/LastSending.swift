import Controllers
import Dispatch
import Signals

/// Sends at the end of the program what could still be taken back: whoever quits has no second thoughts.
@MainActor
enum LastSending {
  /// For how long the shell may wait for its prompt.
  private static let most = DispatchTimeInterval.seconds(2)

  /// Waits until the servers have it; says so when it stays for the next start.
  ///
  /// Blocks the main thread: nothing that is sent needs it.
  static func finish(_ sessions: [Session]) {
    let sent = DispatchGroup()
    let work = CompositeDisposable()
    defer { work.dispose() }
    for session in sessions {
      sent.enter()
      work.add(session.sender.sendHeld().subscribe(value: { _ in }, completed: { sent.leave() }))
    }
    // Without a connection there is no use in waiting for more than the answer that there is nothing.
    let limit = sessions.contains(where: isOnline) ? most : .milliseconds(100)
    guard sent.wait(timeout: .now() + limit) == .timedOut else { return }
    Output.note("not everything was sent: the rest goes out with the next start")
  }

  private static func isOnline(_ session: Session) -> Bool {
    let state = Property<ConnectionState>(initial: .idle, then: session.sync.connection)
    return state.value == .online
  }
}
