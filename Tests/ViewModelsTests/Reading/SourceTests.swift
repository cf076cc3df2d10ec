import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("The source of an event")
@MainActor
struct SourceTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func show(_ message: Message) throws -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.timelines.history(of: room.id).send(.template(message))
    main.showSource(of: try #require(main.conversation.value?.timeline.rows.value.last))
    return main
  }

  @Test("has an entry for each line, and several for a long one")
  func lines() throws {
    account.timelines.onRelated.answer(with: .just([]))
    let response = account.timelines.onSource.answerLater()
    let main = try show(.template("1"))
    let sheet = try #require(main.sheet.value)
    #expect(account.timelines.onSource.takeCalls() == [Message.ID(EventID.template("$1"))])
    #expect(sheet.titleText == "Source of the event")
    #expect(sheet.noteText.value == "Loading…")
    #expect(!sheet.opensRows)
    let long = String(repeating: "x", count: 700)
    response.send(EventSource(text: "{\n  \"a\": 1,\n\(long)\n}", isComplete: false))
    let texts = sheet.rows.value.map(\.quote.bodyText)
    #expect(texts.map(\.count) == [1, 9, 300, 300, 100, 1])
    #expect(texts.joined().hasSuffix(long + "}"))
    #expect(Set(sheet.rows.value.map(\.id)).count == 6)
    #expect(sheet.noteText.value == "The end of the event is not shown.")
    #expect(sheet.stepText.value == "")
  }

  @Test("leads to those of the events about the message, and around to the first again")
  func related() throws {
    let names = ["$1", "$e", "$r"].map { Message.ID(EventID.template($0)) }
    account.timelines.onRelated.answer(
      with: .just([
        RelatedEvent(id: names[1], kind: .edit, sender: User.ada.id, timestamp: .noon),
        RelatedEvent(id: names[2], kind: .reaction, sender: User.grace.id, timestamp: .noon),
      ]))
    account.timelines.onSource.answer { .just(EventSource(text: $0.rawValue)) }
    let sheet = try #require(try show(.template("1")).sheet.value)
    #expect(sheet.stepText.value == "next event")
    #expect(sheet.noteText.value == "1 of 3: the message. Left, Right: others.")
    var shown: [String] = []
    for count in [1, 1, 1, -1] {
      let row = try #require(sheet.rows.value.first)
      shown.append(row.quote.bodyText)
      sheet.moved(to: 5)
      sheet.step(row, by: count)
      #expect(sheet.place == 0)
    }
    #expect(shown == ["$1", "$e", "$r", "$1"])
    #expect(sheet.noteText.value.hasPrefix("3 of 3: a reaction by @grace:example.org, "))
    #expect(account.timelines.onSource.takeCalls() == (names + [names[0], names[2]]))
    #expect(account.timelines.onRelated.takeCalls() == [names[0]])
  }

  @Test("an error is told; a message that the server does not have has no source")
  func failures() throws {
    account.timelines.onSource.fail(.refused, status: 404)
    account.timelines.onRelated.fail(.storage("x"))
    #expect(
      try show(.template("1")).sheet.value?.noteText.value
        == "The server does not have that message, or does not show it to you.")
    #expect(try show(.outgoing("t1")).sheet.value == nil)
  }
}
