import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("The files of a room")
@MainActor
struct RoomFilesTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")

  private func file(_ id: String, _ name: String, from sender: User) -> FoundMessage {
    let content = MessageContent.file(FileContent(kind: .file, name: name, byteCount: 2_000))
    return FoundMessage(
      room: room,
      message: .template(id, "", from: sender, in: room.id).with { $0.content = content },
      sender: sender)
  }

  private func open() throws -> (MainViewModel, SheetViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.showFiles(of: try #require(main.roomList.rows.value.first))
    return (main, try #require(main.sheet.value))
  }

  @Test("are listed page by page, and Enter shows one in the history")
  func list() throws {
    let first = account.timelines.onFiles.answerLater()
    let (main, sheet) = try open()
    #expect(sheet.titleText == "Files in Tea")
    #expect(sheet.noteText.value == "Loading…")
    #expect(account.timelines.onFiles.takeCalls() == [nil])
    first.send(
      MessagePage(
        messages: [file("b", "notes.pdf", from: .grace), file("a", "tea\n.txt", from: .ada)],
        next: "t1"))
    #expect(sheet.noteText.value == "")
    #expect(sheet.rows.value.map(\.quote.senderText) == ["Grace", "you"])
    #expect(
      sheet.rows.value.map(\.quote.noteText) == ["[file notes.pdf 2 kB]", "[file tea .txt 2 kB]"])

    account.timelines.onFiles.answer(
      with: .just(MessagePage(messages: [file("0", "old.zip", from: .grace)], next: nil)))
    sheet.reachedEnd()
    #expect(account.timelines.onFiles.takeCalls() == ["t1"])
    #expect(sheet.rows.value.count == 3)
    sheet.reachedEnd()
    #expect(account.timelines.onFiles.takeCalls().isEmpty)

    sheet.open(sheet.rows.value[2])
    #expect(main.sheet.value == nil)
    #expect(main.conversation.value?.roomID == room.id)
  }

  @Test("a room without files, and a server that refuses, say so")
  func empty() throws {
    account.timelines.onFiles.answer(with: .just(MessagePage(messages: [], next: nil)))
    #expect(try open().1.noteText.value == "There is no file in this room.")
    account.timelines.onFiles.fail(.timedOut)
    let (_, sheet) = try open()
    #expect(sheet.noteText.value == "The server did not answer in time. Try again.")
    account.timelines.onFiles.answer(with: .just(MessagePage(messages: [], next: "t1")))
    sheet.reachedEnd()
    #expect(account.timelines.onFiles.takeCalls().count == 3)
    // A page without files may be followed by one that has some.
    sheet.reachedEnd()
    #expect(account.timelines.onFiles.takeCalls() == ["t1"])
  }
}
