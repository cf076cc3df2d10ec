import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Ways to places in the history")
@MainActor
struct PlacesTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private let messages = (1...4).map { Message.template("\($0)", "\($0)") }

  private func open() throws -> (main: MainViewModel, timeline: TimelineViewModel) {
    _ = account.rooms.onMarkRead.answerLater()
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    return (main, try #require(main.conversation.value?.timeline))
  }

  private func show(_ messages: [Message], _ change: (inout Timeline.Builder) -> Void = { _ in }) {
    account.timelines.history(of: room.id).send(
      .template {
        $0.messages = messages
        change(&$0)
      })
  }

  @Test("the first new message, and back")
  func firstNew() throws {
    let (main, timeline) = try open()
    show(messages) { $0.readUpTo = messages[1].eventID }
    #expect(timeline.hasNewMessages)
    timeline.goToFirstNew()
    #expect(timeline.landing.value?.row == RowID("$3"))
    #expect(main.conversation.value?.timeline.canJumpBack.value == true)
    timeline.jumpBack()
    #expect(timeline.landing.value?.row == RowID("$4"))
    // The marker stays while one reads.
    show(messages) { $0.readUpTo = messages[3].eventID }
    #expect(timeline.hasNewMessages)
    timeline.goToFirstNew()
    #expect(timeline.landing.value?.row == RowID("$3"))
    // The room is still open.
    #expect(main.conversation.value != nil)
  }

  @Test("own messages after the last read one are not new")
  func ownMessages() throws {
    let (_, timeline) = try open()
    let own = Message.template("5", "5", from: .ada)
    show(messages + [own]) { $0.readUpTo = messages[3].eventID }
    #expect(!timeline.hasNewMessages)
    #expect(!timeline.hasUnseenBeginning)
  }

  @Test("the first new message far back is looked for and loaded")
  func farBack() throws {
    let (_, timeline) = try open()
    show([messages[3]]) {
      $0.readUpTo = messages[0].eventID
      $0.hasOlder = true
    }
    timeline.goToFirstNew()
    #expect(account.timelines.places.last == .message(messages[0].id))
    show(Array(messages[0...2])) {
      $0.readUpTo = messages[0].eventID
      $0.hasNewer = true
      $0.place = messages[0].id
    }
    #expect(timeline.landing.value?.row == RowID("$2"))
  }

  @Test("without new messages there is no such place")
  func nothingNew() throws {
    let (_, timeline) = try open()
    show(messages) { $0.readUpTo = messages[3].eventID }
    #expect(!timeline.hasNewMessages)
    timeline.goToFirstNew()
    #expect(timeline.landing.value == nil)
  }

  @Test("a date, asked for in words that people type")
  func date() throws {
    let (main, timeline) = try open()
    show(messages)
    let found = account.timelines.onFind.answerLater()
    main.askForDate()
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("yesterday")
    prompt.submit.execute()
    let midnight = Timestamp.noon.milliseconds - 750 * 60_000 - 86_400_000
    #expect(account.timelines.onFind.takeCalls() == [Timestamp(milliseconds: midnight)])
    found.send(messages[1].id)
    found.complete()
    #expect(main.prompt.value == nil)
    #expect(timeline.landing.value?.row == RowID("$2"))
    timeline.jumpBack()
    #expect(timeline.landing.value?.row == RowID("$4"))
  }

  @Test("a text that is no date, and a server that finds nothing, are told in the question")
  func refused() throws {
    let (main, _) = try open()
    show(messages)
    main.askForDate()
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("soon")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "“soon” is not valid. Enter a day or a time, such as 2026-11-24, 24.11., yesterday or 12:30."
    )
    account.timelines.onFind.fail(.refused, status: 404, code: "M_NOT_FOUND")
    prompt.textChanged("today")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value == "The room has no messages that the server shows to you.")
    account.timelines.onFind.fail(.refused, status: 404, code: "M_UNRECOGNIZED")
    prompt.submit.execute()
    #expect(prompt.errorText.value == "This server cannot look for dates.")
  }

  @Test("a list of threads has no dates")
  func threads() throws {
    let (main, _) = try open()
    main.openThreads()
    main.askForDate()
    #expect(main.prompt.value == nil)
  }
}
