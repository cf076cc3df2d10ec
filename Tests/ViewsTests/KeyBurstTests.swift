import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Typing into the wrong place")
struct KeyBurstTests {
  private func open(_ place: String) throws -> Stage {
    let stage = try place.hasPrefix("poll") ? PollStoryTests.stage() : Stage()
    if !place.hasPrefix("poll") { stage.connect(opening: stage.scenario.swift.id) }
    // Lists that letters open have something to join and to change.
    stage.found.send(FoundRooms(rooms: [FoundRoom(id: .template("!tea:example.org"))]))
    stage.settings.send(RoomSettings(values: [.name("Tea")], ownPower: nil, neededPower: [:]))
    _ = stage.screen()
    switch place {
    case "invite":
      stage.press("F3", "g")
    case "rooms":
      stage.press("F3")
    case "messages":
      stage.press("Esc")
    case "failed message":
      stage.press("Esc", "G")
    case "poll":
      stage.press("Esc", "G", "k", "k", "k")
    case "poll's answers":
      stage.press("Esc", "G", "k", "k", "k", "v")
    case "profile":
      stage.press("Esc", "g", "p")
    case "menu":
      stage.press("F3", "F2")
    case "question of yes or no":
      stage.press("F3")
      stage.choose("leave")
    case "settings after somebody was let in":
      letIn(on: stage)
    default:
      stage.press("F1")
    }
    _ = stage.journal.take()
    stage.keyInterval = .milliseconds(70)
    stage.pause()
    return stage
  }

  /// Invites the person who asks to join, from the room's settings: u takes that back.
  private func letIn(on stage: Stage) {
    stage.press("F3", "e")
    for _ in 0..<12 where stage.view.main?.sheet?.selectedRow?.labelText != "Asking to join" {
      stage.press("j")
    }
    // The list, the person, to let them in, and no reason.
    stage.press("Enter", "Enter", "Enter", "Enter")
    stage.pause()
    stage.press("y")
    stage.pause()
  }

  static nonisolated let places = [
    "invite", "rooms", "messages", "failed message", "poll", "poll's answers", "profile", "menu",
    "question of yes or no", "settings after somebody was let in", "help",
  ]

  @Test("letters that land in a field do not stray; elsewhere the way out is named")
  func notices() throws {
    let rooms = try open("rooms")
    rooms.press("/")
    rooms.type("swift")
    #expect(rooms.view.context == .prompt)
    #expect(rooms.screen().contains { $0.contains("> swift") })
    #expect(rooms.view.notice == nil)
    let list = try open("rooms")
    list.type("xx")
    #expect(list.view.notice == "These letters do nothing here: Tab goes to the composer")
    let answers = try open("poll's answers")
    answers.type("xx")
    #expect(answers.view.notice == "These letters do nothing here: Esc goes back")
  }

  static nonisolated let sentences = [
    "Sorry", "exactly", "I think so.", "it works", "can you see this?", "my train is late",
    "Just do it", "really? are you sure", "please wait. coming", "jk jk", "yes, please do",
    "you are right", "a moment", "quite so", "u there?", ". . . yes", "good morning",
    "xylophone, yes", "very good", "v v v", "Do not. y", "y y y", "no.y",
    "Gone for lunch, back at 2.",
  ]

  @Test(
    "a sentence and Enter never send, leave, accept, discard, create or sign out",
    arguments: places, sentences)
  func sentence(place: String, sentence: String) throws {
    let stage = try open(place)

    stage.type(sentence)
    stage.press("Enter")
    stage.scheduler.advance(by: .seconds(2))

    let done = stage.journal.take().filter { !Self.isHarmless($0) }
    #expect(done == [], "\(sentence) in \(place)")
    #expect(stage.sessions.journal.take() == [])
    #expect(stage.view.main != nil)
  }

  /// Looking at a profile, at other rooms and at settings requests them, reading requests older messages,
  /// and an unsent message that is taken back is in the composer.
  private static func isHarmless(_ line: String) -> Bool {
    let looks = ["refresh", "publicRooms", "rooms of", "settings of", "members", "takeBack"]
    return line == "loadOlder" || looks.contains { line.hasPrefix($0) }
  }

  @Test(
    "Enter after a pause and slow typing are just as harmless",
    arguments: places, [300, 340, 790])
  func slowly(place: String, pause: Int) throws {
    let stage = try open(place)
    stage.type("sure, thanks.")
    stage.pause(for: .milliseconds(pause))
    stage.press("Enter")
    stage.keyInterval = .milliseconds(340)
    stage.type("ok.")
    stage.press("Enter")
    stage.scheduler.advance(by: .seconds(2))

    let done = stage.journal.take().filter { !Self.isHarmless($0) }
    #expect(done == [], "\(place)")
    #expect(stage.sessions.journal.take() == [])
  }

  @Test("what was done to a person is taken back by u and y, never by u alone")
  func takenBack() throws {
    let stage = try open("settings after somebody was let in")
    #expect(stage.view.main?.sheet?.model.canUndo.value == true)
    stage.type("us too, yes")
    stage.pause(for: .seconds(2))
    #expect(stage.journal.take().filter { !Self.isHarmless($0) } == [])
    stage.press("u")
    stage.pause()
    #expect(stage.view.context == .confirmation)
    stage.pause()
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take().contains { $0.hasPrefix("kick @linus:example.org") })
    #expect(stage.view.context == .sheet)
  }

  @Test("right behind a yes, the cursor moves, and letters that do more are ignored")
  func movesBehindYes() throws {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    let link = try Scenario.message(
      "$l", room, stage.scenario.linus, minute: 9, Scenario.text("https://a.org"))
    stage.connect(opening: room)
    stage.timelines[room]?.send(stage.scenario.timeline.with { $0.messages.append(link) })
    _ = stage.screen()
    stage.press("Esc", "G", "o")
    stage.pause()
    stage.press("y")
    stage.pause(for: .milliseconds(400))
    let selected = {
      stage.view.main?.conversation?.timeline.selectedRow.map { ObjectIdentifier($0) }
    }
    let first = try #require(selected())
    stage.keyInterval = .milliseconds(100)
    stage.press("k")
    let second = try #require(selected())
    stage.press("k")
    #expect(Set([first, second, selected()]).count == 3)
    stage.press("i", "t")
    #expect(stage.view.context == .timeline)
  }

  @Test("text typed after i goes to the composer, and Enter sends it after a pause")
  func afterStraying() throws {
    let stage = try open("messages")
    stage.type("it works")
    stage.press("Enter")
    #expect(stage.footer().contains("press Enter again"))
    #expect(stage.screen().contains { $0.contains("> t works") })
    stage.pause()
    stage.press("Enter")
    #expect(stage.journal.take() == ["send t works"])
  }

  @Test("an Enter that comes a while after the last letter counts, also after a late continuation")
  func decidedEnter() throws {
    let stage = try open("messages")
    stage.type("it works")
    stage.pause(for: .milliseconds(730))
    stage.press("Enter")
    #expect(stage.journal.take() == ["send t works"])

    let later = try open("messages")
    later.type("it works")
    later.pause(for: .milliseconds(730))
    later.type(", see")
    later.press("Enter")
    #expect(later.journal.take() == ["send t works, see"])
  }

  @Test("a sentence that goes on after a withheld Enter has not answered it")
  func wordsAfterWithheldEnter() throws {
    let stage = try open("rooms")
    stage.type("car pool")
    stage.press("Enter")
    stage.type(" is late")
    stage.pause(for: .seconds(2))
    stage.press("Enter")
    stage.scheduler.advance(by: .seconds(2))
    #expect(stage.journal.take().filter { !Self.isHarmless($0) } == [])
    #expect(stage.view.context == .prompt)
    #expect(stage.footer().contains("press Enter again"))
  }

  @Test("where Enter creates or changes something, no pause replaces a second Enter")
  func lastingEnter() throws {
    let room = try open("rooms")
    room.type("car pool")
    room.pause(for: .seconds(3))
    room.press("Enter")
    #expect(room.journal.take().filter { !Self.isHarmless($0) } == [])
    room.press("Enter")
    room.scheduler.advance(by: .seconds(2))
    #expect(room.journal.take().contains { $0.hasPrefix("create") })

    let message = try open("messages")
    message.press("k")
    message.pause()
    message.type("everyone")
    #expect(message.screen().contains { $0.contains("editing") })
    message.pause(for: .seconds(3))
    message.press("Enter")
    #expect(message.footer().contains("press Enter again"))
    #expect(message.journal.take() == [])
  }

  @Test(
    "an Enter after letters without a meaning is asked for again, until some quiet has passed",
    arguments: [(1900, true), (2000, false), (60_000, false)])
  func lateEnter(milliseconds: Int, isWithheld: Bool) throws {
    let stage = try open("rooms")
    stage.type("xx")
    stage.pause(for: .milliseconds(milliseconds - 70))
    stage.press("Enter")
    #expect(stage.view.context == (isWithheld ? .roomList : .composer))
    #expect((stage.view.notice?.contains("press Enter again") == true) == isWithheld)
  }

  @Test("the second Enter counts that was asked for, unless it comes too soon to have been")
  func secondEnter() throws {
    let stage = try open("rooms")
    stage.type("xx")
    stage.press("Enter")
    stage.pause(for: .milliseconds(500))
    stage.press("Enter")
    #expect(stage.view.context == .roomList)
    stage.pause(for: .milliseconds(800))
    stage.press("Enter")
    #expect(stage.view.context == .composer)

    let other = try open("rooms")
    other.type("xx")
    other.press("Enter")
    other.type("x")
    other.pause(for: .milliseconds(900))
    other.press("Enter")
    #expect(other.view.context == .roomList, "the sentence went on")
  }

  @Test("a letter that moves the cursor after some quiet ends the sentence, as an arrow does")
  func quietLetter() throws {
    for key in ["j", "Down"] {
      let stage = try open("rooms")
      stage.type("xx")
      stage.pause()
      stage.press(key, "Enter")
      #expect(stage.view.context == .composer, "\(key)")
    }
    let stage = try open("rooms")
    stage.type("xx")
    stage.pause(for: .milliseconds(800))
    stage.press("j", "Enter")
    #expect(stage.view.context == .roomList, "it is still a sentence")
  }

  @Test(
    "text behind a key that leads elsewhere and did not is no answer", arguments: ["C-o", "F3"])
  func refusedKey(key: String) throws {
    let stage = try open("rooms")
    stage.press("c")
    stage.pause()
    stage.type("half")
    stage.pause()
    stage.press(key)
    stage.type("News")
    stage.pause(for: .seconds(3))
    stage.press("Enter")
    #expect(stage.view.context == .prompt)
    #expect(stage.journal.take().filter { !Self.isHarmless($0) } == [])
  }

  @Test("a capital letter behind the key that led to a field begins a text: Enter counts")
  func capital() throws {
    let answer = try open("messages")
    answer.type("iSure, thanks.")
    answer.press("Enter")
    #expect(answer.journal.take() == ["send Sure, thanks."])

    let room = try open("rooms")
    room.type("cGarden")
    room.press("Enter")
    room.scheduler.advance(by: .seconds(2))
    #expect(room.journal.take().contains { $0.hasPrefix("create") })

    // Words in capital letters, what changes a message, and a field that letters before had opened.
    for (place, keys) in [("rooms", "CAN YOU"), ("messages", "eBay is down"), ("rooms", "xcOK")] {
      let stage = try open(place)
      if place == "messages" { stage.press("k") }
      stage.pause()
      stage.type(keys)
      stage.press("Enter")
      stage.scheduler.advance(by: .seconds(2))
      #expect(stage.journal.take().filter { !Self.isHarmless($0) } == [], "\(keys)")
    }
  }

  @Test(
    "a message written behind i or r at an ordinary speed needs one Enter",
    arguments: [("iok", "ok"), ("rok", "ok"), ("iThanks", "Thanks"), ("in", "n")])
  func meantMessage(keys: String, message: String) throws {
    let stage = try open("messages")
    stage.press("k")
    stage.pause()
    stage.keyInterval = .milliseconds(150)
    stage.type(keys)
    stage.press("Enter")
    #expect(stage.view.notice == nil)
    let sent = stage.journal.take().filter { $0.hasPrefix("send") }
    #expect(sent.count == 1)
    #expect(sent.first?.contains(message) == true)
    #expect((sent.first == "send \(message)") == keys.hasPrefix("i"), "a reply has its message")
  }

  @Test(
    "a sentence that lost its first letter to i asks for a second Enter",
    arguments: [
      ("i want to go", 150), ("i'm here", 150), ("it works", 150), ("if you like", 200),
      ("iok", 70), ("r u there?", 150),
    ])
  func cutSentence(sentence: String, interval: Int) throws {
    let stage = try open("messages")
    // The last message has not arrived, so that nobody can answer it.
    stage.press("k")
    stage.pause()
    stage.keyInterval = .milliseconds(interval)
    stage.type(sentence)
    stage.press("Enter")
    #expect(stage.journal.take().filter { $0.hasPrefix("send") } == [])
    #expect(stage.footer().contains("press Enter again"))
    stage.pause()
    stage.press("Enter")
    #expect(stage.journal.take().filter { $0.hasPrefix("send") }.count == 1)
  }

  @Test("an arrow shows that the user looks at the field, so Enter counts")
  func arrowInField() throws {
    let stage = try open("rooms")
    stage.type("car pool")
    stage.press("Left", "Enter")
    #expect(stage.view.notice == nil)
  }

  @Test("Enter in a field that only finds something counts at once")
  func search() throws {
    let stage = try open("rooms")
    stage.type("/")
    stage.type("swift")
    stage.press("Enter")
    #expect(stage.view.prompt == nil)
    #expect(stage.view.notice == nil)

    let elsewhere = try open("rooms")
    elsewhere.press("C-k")
    elsewhere.type("swift")
    elsewhere.press("Enter")
    #expect(elsewhere.view.prompt == nil)
  }

  @Test("what was typed before the first frame asks for Enter again only until a pause")
  func typedEarly() throws {
    let place = OpenRoom(room: try Scenario().swift.id, message: nil)
    let early = try Stage(kept: KeptPlaces(openRoom: place))
    early.connection.send(.online)
    early.rooms.send(early.scenario.rooms)
    early.keyInterval = .milliseconds(50)
    early.type("he")
    _ = early.screen()
    early.pause(for: .seconds(1))
    early.type("y")
    early.press("Enter")
    #expect(early.journal.take().contains("send hey"))
  }

  @Test("the composer ignores no keys")
  func composer() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    stage.keyInterval = .milliseconds(5)
    stage.type("Sorry. exactly?")
    stage.press("Enter")
    stage.type("y")
    stage.press("Enter")
    #expect(stage.journal.take() == ["send Sorry. exactly?", "send y"])
  }

  @Test("fast list keys work: j j Enter")
  func fastNavigation() throws {
    let stage = try Stage()
    stage.connect()
    stage.keyInterval = .milliseconds(20)
    stage.press("g", "j", "j", "Enter")
    #expect(stage.view.main?.conversation?.model.titleText.value == "#swift-tui")
    #expect(stage.view.context == .composer)
  }

  @Test("arrows and function keys show that the user is looking, so Enter after them works")
  func navigation() throws {
    let stage = try open("rooms")
    stage.keyInterval = .milliseconds(50)
    stage.press("x", "F2", "End", "Enter")
    #expect(stage.view.context == .confirmation)
  }

  @Test("only a single y confirms; Enter, a paste and any other key dismiss the prompt")
  func confirmation() throws {
    for key in ["Enter", "Y", "x", "Space", "Left"] {
      let stage = try open("question of yes or no")
      stage.press(key)
      stage.pause()
      #expect(stage.view.context == .roomList, "\(key)")
      #expect(stage.journal.take() == [])
    }
    let pasted = try open("question of yes or no")
    pasted.send(.paste("y"))
    #expect(pasted.view.context == .roomList)
    let confirmed = try open("question of yes or no")
    confirmed.press("y")
    #expect(confirmed.journal.take() == [])
    confirmed.pause()
    #expect(confirmed.journal.take() == ["leave \(confirmed.scenario.swift.id)"])
  }

  @Test("an unbound key dismisses the menu, but no word that somebody looks for in it")
  func menu() throws {
    let stage = try open("menu")
    stage.type("sign out")
    #expect(stage.view.context == .menu)
    stage.press("Left")
    #expect(stage.view.context == .roomList)
  }
}
