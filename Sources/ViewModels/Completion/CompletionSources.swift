import Controllers
import Models
import Signals

/// What words can be completed to.
///
/// People and rooms are prepared off the main thread, when a word begins that needs them.
final class CompletionSources {
  /// Changes when something has been prepared.
  let changes = MutableProperty(0)

  private let room: RoomID
  private let session: Session
  private let scheduler: any Scheduler
  private let emojiTable: @Sendable () -> String
  private lazy var emoji = EmojiFinder(emojiTable())
  private var people: PeopleIndex?
  private var rooms: RoomIndex?
  /// The kind and the start of the word for which something was prepared last.
  private var prepared: (kind: CompletionQuery.Kind, start: Int)?
  private let request = SerialDisposable()
  private let lifetime = Lifetime()

  init(room: RoomID, session: Session, world: World) {
    self.room = room
    self.session = session
    scheduler = world.scheduler
    emojiTable = world.emoji
    lifetime.add(request)
  }

  /// The best completions of a word, of what is prepared.
  func completions(of query: CompletionQuery) -> [Completion] {
    switch query.kind {
    case .person: people?.completions(query.term) ?? []
    case .room: rooms?.completions(query.term) ?? []
    case .emoji: emoji.completions(query.term)
    case .command: CommandList.completions(query.term)
    }
  }

  /// Brings up to date what a word needs, when it begins.
  func prepare(for query: CompletionQuery?) {
    guard let query else { return prepared = nil }
    if let prepared, prepared == (query.kind, query.start) { return }
    prepared = (query.kind, query.start)
    switch query.kind {
    case .person: preparePeople()
    case .room: prepareRooms()
    case .emoji, .command: break
    }
  }

  private func preparePeople() {
    let own = session.userID
    request.inner = session.rooms.people(of: room).observe(on: scheduler)
      .map { PeopleIndex($0, besides: own) }
      .observe(on: .main).subscribe { [weak self] in
        self?.people = $0
        self?.changes.modify { $0 += 1 }
      }
  }

  private func prepareRooms() {
    let server = String(session.userID.serverName)
    request.inner = session.rooms.rooms.take(first: 1).observe(on: scheduler)
      .map { RoomIndex($0, server: server) }
      .observe(on: .main).subscribe { [weak self] in
        self?.rooms = $0
        self?.changes.modify { $0 += 1 }
      }
  }
}
