import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("Mentions in the timeline")
@MainActor
struct MentionTests {
  /// The content of the row of a message in Ada's account.
  private func content(_ message: Message, ownName: String = "Ada Lovelace") throws
    -> MessageRowContent
  {
    let account = FakeAccount()
    let conversation = ConversationViewModel(
      room: Room.template().id, session: account.session, world: TestWorld().world,
      draft: .empty, navigator: Navigator())
    let ada = User.template("ada", name: ownName)
    account.timelines.history(of: Room.template().id).send(
      .template(message) { $0.people[ada.id] = ada })
    return try #require(conversation.timeline.rows.value.last?.content.value)
  }

  /// The parts of the text that are marked.
  private func marked(_ content: MessageRowContent) -> [String] {
    content.mentionRanges.map { String(decoding: Array(content.bodyText.utf8)[$0], as: UTF8.self) }
  }

  @Test(
    "without the word of the sender's program, a name or the first part of the id counts",
    arguments: [
      ("Ada Lovelace: hello", ["Ada Lovelace"]), ("is @ada:example.org there?", ["ada"]),
      ("ADA and ada", ["ADA", "ada"]), ("Adam, adapt, Canada", []), ("ada_1", []), ("", []),
      ("grüße, ada lovelace!", ["ada lovelace"]), ("ada\u{301} is another", []),
      ("ada é", ["ada"]),
    ])
  func words(body: String, expected: [String]) throws {
    let content = try content(.template("1", body))

    #expect(content.mentionsMe == !expected.isEmpty)
    #expect(marked(content) == expected)
  }

  @Test("the declaration of the sender's client decides, and only then the name is marked")
  func said() throws {
    func content(_ mentions: Mentions, _ body: String) throws -> MessageRowContent {
      try self.content(.template("1", body) { $0.mentions = mentions })
    }
    let named = try content(Mentions(users: [User.ada.id]), "hello ada")
    #expect(named.mentionsMe)
    #expect(marked(named) == ["ada"])
    let everybody = try content(Mentions(isForRoom: true), "hello all")
    #expect(everybody.mentionsMe)
    #expect(marked(everybody) == [])
    let others = try content(Mentions(users: [User.linus.id]), "ada said so")
    #expect(!others.mentionsMe)
    #expect(marked(others) == [])
  }

  @Test("a picture mentions too; one's own messages and notices do not")
  func kinds() throws {
    let picture = try content(
      .template("1") {
        $0.content = .image(ImageContent(body: "cat.png", caption: "for ada"))
        $0.mentions = Mentions(users: [User.ada.id])
      })
    #expect(picture.mentionsMe)
    #expect(marked(picture) == ["ada"])
    let formatted = FormattedText(blocks: [
      TextBlock(kind: .paragraph, runs: [TextRun("for "), TextRun("ada", .strong)])
    ])
    let bold = try content(
      .template("1") {
        $0.content = .image(
          ImageContent(body: "cat.png", caption: "for **ada**", formatted: formatted))
        $0.mentions = Mentions(users: [User.ada.id])
      })
    #expect(bold.bodyText == "for ada")
    #expect(
      bold.formattedBody?.blocks.first?.runs == [.init("for "), .init("ada", [.strong, .mention])])
    #expect(try !content(.template("1", "I am ada", from: .ada)).mentionsMe)
    let notice = Message.template("1") {
      $0.content = .text(TextContent(body: "ada", kind: .notice))
      $0.mentions = Mentions(users: [User.ada.id])
    }
    #expect(try !content(notice).mentionsMe)
  }

  @Test("a blank name mentions nobody, and the number of marks is limited")
  func bounds() throws {
    #expect(try !content(.template("1", "a   b"), ownName: "  ").mentionsMe)
    let often = try content(.template("1", String(repeating: "ada ", count: 10_000)))
    #expect(often.mentionRanges.count == 50)
  }
}
