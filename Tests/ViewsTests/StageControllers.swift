import Controllers
import Models
import Signals
import Support

/// Controllers that a test drives through subjects and that record their calls.
struct StageNetwork: NetworkController {
  /// The people that the server's directory finds.
  let found: Signal<[User], RequestError>

  /// Every user exists.
  func fetchUser(_ id: UserID) -> Signal<User, RequestError> { .just(User(id: id)) }

  func searchPeople(_ text: String) -> Signal<[User], RequestError> { found }
}

struct StageSync: SyncController {
  let journal: Journal
  let connection: Signal<ConnectionState, Never>
  let lastSync = Signal<Timestamp, Never>.never
  let cacheLosses = Signal<Void, Never>.never

  func start() { journal.note("start") }
  func stop() { journal.note("stop") }
  func retryNow() { journal.note("retryNow") }
}

struct StageRooms: RoomsController {
  let journal: Journal
  let rooms: Signal<[Room], Never>
  /// The members of every room.
  let people: [User]
  /// Who is writing in every room.
  let writing: Signal<[User], Never>
  /// The result of joining, creating and opening a chat.
  let joined: Signal<RoomID, RequestError>
  /// The result of leaving and declining.
  let left: Signal<Void, RequestError>
  /// The settings of every room.
  let settings: Signal<RoomSettings, RequestError>
  /// The rooms of the directory and of every space.
  let found: Signal<FoundRooms, RequestError>
  /// The messages that come.
  var arrivals: Signal<NewMessage, Never> = .never
  /// How others remove the account from rooms.
  var removals: Signal<[OwnRemoval], Never> = .never

  var roomChanges: Signal<RoomsChange, Never> { rooms.map { .all($0) } }

  func room(_ id: RoomID) -> Signal<Room?, Never> {
    rooms.map { rooms in rooms.first { $0.id == id && $0.membership != .left } }.skipRepeats()
  }

  func members(of room: RoomID) -> Signal<RoomMembers, Never> {
    journal.note("members")
    return .just(RoomMembers(roomID: room, people: people, isComplete: true))
  }

  func loadMembers(of room: RoomID) -> Signal<Void, RequestError> {
    journal.note("loadMembers \(room)")
    return .empty
  }

  func people(of room: RoomID) -> Signal<[User], Never> { .just(people) }

  func knownPeople() -> Signal<[User], Never> { .just(people) }

  func typing(in room: RoomID) -> Signal<[User], Never> { writing }

  func setTyping(_ isTyping: Bool, in room: RoomID) {}

  func join(_ aliasOrID: String) -> Signal<RoomID, RequestError> {
    journal.note("join \(aliasOrID)")
    return joined
  }

  func knock(_ address: String, reason: String) -> Signal<RoomID, RequestError> {
    journal.note("knock \(address): \(reason)")
    return joined
  }

  func leave(_ room: RoomID) -> Signal<Void, RequestError> {
    journal.note("leave \(room)")
    return left
  }

  func report(_ room: RoomID, reason: String) -> Signal<Void, RequestError> {
    journal.note("report \(room): \(reason)")
    return .empty
  }

  func forget(_ room: RoomID) -> Signal<Void, RequestError> {
    journal.note("forget \(room)")
    return left
  }

  func settings(of room: RoomID) -> Signal<RoomSettings, RequestError> {
    journal.note("settings of \(room)")
    return settings
  }

  func set(_ setting: RoomSetting, in room: RoomID) -> Signal<RoomSetting, RequestError> {
    journal.note("set \(setting) in \(room)")
    return .just(setting.kind == .topic ? .topic("before") : setting)
  }

  func takeBack(
    _ change: RoomSetting, to before: RoomSetting, in room: RoomID
  ) -> Signal<Bool, RequestError> { set(before, in: room).map { _ in true } }

  func roster(of room: RoomID) -> Signal<[RoomPerson], RequestError> {
    .just([
      RoomPerson(user: .grace, standing: .joined, power: 100),
      RoomPerson(user: .linus, standing: .asking, power: 0, reason: "let me in"),
    ])
  }

  func roomVersions() -> Signal<RoomVersions, RequestError> {
    .just(RoomVersions(usual: "11", areStable: ["10": true, "11": true]))
  }

  func upgrade(_ room: RoomID, to version: String) -> Signal<RoomID, RequestError> { .never }

  func unban(_ user: UserID, in room: RoomID) -> Signal<Void, RequestError> { .just(()) }

  func kick(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    journal.note("kick \(user) from \(room): \(reason)")
    return .empty
  }

  func ban(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    journal.note("ban \(user) from \(room): \(reason)")
    return .empty
  }

  /// Ada has all power, and Grace some; Linus is invited.
  private static let powers = RoomPowers(users: [User.ada.id: 100, User.grace.id: 50])

  func powers(in room: RoomID) -> Signal<RoomPowers?, Never> { .just(Self.powers) }

  func person(_ user: UserID, in room: RoomID) -> Signal<PersonInRoom, Never> {
    let known = people.first { $0.id == user } ?? User(id: user)
    let standing: RoomPerson.Standing = user == User.linus.id ? .invited : .joined
    return .just(PersonInRoom(user: known, standing: standing, powers: Self.powers))
  }

  func publicRooms(
    _ words: String, after token: String?
  ) -> Signal<FoundRooms, RequestError> {
    journal.note("publicRooms \(words)")
    return found
  }

  func rooms(of space: RoomID, after token: String?) -> Signal<FoundRooms, RequestError> {
    journal.note("rooms of \(space)")
    return found
  }

  func create(_ room: NewRoom) -> Signal<RoomID, RequestError> {
    journal.note("create \(room.name)")
    return joined
  }

  func add(_ room: RoomID, to space: RoomID) -> Signal<Void, RequestError> {
    journal.note("add \(room) to \(space)")
    return .just(())
  }

  func remove(_ room: RoomID, from space: RoomID) -> Signal<Void, RequestError> {
    journal.note("remove \(room) from \(space)")
    return .just(())
  }

  func invite(_ user: UserID, to room: RoomID, reason: String) -> Signal<Void, RequestError> {
    journal.note("invite \(user) to \(room)" + (reason.isEmpty ? "" : ": \(reason)"))
    return .just(())
  }

  /// One room was left, whose name would clear the screen.
  var leftRooms: Signal<[Room], Never> {
    .just([
      .template("left", name: "Old crowd\u{1B}[2J") {
        $0.membership = .left
        $0.lastActivity = Timestamp(milliseconds: Scenario.noon)
      }
    ])
  }

  func directRoom(with user: UserID) -> Signal<RoomID, RequestError> {
    journal.note("directRoom \(user)")
    return joined
  }

  func markRead(
    _ room: RoomID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> { .just(()) }

  func markRead(
    _ thread: ThreadID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    journal.note("markRead \(thread.root)")
    return .just(())
  }

  func setMarkedUnread(_ isMarked: Bool, _ room: RoomID) -> Signal<Void, RequestError> {
    if isMarked { journal.note("markUnread \(room)") }
    return .just(())
  }

  func setTag(_ tag: RoomTag, _ room: RoomID) -> Signal<Void, RequestError> {
    journal.note("tag \(tag) \(room)")
    return .empty
  }

  func setAlerts(_ alerts: Room.Alerts, _ room: RoomID) -> Signal<Void, RequestError> {
    journal.note("alerts \(alerts) \(room)")
    return .empty
  }
}

struct StageTimelines: TimelineController {
  let journal: Journal
  let timelines: [RoomID: Signal<Timeline, Never>]
  let older: Signal<Void, RequestError>
  var threads: [ThreadID: Signal<Timeline, Never>] = [:]
  var lists: [RoomID: Signal<Timeline, Never>] = [:]

  func timeline(
    of room: RoomID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    timelines[room] ?? .never
  }

  func newestMessage(of room: RoomID) -> Signal<EventID, Never> {
    (timelines[room] ?? .never)
      .compactMap { timeline in timeline.messages.last { $0.eventID != nil }?.eventID }
      .skipRepeats()
  }

  func loadOlder(in room: RoomID, before message: Message.ID?) -> Signal<Void, RequestError> {
    journal.note("loadOlder")
    return older
  }

  func fillGap(
    in room: RoomID, before message: Message.ID, near place: Message.ID
  ) -> Signal<Void, RequestError> { .empty }

  func loadMessages(
    around message: Message.ID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    journal.note("loadMessages \(message.rawValue)")
    return .empty
  }

  func loadMessages(
    around message: Message.ID, in thread: ThreadID
  ) -> Signal<Void, RequestError> { .empty }

  func home(of message: Message.ID, in room: RoomID) -> Signal<MessageHome?, Never> { .just(nil) }

  func pinnedMessages(in room: RoomID) -> Signal<[PinnedMessage], Never> {
    .merge([
      .just([
        PinnedMessage(
          id: Message.ID(EventID.template("$1")),
          quote: .known(sender: User.grace.id, content: .text(TextContent(body: "the rules"))),
          sender: .grace, timestamp: .noon)
      ]), .never,
    ])
  }

  func report(
    _ event: EventID, in room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    journal.note("report \(event.rawValue): \(reason)")
    return .empty
  }

  func files(
    in room: RoomID, after token: String?
  ) -> Signal<MessagePage, RequestError> { .just(MessagePage(messages: [], next: nil)) }

  func versions(
    of message: Message.ID, in room: RoomID
  ) -> Signal<MessageVersions, RequestError> {
    journal.note("versions \(message.rawValue)")
    return .just(
      MessageVersions(versions: [
        .init(timestamp: .noon(plusMinutes: 1), content: .text(TextContent(body: "the typo"))),
        .init(timestamp: .noon, content: .text(TextContent(body: "teh typo"))),
      ]))
  }

  func source(of message: Message.ID, in room: RoomID) -> Signal<EventSource, RequestError> {
    journal.note("source \(message.rawValue)")
    let lines = (1...40).map {
      #"    "member \#($0)": "words that say little, and say it at length""#
    }
    return .just(
      EventSource(text: "{\n  \"content\": {\n\(lines.joined(separator: ",\n"))\n  }\n}"))
  }

  func relatedEvents(
    to message: Message.ID, in room: RoomID
  ) -> Signal<[RelatedEvent], RequestError> {
    .just([
      RelatedEvent(
        id: Message.ID(EventID.template("$edit")), kind: .edit, sender: User.grace.id,
        timestamp: .noon)
    ])
  }

  func readers(
    of message: Message.ID, in room: RoomID
  ) -> Signal<[MessageReader], Never> {
    .merge([
      .just([
        MessageReader(user: .linus, time: .noon(plusMinutes: 9)),
        MessageReader(user: .grace, time: .noon),
      ]), .never,
    ])
  }

  func reactions(
    to message: Message.ID, in room: RoomID
  ) -> Signal<MessageReactions, Never> {
    .merge([
      .just(MessageReactions(kinds: [.init(key: "👍", people: [.linus, .grace])])), .never,
    ])
  }

  func message(at time: Timestamp, in room: RoomID) -> Signal<Message.ID, RequestError> {
    journal.note("message at \(time.milliseconds)")
    return .just(Message.ID(EventID.template("$2")))
  }

  func thread(
    _ thread: ThreadID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    threads[thread] ?? .never
  }

  func loadOlder(in thread: ThreadID, before message: Message.ID?) -> Signal<Void, RequestError> {
    journal.note("loadOlder")
    return older
  }

  func threads(of room: RoomID) -> Signal<Timeline, Never> { lists[room] ?? .never }

  func loadThreads(of room: RoomID) -> Signal<Void, RequestError> {
    journal.note("loadThreads")
    return .empty
  }
}

struct StageSearch: SearchController {
  let journal: Journal
  let found: Signal<[FoundMessage], RequestError>

  func messages(
    containing query: String, sent times: Range<Timestamp>?, in room: RoomID?, limit: Int
  ) -> Signal<[FoundMessage], RequestError> {
    journal.note(["search", query, room?.rawValue].compactMap { $0 }.joined(separator: " "))
    return found
  }
}

struct StageSender: MessageSender {
  let journal: Journal
  let unsentCount: Signal<UnsentCount, Never>
  /// What becomes of every event.
  let sent: Signal<Message, RequestError>
  let uploads = Signal<[Message.ID: UploadProgress], Never>.never

  func send(
    _ event: OutgoingEvent, to room: RoomID, after delay: Duration
  ) -> Signal<Message, RequestError> {
    switch event {
    case .text(let text, .markdown, nil): journal.note("send \(text)")
    case .pin(let message), .unpin(let message):
      journal.note("\(event == .pin(message) ? "pin" : "unpin") \(message.rawValue)")
      // A question waits until the change is kept.
      return .merge([.just(.template("kept")), .never])
    default: journal.note("send \(event)")
    }
    return sent
  }

  func preview(_ event: OutgoingEvent) -> MessageContent? {
    event.text.map { text in
      let words = text.split(separator: "**").enumerated().map { index, word in
        TextRun(String(word), index % 2 == 1 ? .strong : [])
      }
      return .text(
        TextContent(body: text, formatted: FormattedText(blocks: [TextBlock(runs: words)])))
    }
  }

  func retry(_ message: Message.ID, in room: RoomID) -> Signal<Message, RequestError> {
    journal.note("retry \(message.rawValue)")
    return .never
  }

  func discard(_ message: Message.ID, in room: RoomID) {
    journal.note("discard \(message.rawValue)")
  }

  func stopUpload(of message: Message.ID, in room: RoomID) {
    journal.note("stopUpload \(message.rawValue)")
  }

  func restore(_ message: Message.ID, in room: RoomID) {
    journal.note("restore \(message.rawValue)")
  }

  func sendHeld() -> Signal<Void, Never> { .empty }

  func takeBack(_ message: Message.ID, in room: RoomID) -> Signal<Void, RequestError> {
    journal.note("takeBack \(message.rawValue)")
    return .empty
  }
}
