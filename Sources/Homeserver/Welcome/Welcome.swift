import Assets
import GRDB
import MatrixWire
import ModelKit

/// The rooms that a new user finds: a shared space with a guide, and a chat with the companion.
///
/// They are made in the write that adds the account, so that the first sync shows all of them. The
/// rooms also hear of other changes of accounts through this.
struct Welcome: ProfileListener {
  let rooms: Rooms
  /// Nil when new users get no rooms.
  let companion: Companion?

  func profileChanged(of user: UserID, in context: WriteContext) throws {
    try rooms.profileChanged(of: user, in: context)
  }

  func userDeactivated(_ user: UserID, in context: WriteContext) throws {
    try rooms.userDeactivated(user, in: context)
  }

  func userAdded(_ user: UserID, in context: WriteContext) throws {
    guard let companion else { return }
    let host = try companion.id(on: rooms.configuration.serverName, in: context)
    guard user != host else { return }
    let space = try shared("welcome_space", in: context) { try makeSpace(by: host, in: context) }
    let guide = try shared("welcome_guide", in: context) {
      try makeGuide(by: host, below: space, in: context)
    }
    for room in [space, guide] {
      try rooms.invite(user, to: room, by: host, in: context)
      try rooms.join(room, user: user, in: context)
    }
    try openChat(with: user, by: host, in: context)
  }

  /// A room that is created once; its id is stored with the data of the server.
  private func shared(
    _ name: String, in context: WriteContext, make: () throws -> RoomID
  ) throws -> RoomID {
    let stored = try ServerValues.value(name, in: context.database)
    if let id = stored.flatMap(RoomID.init), try context.room(id) != nil { return id }
    let id = try make()
    try ServerValues.set(name, to: id.rawValue, in: context.database)
    return id
  }

  private func makeSpace(by host: UserID, in context: WriteContext) throws -> RoomID {
    var creation = RoomCreation(creator: host, version: .v11)
    creation.name = "Welcome"
    creation.topic = "The rooms of this server"
    creation.content = ["type": "m.space"]
    creation.powerLevels = ["events_default": 100]
    return try rooms.create(creation, in: context)
  }

  private func makeGuide(
    by host: UserID, below space: RoomID, in context: WriteContext
  ) throws -> RoomID {
    var creation = RoomCreation(creator: host, version: .v11)
    creation.name = "Guide"
    creation.topic = "First steps"
    creation.powerLevels = ["events_default": 50]
    let guide = try rooms.create(creation, in: context)
    let via: JSONObject = ["via": [.string(String(host.server))]]
    _ = try rooms.send(
      EventDraft(
        room: space, sender: host, type: "m.space.child", stateKey: guide.rawValue, content: via),
      in: context)
    for message in Assets.welcomeGuide {
      try say(filled(message), in: guide, by: host, context)
    }
    return guide
  }

  /// A message of the guide with the facts of this server.
  private func filled(_ message: String) -> String {
    let facts = [
      ("{words}", EchoReplies.wordList), ("{server}", rooms.configuration.serverName),
      ("{folder}", rooms.configuration.dataDirectory),
    ]
    return facts.reduce(message) { text, fact in
      text.split(separator: fact.0, omittingEmptySubsequences: false).joined(separator: fact.1)
    }
  }

  private func openChat(
    with user: UserID, by host: UserID, in context: WriteContext
  ) throws {
    var creation = RoomCreation(creator: host, version: .v11)
    creation.preset = .trustedPrivateChat
    creation.isDirect = true
    creation.invites = [user]
    let chat = try rooms.create(creation, in: context)
    try rooms.join(chat, user: user, in: context)
    let chats: JSONObject = [host.rawValue: [.string(chat.rawValue)]]
    try AccountDataRows.set("m.direct", of: user, room: nil, to: chats, in: context)
    try say(EchoReplies.greeting(user), in: chat, by: host, context)
  }

  private func say(
    _ text: String, in room: RoomID, by host: UserID, _ context: WriteContext
  ) throws {
    _ = try rooms.send(
      EventDraft(
        room: room, sender: host, type: EventType.message,
        content: ["msgtype": "m.text", "body": .string(text)]), in: context)
  }
}
