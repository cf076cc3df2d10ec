import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Files that are taken back before they are due")
@MainActor
final class TakingBackFileTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private var told: [String] = []
  private lazy var main = MainViewModel(
    session: account.session, sessions: FakeSessionController(), world: test.world)

  private func row(_ content: MessageContent) throws -> MessageRowViewModel {
    account.rooms.list.send([room])
    main.openFirstRoom()
    let until = Timestamp(milliseconds: Timestamp.noon.milliseconds + 5000)
    account.timelines.history(of: room.id).send(
      .template(
        Message.outgoing("t1", delivery: .held(until: until)).with { $0.content = content }))
    return try #require(main.conversation.value?.timeline.rows.value.last)
  }

  private func takeBack(_ row: MessageRowViewModel) -> Bool {
    main.takeBackFile(row) { self.told.append($0) }
  }

  @Test("are told of and come back by the key that undoes, as messages that were not sent")
  func comesBack() throws {
    let row = try row(.file(FileContent(kind: .file, name: "page\n.bin", byteCount: 5)))
    #expect(takeBack(row))
    #expect(told == ["page .bin was not sent: u in the messages brings it back"])
    let id = try #require(row.message?.id)
    #expect(account.sender.takeDiscarded() == [id])
    #expect(account.sender.onTakeBack.takeCalls().isEmpty)
    main.undoDiscard.execute()
    #expect(account.sender.takeRestored() == [id])
  }

  @Test("the cursor goes to the file that comes back, once it is there")
  func cursor() throws {
    let row = try row(.file(FileContent(kind: .file, name: "page.bin", byteCount: 5)))
    let file = try #require(row.shown)
    let timeline = try #require(main.conversation.value?.timeline)
    let history = account.timelines.history(of: room.id)
    #expect(takeBack(row))
    history.send(.template(.template("1"), .template("2")))
    main.undoDiscard.execute()
    #expect(timeline.landing.value == nil)
    history.send(.template(.template("1"), file, .template("2")))
    #expect(timeline.landing.value?.row == RowID(file.id.rawValue))
    // Later, the cursor is the user's.
    let landing = timeline.landing.value
    history.send(.template(.template("1"), .template("2")))
    history.send(.template(.template("1"), file, .template("2")))
    #expect(timeline.landing.value == landing)
  }

  @Test("a copy of a picture that the server has only goes, which is told once it is so")
  func forwarded() throws {
    let row = try row(.image(ImageContent(body: "cat.png", source: .template("cat"))))
    let answer = account.sender.onTakeBack.answerLater()
    #expect(takeBack(row))
    #expect(told.isEmpty)
    answer.complete()
    #expect(told == ["cat.png was not sent"])
    account.sender.onTakeBack.fail(.invalidInput("t1"))
    #expect(takeBack(row))
    #expect(told.last == "cat.png is being sent or was sent")
    #expect(account.sender.takeDiscarded().isEmpty)
  }

  @Test("a text is none of these")
  func text() throws {
    #expect(!takeBack(try row(.text(TextContent(body: "hello")))))
    #expect(told.isEmpty)
  }
}
