import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Copying from messages")
@MainActor
struct CopyTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open(_ content: MessageContent) throws -> (
    main: MainViewModel, row: MessageRowViewModel
  ) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.timelines.history(of: room.id).send(.template(.template("1") { $0.content = content }))
    return (main, try #require(main.conversation.value?.timeline.rows.value.last))
  }

  private func formatted(_ blocks: TextBlock...) -> MessageContent {
    .text(TextContent(body: "source", formatted: FormattedText(blocks: blocks)))
  }

  @Test("the words of a plain message, without what a terminal or a shell would obey")
  func plain() throws {
    let (_, row) = try open(
      .text(TextContent(body: "one\r\ntwo\u{1B}[201~\u{7}\u{9B}\tthree\rfour")))
    #expect(row.hasWords)
    #expect(row.copiedWords.text == "one\ntwo[201~\tthree\nfour")
    #expect(row.copiedWords.noticeText == "Copied the message (3 lines)")
    #expect(!row.hasCode)
    #expect(row.links.value.isEmpty)
    let (_, short) = try open(.text(TextContent(body: "hello")))
    #expect(short.copiedWords.noticeText == "Copied: hello")
    let (_, event) = try open(.roomCreated)
    #expect(!event.hasWords)
  }

  @Test("the words of a formatted message: whole addresses, and covers where the screen has them")
  func words() throws {
    let (_, row) = try open(
      formatted(
        TextBlock(
          quoteDepth: 1,
          runs: [
            TextRun("see "), TextRun("here", .link, link: "https://example.org/x?y"),
            TextRun(" (example.org)", .address, link: "https://example.org/x?y"),
          ]),
        TextBlock(listDepth: 2, marker: "•", runs: [TextRun("a"), TextRun("b", .spoiler)])))
    #expect(
      row.copiedWords.text == "> see here (https://example.org/x?y)\n  • a[spoiler]")
    row.uncover.execute()
    #expect(row.copiedWords.text.hasSuffix("• ab"))
  }

  @Test("the code alone, each line exactly, of all blocks")
  func code() throws {
    let (_, row) = try open(
      formatted(
        TextBlock(runs: [TextRun("try "), TextRun("inline", .code)]),
        TextBlock(
          kind: .code(language: "sh"), quoteDepth: 1, runs: [TextRun("if true; then\n\techo\nfi")]),
        TextBlock(kind: .code(language: nil), runs: [TextRun("  ls")])))
    #expect(row.hasCode)
    #expect(row.copiedCode == CopiedText("if true; then\n\techo\nfi\n  ls", of: "the code"))
    #expect(row.copiedCode.text == "if true; then\n\techo\nfi\n  ls")
  }

  @Test("a text that is too long for terminals is cut, between letters, and that is said")
  func bounds() {
    let copied = CopiedText(String(repeating: "é", count: 50_000), of: "the message")
    #expect(copied.text.utf8.count == 74_994)
    #expect(
      copied.noticeText == "Copied only the first 74 kB of the message: terminals take no more")
    #expect(copied.text.allSatisfy { $0 == "é" })
  }

  @Test("the address of a message leads to it; a message on its way has none")
  func address() throws {
    let (main, row) = try open(.text(TextContent(body: "a")))
    #expect(
      row.copiedAddress?.text
        == MatrixLink.address(of: .template("$1"), in: room.id, via: "example.org"))
    #expect(row.hasAddress)
    account.timelines.history(of: room.id).send(.template(.outgoing("t1")))
    let unsent = try #require(main.conversation.value?.timeline.rows.value.last)
    #expect(!unsent.hasAddress)
    #expect(unsent.copiedAddress == nil)
  }

  @Test("the only link is copied at once; of several, the one that is chosen")
  func links() throws {
    var copies: [CopiedText] = []
    let (main, row) = try open(.text(TextContent(body: "see https://a.org/x.")))
    main.copyLink(of: row) { copies.append($0) }
    #expect(copies == [CopiedText("https://a.org/x", of: "the link")])
    #expect(main.sheet.value == nil)

    let (other, two) = try open(
      .text(TextContent(body: "https://a.org https://b.org https://a.org")))
    other.copyLink(of: two) { copies.append($0) }
    let sheet = try #require(other.sheet.value)
    #expect(sheet.titleText == "Copy which link?")
    #expect(sheet.rows.value.map(\.timeText) == ["1", "2"])
    #expect(sheet.rows.value.map(\.quote.bodyText) == ["https://a.org", "https://b.org"])
    #expect(sheet.rows.value.map(\.quote.senderText) == ["a.org", "b.org"])
    sheet.open(sheet.rows.value[1])
    #expect(copies.last?.text == "https://b.org")
    #expect(other.sheet.value == nil)
  }

  @Test("links are those that can be seen; mentions of people count only without others")
  func visibleLinks() throws {
    let person = TextRun(
      "Ada", .pill, person: .template("@ada:example.org"), link: "matrix:u/ada:example.org")
    let (_, row) = try open(
      formatted(
        TextBlock(runs: [
          person, TextRun(" https://mention.of/"), TextRun("ada"), TextRun("/x "),
          TextRun("hidden", [.spoiler, .link], link: "https://hidden.org"),
          TextRun("bank.org", .link, link: "https://evil.org/\u{202E}x"),
        ])))
    #expect(
      row.links.value.map(\.addressText)
        == ["https://mention.of/ada/x", "https://evil.org/%E2%80%AEx"])
    row.uncover.execute()
    #expect(row.links.value.map(\.addressText).contains("https://hidden.org"))
    let (_, alone) = try open(formatted(TextBlock(runs: [person])))
    #expect(alone.links.value.map(\.addressText) == ["matrix:u/ada:example.org"])
  }
}
