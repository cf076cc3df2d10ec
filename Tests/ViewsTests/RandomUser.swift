import Controllers
import Models
import SeededRandom
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

/// Presses keys, resizes the screen and changes the models at random.
@MainActor
struct RandomUser {
  private let stage: Stage
  private var random: SeededGenerator
  private var size = [100, 30]
  private var rooms: [Room]
  private var messages: [Message]
  private var people: [UserID: User]
  private var count = 0

  private static let keys = """
    Enter Esc Tab S-Tab Up Down Left Right PageUp PageDown Home End Space Backspace F1 F2 F3 F5 F6 \
    C-o C-r C-u C-k C-w C-y C-_ C-j C-a C-e C-Down C-Up j k g G i c J m p q r u R n y . ?
    """.split(separator: " ").map(String.init)
  private static let words = [
    "hello", "你好 👩🏽 e\u{301}", "m", "ada", "a sentence that is long enough to wrap on most screens ",
    "two\nlines", "@grace:example.org",
  ]
  private static let sizes = [
    [100, 30], [100, 30], [80, 24], [200, 60], [50, 15], [55, 18], [150, 12], [200, 9], [30, 5],
  ]

  init(seed: UInt64) throws {
    stage = try Stage()
    stage.keyInterval = .seconds(3)
    random = SeededGenerator(seed: seed)
    rooms = stage.scenario.rooms
    messages = stage.scenario.timeline.messages
    people = stage.scenario.timeline.people
    stage.connect(opening: stage.scenario.swift.id)
    stage.foundMessages.send(
      stage.scenario.timeline.messages.map {
        FoundMessage(room: stage.scenario.swift, message: $0, sender: stage.scenario.grace)
      })
    stage.note = "seed \(seed)"
  }

  /// Draws a frame, which the stage compares with a full one.
  func draw() { _ = stage.canvas(size[0], size[1]) }

  /// Does one thing.
  mutating func act(step: Int) throws {
    let kind = Int.random(in: 0..<40, using: &random)
    stage.note = "step \(step), kind \(kind)"
    switch kind {
    case 0..<18: press()
    case 18..<24: type()
    case 24..<26: point()
    case 26..<28: size = pick(Self.sizes)
    case 28..<34: try changeMessages()
    case 34..<37: try changeRooms()
    case 37..<39: changeState()
    default: stage.pause(for: .seconds(Int64.random(in: 1...3, using: &random)))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func press() {
    let key = pick(Self.keys)
    stage.note += ", key \(key)"
    stage.press(key)
  }

  private mutating func type() {
    let word = pick(Self.words)
    if Bool.random(using: &random) { stage.send(.paste(word)) } else { stage.type(word) }
  }

  private mutating func point() {
    let point = Point(
      column: Int.random(in: 0..<size[0], using: &random),
      row: Int.random(in: 0..<size[1], using: &random))
    let action = pick([MouseEvent.Action.scrollUp, .scrollDown, .press(button: 0)])
    stage.send(.mouse(MouseEvent(action, at: point)))
  }
}

extension RandomUser {
  private mutating func changeMessages() throws {
    let index = messages.isEmpty ? nil : Int.random(in: 0..<messages.count, using: &random)
    switch (Int.random(in: 0..<8, using: &random), index) {
    case (0, let index?): messages.remove(at: index)
    case (1, let index?): messages[index] = messages[index].with { $0.isEdited.toggle() }
    case (2, let index?): messages[index] = messages[index].with { $0.content = .redacted }
    case (3, _): messages.insert(try message(minute: -1), at: 0)
    case (4, _):
      people[stage.scenario.linus.id] = try Scenario.user(
        "@linus:example.org", pick(["Linus", "Grace Hopper", nil]))
    default: messages.append(try message(minute: Int64(10 + count / 3)))
    }
    let room = stage.scenario.swift.id
    stage.timelines[room]?.send(
      Timeline(
        roomID: room, messages: messages, people: people,
        hasOlder: Int.random(in: 0..<9, using: &random) > 0,
        readUpTo: stage.scenario.timeline.readUpTo))
  }

  private mutating func message(minute: Int64) throws -> Message {
    count += 1
    let sender = pick([stage.scenario.ada, stage.scenario.grace, stage.scenario.linus])
    let content: MessageContent =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try Scenario.picture("cat.png")
      case 1: .membership(.init(user: sender.id, displayName: sender.displayName, kind: .joined))
      case 2: Scenario.text(pick(HostileText.all).text)
      default: Scenario.text(pick(Self.words))
      }
    return try Scenario.message(
      "$r\(count)", stage.scenario.swift.id, sender, minute: minute, content)
  }

  private mutating func changeRooms() throws {
    let index = Int.random(in: 0..<rooms.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where rooms.count > 2 && rooms[index].id != stage.scenario.swift.id:
      rooms.remove(at: index)
    case 1:
      count += 1
      rooms.append(try Scenario.room("!n\(count):example.org", pick(Self.words)))
    case 2: rooms[index] = rooms[index].with { $0.topic = "topic \(count)" }
    default: rooms[index] = rooms[index].with { $0.unreadCount += 1 }
    }
    stage.rooms.send(rooms)
  }

  private mutating func changeState() {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: stage.connection.send(.online)
    case 1: stage.connection.send(.connecting)
    case 2:
      stage.connection.send(
        .offline(RequestError(operation: .sync, reason: .timedOut), retryAfter: .seconds(4)))
    case 3:
      stage.unsent.send(UnsentCount(waiting: Int.random(in: 0..<3, using: &random), failed: 1))
    case 4: stage.picture.send(Scenario.bitmap)
    default: stage.graceProfile.send(Profile(user: stage.scenario.grace, friendCount: 4))
    }
  }
}
