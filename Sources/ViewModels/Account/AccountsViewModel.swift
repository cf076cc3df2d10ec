import Controllers
import Models
import Signals

/// The accounts of this machine, which can be put in front, connected, disconnected and signed out.
public final class AccountsViewModel {
  let rows: Property<[SheetRow]>

  private let sessions: any SessionController
  private let overview: AccountsOverview
  private let questions: Questions
  private let tell: (String) -> Void

  init(
    sessions: any SessionController, overview: AccountsOverview, questions: Questions,
    tell: @escaping (String) -> Void
  ) {
    self.sessions = sessions
    self.overview = overview
    self.questions = questions
    self.tell = tell
    let front = sessions.session.map { $0?.id }
    rows = overview.entries.combineLatest(with: front).map { entries, front in
      entries.map { SheetRow($0, isInFront: $0.account.id == front) }
    }
  }

  /// The index of the account after the one in front, which most visits are for.
  var nextIndex: Int {
    let accounts = overview.entries.value.map(\.account.id)
    guard let front = sessions.session.value?.id, let index = accounts.firstIndex(of: front) else {
      return 0
    }
    return (index + 1) % accounts.count
  }

  /// Puts an account in front, connected.
  func show(_ row: SheetRow) {
    guard let account = entry(row)?.account.id else { return }
    let tell = tell
    // The list is closed by then.
    _ = sessions.show(account).handled(failed: { error in
      tell("\(AccountText.name(account)) is not connected: \(ErrorSentences.text(error))")
    }).detached()
  }

  /// Leaves the place in front to an account that signs in now.
  public func add() { sessions.showNone() }

  /// Whether an entry is that of an account.
  public func has(_ row: SheetRow) -> Bool { entry(row) != nil }

  /// Whether an account is connected.
  public func isConnected(_ row: SheetRow) -> Bool { entry(row)?.account.state == .connected }

  /// Asks whether to end an account's connection until it is shown again.
  public func askToDisconnect(_ row: SheetRow) {
    guard let account = entry(row)?.account.id, isConnected(row) else { return }
    let (sessions, tell, name) = (sessions, tell, AccountText.name(account))
    questions.confirm(
      "Disconnect \(name)? It stays signed in, and nothing of it is shown until you open it again.",
      titleRows: 4
    ) {
      sessions.disconnect(account).onMain(completed: { tell("\(name) is disconnected") })
    }
  }

  /// Asks whether to sign an account out.
  public func askToSignOut(_ row: SheetRow) {
    guard let account = entry(row)?.account.id else { return }
    let (sessions, tell, name) = (sessions, tell, AccountText.name(account))
    questions.confirm(
      "Sign out \(name)? What was not sent is kept until it signs in again.", titleRows: 4
    ) {
      sessions.signOut(account).onMain(completed: { tell("\(name) is signed out") })
    }
  }

  private func entry(_ row: SheetRow) -> AccountsOverview.Entry? {
    overview.entries.value.first { $0.account.id.rowID == row.id }
  }
}

extension AccountID {
  fileprivate var rowID: RowID { RowID("\(userID.rawValue) \(server ?? "")") }
}

extension SheetRow {
  fileprivate init(_ entry: AccountsOverview.Entry, isInFront: Bool) {
    self.init(
      id: entry.account.id.rowID, timeText: "", markText: isInFront ? "•" : " ",
      quote: QuoteText(
        senderText: AccountText.name(entry.account.id),
        noteText: AccountText.facts(entry, isInFront: isInFront)))
  }
}
