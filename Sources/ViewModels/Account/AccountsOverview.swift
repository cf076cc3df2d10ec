import Controllers
import Models
import Signals

/// What each account of this machine is doing, its connection, and what waits in its inbox.
final class AccountsOverview {
  /// An account among the others.
  struct Entry: Equatable {
    let account: KnownAccount
    /// The connection; idle without a session.
    var connection = ConnectionState.idle
    /// What waits; empty without a session.
    var inbox = Inbox()
  }

  /// The accounts, in the order in which they signed in.
  let entries: Property<[Entry]>

  /// What a session tells all the time.
  private struct Brief: Equatable {
    var connection = ConnectionState.idle
    var inbox = Inbox()
    /// The room whose newest messages are in front.
    var reading: RoomID?
    /// Whether all that waited there when it came to the front is read.
    var isRead = false

    /// What waits for somebody who sees that room.
    var waiting: Inbox { isRead ? inbox.seen(reading) : inbox }

    mutating func read(_ room: RoomID?) { (reading, isRead) = (room, room.map(isEmpty) ?? false) }

    mutating func take(_ inbox: Inbox) {
      self.inbox = inbox
      isRead = isRead || reading.map(isEmpty) ?? false
    }

    private func isEmpty(_ room: RoomID) -> Bool { !inbox.has(room) }
  }

  private let briefs = MutableProperty<[AccountID: Brief]>([:])
  private var work: [AccountID: any Disposable] = [:]
  private let lifetime = Lifetime()

  init(sessions: any SessionController) {
    entries = sessions.accounts.combineLatest(with: briefs).map { accounts, briefs in
      accounts.map { account in
        let brief = briefs[account.id] ?? Brief()
        return Entry(account: account, connection: brief.connection, inbox: brief.waiting)
      }
    }
    lifetime.add(sessions.sessions.observe { [weak self] in self?.follow($0) })
  }

  /// What waits in the inbox of an account; nothing without a session.
  func inbox(of account: AccountID) -> Property<Inbox> {
    briefs.map { $0[account]?.waiting ?? Inbox() }
  }

  /// The newest messages of a room of an account are in front of the user, or of none.
  func reads(_ room: RoomID?, of account: AccountID) {
    guard briefs.value[account]?.reading != room else { return }
    briefs.modify { $0[account, default: Brief()].read(room) }
  }

  private func follow(_ sessions: [Session]) {
    let ids = Set(sessions.map(\.id))
    for id in work.keys where !ids.contains(id) {
      work.removeValue(forKey: id)?.dispose()
      briefs.value[id] = nil
    }
    for session in sessions where work[session.id] == nil { follow(session) }
  }

  private func follow(_ session: Session) {
    let (id, briefs) = (session.id, briefs)
    let work = CompositeDisposable()
    self.work[id] = work
    lifetime.add(work)
    work.add(
      session.sync.connection.observe(on: .main).subscribe { state in
        briefs.modify { $0[id, default: Brief()].connection = state }
      })
    work.add(
      session.rooms.roomChanges.scan(Inbox()) { $0.after($1) }.observe(on: .main).subscribe {
        inbox in
        briefs.modify { $0[id, default: Brief()].take(inbox) }
      })
  }
}
