import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Formatted bodies of rows")
@MainActor
struct FormattedBodyTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> ConversationViewModel {
    ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: Navigator())
  }

  private func show(_ runs: [TextRun]) {
    history.send(.template(message(runs)))
  }

  private func message(_ runs: [TextRun]) -> Message {
    .template("a") {
      $0.content = .text(
        TextContent(body: "source", formatted: FormattedText(blocks: [TextBlock(runs: runs)])))
    }
  }

  @Test("a room without an alias has the name that the account knows, whatever its sender wrote")
  func rooms() throws {
    let kitchen = Room.template("kitchen", name: "Kitchen")
    let link = "https://matrix.to/#/%21kitchen%3Aexample.org?via=example.org"
    let other = "https://matrix.to/#/%21other%3Aexample.org"
    let conversation = open()
    show([
      TextRun("see "), TextRun("Bath", .link, link: link),
      TextRun(" (!kitchen:example.org)", .address, link: link), TextRun(" or "),
      TextRun("Attic", .link, link: other),
      TextRun(" (!other:example.org)", .address, link: other),
    ])
    let row = try #require(conversation.timeline.rows.value.last)
    let words = { row.content.value.formattedBody?.blocks.first?.runs.map(\.text).joined() }
    #expect(words() == "see Bath (!kitchen:example.org) or Attic (!other:example.org)")
    account.rooms.list.send([room, kitchen])
    #expect(words() == "see Kitchen or Attic (!other:example.org)")
    account.rooms.list.send([room, kitchen.with { $0.name = "Hearth" }])
    #expect(words() == "see Hearth or Attic (!other:example.org)")
    let pill = row.content.value.formattedBody?.blocks.first?.runs[1]
    #expect(pill?.traits == .pill && pill?.link == link)
  }

  @Test("the account's names are marked, except in code; people have the program's names")
  func mentions() {
    let (ada, grace) = (UserID.template("@ada:example.org"), UserID.template("@grace:example.org"))
    let text = FormattedText(blocks: [
      TextBlock(
        quoteDepth: 1, listDepth: 2, marker: "•",
        runs: [
          TextRun("hi ada!", [.strong, .cellStart]), TextRun("ada", .code),
          TextRun("x", .pill, person: ada), TextRun("y", .pill, person: grace),
        ])
    ])

    let body = FormattedBody(
      text, ownID: ada, mentions: OwnMentions(ownID: ada, displayName: nil)
    ) { "name of \($0.localpart)" }

    #expect(body.blocks.map(\.quoteDepth) == [1])
    #expect(body.blocks.map(\.listDepth) == [2])
    #expect(body.blocks.map(\.markerText) == ["•"])
    #expect(
      body.blocks.first?.runs == [
        .init("hi ", [.strong, .cellStart]), .init("ada", [.strong, .mention]),
        .init("!", .strong), .init("ada", .code), .init("name of ada", [.pill, .mention]),
        .init("name of grace", .pill),
      ])
    #expect(!body.hasSpoilers)
  }

  @Test("a row shows what the body hides on request, until the message changes")
  func uncover() throws {
    let conversation = open()
    show([TextRun("it was "), TextRun("the butler", .spoiler)])
    let row = try #require(conversation.timeline.rows.value.last)
    let isUncovered = Recorder(row.content.map(\.isUncovered))
    isUncovered.expect(false)
    #expect(row.content.value.bodyText == "it was ▒▒▒▒▒")

    row.uncover.execute()
    isUncovered.expect(true)
    row.uncover.execute()
    isUncovered.expect(false)
    row.uncover.execute()
    isUncovered.expect(true)

    show([TextRun("it was "), TextRun("the cook", .spoiler)])
    isUncovered.expect(false)
  }

  @Test("a row that hides nothing has nothing to uncover")
  func nothingToUncover() throws {
    let conversation = open()
    show([TextRun("plain")])
    let row = try #require(conversation.timeline.rows.value.last)
    #expect(!row.uncover.isEnabled.value)
  }
}
