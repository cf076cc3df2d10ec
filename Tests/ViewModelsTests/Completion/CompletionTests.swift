import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Completion in the composer")
@MainActor
struct CompletionTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift") { $0.alias = .template("#swift-tui:example.org") }

  /// The composer's field, which has the text in the program.
  @MainActor
  private final class Field {
    var text = ""
    var cursor = 0
    let composer: ComposerViewModel

    init(_ composer: ComposerViewModel) { self.composer = composer }

    func type(_ words: String) {
      for character in words { apply(CompletionEdit(cursor, String(character))) }
    }

    func apply(_ edit: CompletionEdit) {
      let characters = Array(text)
      text =
        String(characters[..<edit.range.lowerBound]) + edit.text
        + String(characters[edit.range.upperBound...])
      cursor = edit.range.lowerBound + edit.text.count
      batch {
        composer.draftChanged(text)
        composer.cursorMoved(to: cursor)
      }
    }

    func choose(by count: Int = 1) { composer.completion.choose(by: count, edit: apply) }

    /// The composer's text was set elsewhere.
    func send() {
      composer.send.execute()
      text = composer.draftText.value
      cursor = text.count
    }
  }

  private func open() -> Field {
    var world = test.world
    world.emoji = { "😄 smile, happy\n😺 smiling cat\n🔥 fire\n🎉 party" }
    account.rooms.list.send([
      room, Room.template("b", name: "Swiss [cheese]"),
      Room.template("c", name: "Other"),
    ])
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
    return Field(conversation.composer)
  }

  private func settle() { test.scheduler.run() }

  private func send(_ people: [User]) {
    account.rooms.members.send(RoomMembers(roomID: room.id, people: people, isComplete: true))
  }

  private func titles(_ field: Field) -> [String] {
    field.composer.completion.isOpen.value
      ? field.composer.completion.suggestions.value.map(\.titleText) : []
  }

  @Test("a chosen person is a name in the text, and a mention and a link in what is sent")
  func person() throws {
    let field = open()
    send([.ada, .grace, .template("eve", name: "Grazia *G*")])
    field.type("hello @gra")
    settle()
    #expect(titles(field) == ["Grace", "Grazia *G*"])
    #expect(field.composer.completion.suggestions.value[0].noteText == "@grace:example.org")
    #expect(field.composer.completion.chosen.value == nil)
    field.choose()
    #expect(field.text == "hello Grace ")
    field.choose()
    #expect(field.text == "hello Grazia *G* ")
    field.type("and welcome")
    #expect(!field.composer.completion.isOpen.value)
    let source = #"hello [Grazia \*G\*](https://matrix.to/#/%40eve%3Aexample.org) and welcome"#
    #expect(account.places.kept.drafts[room.id]?.text == source)

    // After a restart the name is a mention still, and the text comes back when it is not sent.
    let next = open()
    #expect(next.composer.draftText.value == "hello Grazia *G* and welcome")
    let answer = account.sender.onSend.answerLater()
    next.send()
    #expect(account.sender.onSend.takeCalls() == [.init(.text(source), room.id)])
    answer.fail(RequestError(operation: .send, reason: .storage("full")))
    #expect(next.composer.draftText.value == "hello Grazia *G* and welcome")
    #expect(account.places.kept.drafts[room.id]?.text == source)
  }

  @Test("a suggestion is sent with its text, which ends the choice; Esc brings back what was typed")
  func ends() {
    let field = open()
    send([.grace])
    field.type("@gr")
    settle()
    #expect(titles(field) == ["Grace"])
    field.choose()
    #expect(field.text == "Grace: ", "a greeting at the beginning")
    #expect(field.composer.completion.isOpen.value)
    _ = account.sender.onSend.answerLater()
    field.send()
    let link = "[Grace](https://matrix.to/#/%40grace%3Aexample.org): "
    #expect(account.sender.onSend.takeCalls() == [.init(.text(link), room.id)])
    #expect(!field.composer.completion.isOpen.value)
    #expect(field.composer.completion.chosen.value == nil)
    #expect(field.text.isEmpty)

    field.type("hi @gr")
    field.choose()
    #expect(field.text == "hi Grace ")
    field.composer.completion.close(edit: field.apply)
    #expect(field.text == "hi @gr")
    field.type("a")
    #expect(titles(field) == [], "closed for this word")
    field.type(" @g")
    #expect(titles(field) == ["Grace"])
    #expect(account.sender.onSend.takeCalls() == [])
  }

  @Test("a name that is changed by hand is no mention any more; others stay")
  func changed() {
    let field = open()
    send([.grace, .linus])
    field.type("@gr")
    settle()
    field.choose()
    field.type("and @lin")
    field.choose()
    #expect(field.text == "Grace: and Linus ")
    field.apply(CompletionEdit(4..<5, ""))
    #expect(field.text == "Grac: and Linus ")
    #expect(
      account.places.kept.drafts[room.id]?.text
        == "Grac: and [Linus](https://matrix.to/#/%40linus%3Aexample.org) ")
  }

  @Test(
    "what completes, and what does not",
    arguments: [
      (":smi", ["😄", "😺"]), (":ca", ["😺"]), (":s", []), ("a:smi", []), ("10:30", []), (":-)", []),
      ("(:fir", ["🔥"]), ("/", ["/html", "/invite", "/join", "/leave", "/me", "/plain"]),
      ("/m", ["/me"]),
      ("a /m", []),
      ("//m", []), ("#sw", ["Swift", "Swiss [cheese]"]), ("#tui", ["Swift"]), ("# sw", []),
      ("##", []), ("#nope", []), ("@", []), ("mail@gr", []), ("@hop", ["Grace Hopper"]),
      ("@GRACE:ex", ["Grace Hopper"]), ("@ada", []), ("é @gr", ["Grace Hopper"]),
    ])
  func kinds(text: String, expected: [String]) {
    let field = open()
    send([.ada, .template("grace", name: "Grace Hopper")])
    field.type(text)
    settle()
    #expect(titles(field) == expected)
  }

  @Test("rooms become links by alias or ID, emoji and commands their own words")
  func words() {
    for (typed, count, source) in [
      (
        "#sw", 1,
        "[\\#swift\\-tui\\:example\\.org](https://matrix.to/#/%23swift-tui%3Aexample.org) "
      ),
      ("#sw", 2, "[Swiss \\[cheese\\]](https://matrix.to/#/%21b%3Aexample.org?via=example.org) "),
      (":fire", 1, "🔥 "), ("/m", 1, "/me "),
    ] {
      let field = open()
      field.type(typed)
      settle()
      for _ in 0..<count { field.choose() }
      #expect(account.places.kept.drafts[room.id]?.text == source)
      field.apply(CompletionEdit(0..<field.text.count, ""))
    }
  }

  @Test("a hostile name brings nothing into the text but letters")
  func hostile() {
    let field = open()
    send([
      .template("e", name: "eve\u{202E}\u{1B}[2J\nroot" + String(repeating: "\u{301}", count: 50)),
      .template("ezzz", name: "\u{200B}\u{3164}"),
    ])
    field.type("@e")
    settle()
    field.choose()
    #expect(field.text == "eve[2J root\u{301}\u{301}\u{301}\u{301}: ")
    field.choose()
    #expect(field.text == "@ezzz:example.org: ")
  }

  @Test("a message that is changed keeps whom it mentions")
  func edits() throws {
    let source = "[Grace](https://matrix.to/#/%40grace%3Aexample.org) hi"
    let field = open()
    account.timelines.history(of: room.id).send(
      .template(
        .template("1", from: .ada) { $0.content = .text(.init(body: "Grace hi", draft: source)) }))
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
    let row = try #require(conversation.timeline.rows.value.last)
    conversation.composer.change(row)
    #expect(conversation.composer.draftText.value == "Grace hi")
    conversation.composer.draftChanged("Grace hi!")
    _ = account.sender.onSend.answerLater()
    conversation.composer.send.execute()
    #expect(
      account.sender.onSend.takeCalls().map(\.event)
        == [.edit(Message.ID(EventID.template("$1")), text: source + "!")])
    _ = field
  }

  @Test("every command has an explanation")
  func commands() {
    let field = open()
    field.type("/")
    for completion in field.composer.completion.suggestions.value {
      #expect(!completion.noteText.isEmpty)
    }
  }

  @Test("among 5,000 people a key costs less than a frame")
  func manyPeople() {
    let field = open()
    send((0..<5_000).map { .template("user\($0)", name: "Person \($0) Name\($0 % 97)") })
    field.type("@p")
    settle()
    #expect(titles(field).count == 6)
    let clock = ContinuousClock()
    let words = ["name96", "user4999", "nobody", "person 49"]
    let time = clock.measure {
      for word in words { field.apply(CompletionEdit(0..<field.text.count, "@\(word)")) }
    }
    // Each is a whole search; the slowest test machine needs a few milliseconds for one.
    #expect(time < .milliseconds(16 * words.count))
  }
}

extension CompletionEdit {
  fileprivate init(_ range: Range<Int>, _ text: String) { self.init(range: range, text: text) }
  fileprivate init(_ place: Int, _ text: String) { self.init(range: place..<place, text: text) }
}
