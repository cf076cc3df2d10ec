import Imaging
import Models
import Testing

/// The people, rooms and messages that the screens show.
struct Scenario {
  let ada: User
  let grace: User
  let linus: User
  let swift: Room
  var rooms: [Room]
  var timeline: Timeline
  /// The members of every room.
  var people: [User]

  /// Thursday, 20 November 2025, 12:30 UTC.
  static let noon: Int64 = 1_763_641_800_000

  init() throws {
    ada = try Self.user("@ada:example.org", "Ada")
    grace = try Self.user("@grace:example.org", "Grace Hopper", avatar: "mxc://example.org/grace")
    linus = try Self.user("@linus:example.org", "Linus")
    swift = try Self.room("!swift:example.org", "#swift-tui") {
      $0.topic = "Rendering without tears"
      $0.joinedCount = 84
      $0.mentionCount = 2
      $0.unreadCount = 3
      $0.lastActivity = Timestamp(milliseconds: Self.noon)
    }
    rooms = try Self.rooms(swift: swift, grace: grace, linus: linus)
    people = [ada, grace, linus]
    timeline = try Self.timeline(of: swift.id, ada: ada, grace: grace, linus: linus)
  }

  private static func rooms(swift: Room, grace: User, linus: User) throws -> [Room] {
    [
      try room("!invite:example.org", "Compilers") {
        $0.membership = .invited
        $0.inviter = grace
      },
      try room("!linus:example.org", nil) {
        $0.directUser = linus.id
        $0.heroes = [linus]
        $0.joinedCount = 2
        $0.lastActivity = Timestamp(milliseconds: noon - 60_000)
        $0.latestMessage = try message(
          "$l", $0.id, linus, minute: -1, text("see you\ntomorrow"))
      },
      swift,
      try room("!ops:example.org", "Operations and a very long name of a room") {
        $0.unreadCount = 12
        $0.lastActivity = Timestamp(milliseconds: noon - 120_000)
        $0.latestMessage = try message(
          "$o", $0.id, linus, minute: -2, text("the disk of the build machine is full again"))
      },
      try room("!locked:example.org", "Vault") {
        $0.isEncrypted = true
        $0.lastActivity = Timestamp(milliseconds: noon - 180_000)
      },
      try room("!hello:example.org", "你好世界") {
        $0.lastActivity = Timestamp(milliseconds: noon - 240_000)
      },
    ]
  }

  private static func timeline(of room: RoomID, ada: User, grace: User, linus: User) throws
    -> Timeline
  {
    let messages = [
      try message(
        "$1", room, grace, minute: 0,
        .membership(.init(user: grace.id, displayName: "Grace Hopper", kind: .joined))),
      try message(
        "$2", room, grace, minute: 1,
        text(
          "Does anyone wrap joined emoji right? Every client that I tried moves the rest of the row."
        )),
      try message(
        "$3", room, ada, minute: 2, text("yes: per character, see width.swift\nsecond line")),
      try message("$4", room, ada, minute: 2, text("and one more")).with { $0.isEdited = true },
      try message("$5", room, linus, minute: 4, try picture("cat.png")),
      try message(
        "$6", room, linus, minute: 5,
        .unknown(.init(type: "m.poll.start", fallback: "A poll: tabs or spaces?", json: "{}"))),
      try message("$7", room, grace, minute: 6, .text(.init(body: "waves", kind: .emote))),
      try message(
        "$8", room, linus, minute: 7, .text(.init(body: "build 4711 is green", kind: .notice))),
      try message("$9", room, ada, minute: 8, text("looks good")).with { $0.delivery = .sending },
      try message("$10", room, ada, minute: 9, text("this one is refused")).with {
        $0.delivery = .failed(status: 403, code: "M_FORBIDDEN")
      },
    ]
    return Timeline(
      roomID: room, messages: messages,
      people: [ada.id: ada, grace.id: grace, linus.id: linus], hasOlder: true,
      readUpTo: messages[5].eventID)
  }

  static func text(_ body: String) -> MessageContent {
    .text(TextContent(body: body))
  }

  static func picture(_ name: String) throws -> MessageContent {
    let source = try #require(MediaURI("mxc://example.org/cat"))
    return .image(
      ImageContent(
        body: name, source: source, mimeType: "image/png", width: 640, height: 480,
        byteCount: 82_000))
  }

  static func user(_ id: String, _ name: String?, avatar: String? = nil) throws -> User {
    User(
      id: try #require(UserID(id)), displayName: name,
      avatar: try avatar.map { try #require(MediaURI($0)) })
  }

  static func room(
    _ id: String, _ name: String?, _ change: (inout Room.Builder) throws -> Void = { _ in }
  )
    throws
    -> Room
  {
    try Room(id: try #require(RoomID(id)), name: name).with(change)
  }

  static func message(
    _ id: String, _ room: RoomID, _ sender: User, minute: Int64, _ content: MessageContent
  ) throws -> Message {
    let event = try #require(EventID(id))
    return Message(
      id: .init(event), roomID: room, sender: sender.id,
      timestamp: Timestamp(milliseconds: noon + minute * 60_000), content: content, eventID: event)
  }

  /// The picture of people without one.
  static let placeholder = Bitmap(
    width: 2, height: 2, pixels: [0xFF40_4858, 0xFF48_5060, 0xFF48_5060, 0xFF40_4858])

  /// A picture whose cells are all different.
  static let bitmap: Bitmap = {
    var pixels: [UInt32] = []
    for row in 0..<48 {
      for column in 0..<64 {
        let red = UInt32(column * 4) << 16
        let green = UInt32(row * 5) << 8
        pixels.append(0xFF00_0040 | red | green)
      }
    }
    return Bitmap(width: 64, height: 48, pixels: pixels)
  }()
}
