import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Removals of the view models")
@MainActor
struct RemovalTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private static nonisolated let own = Message.ID(EventID.template("$1"))

  private func open(
    _ messages: [Message]
  ) throws -> (main: MainViewModel, rows: [MessageRowViewModel]) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.timelines.history(of: room.id).send(.template { $0.messages = messages })
    let rows = try #require(main.conversation.value).timeline.rows.value
    return (main, rows.filter { $0.openSender.isEnabled.value })
  }

  @Test("a message is removed once that is confirmed")
  func confirmed() throws {
    let (main, rows) = try open([.template("1", from: .ada)])
    main.askToRemove(rows[0])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(prompt.titleText == "Remove this message for everybody?")
    #expect(prompt.subject?.labelText == "Ada: hello")
    #expect(account.sender.onSend.takeCalls() == [])
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    prompt.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(
      account.sender.onSend.takeCalls() == [
        .init(.redaction(Self.own), room.id, after: .seconds(5))
      ])
    #expect(main.prompt.value == nil)
  }

  @Test("a reason is asked for first, and confirmed with the removal")
  func reason() throws {
    let (main, rows) = try open([.template("1", from: .ada)])
    main.askToRemoveWithReason(rows[0])
    let question = try #require(main.prompt.value)
    #expect(question.subject?.labelText == "Ada: hello")
    question.textChanged("posted twice")
    question.submit.execute()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(prompt.subject?.labelText == "Ada: hello")
    #expect(prompt.titleText == "Remove this message for everybody? Reason: posted twice")
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    prompt.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(
      account.sender.onSend.takeCalls()
        == [.init(.redaction(Self.own, reason: "posted twice"), room.id, after: .seconds(5))])
  }

  @Test("a removal that waits is said in its row and taken back, unless a message was sent later")
  func takenBack() throws {
    let removal = Message.ID(TransactionID.template("r1"))
    let until = Timestamp.noon(plusMinutes: 1)
    let removed = Message.template("1", from: .ada) {
      $0.pendingChange = .heldRemoval(event: removal, until: until)
    }
    let (main, rows) = try open([removed, .template("2", from: .linus)])
    #expect(rows[0].content.value.changeText == "(removing… u undoes)")
    #expect(!main.canRemove(rows[0]))
    let timeline = try #require(main.conversation.value).timeline
    #expect(timeline.heldChangeRow === rows[0])
    account.sender.onTakeBack.answer(with: .empty)
    main.undoHeldChange(of: rows[0])
    #expect(account.sender.onTakeBack.takeCalls() == [removal])
    main.undoHeldChange(of: rows[1])
    #expect(account.sender.onTakeBack.takeCalls() == [])

    let later = Message.outgoing("t1", delivery: .held(until: .noon(plusMinutes: 2)))
    account.timelines.history(of: room.id).send(.template(removed, later))
    #expect(timeline.heldChangeRow == nil)
  }

  @Test("where the power levels allow it, messages of others can be removed too")
  func moderator() throws {
    let (main, rows) = try open([.template("1", from: .linus)])
    #expect(!main.canRemove(rows[0]))
    account.timelines.history(of: room.id).send(
      .template(.template("1", from: .linus)) { $0.canRemoveOthers = true })
    #expect(main.canRemove(rows[0]))
    main.askToRemove(rows[0])
    #expect(main.prompt.value?.isConfirmation == true)
  }

  @Test("messages of others, events, removed, failed ones and those being removed are kept")
  func kept() throws {
    let (main, rows) = try open([
      .template("1", from: .linus), .template("2", from: .ada) { $0.content = .redacted },
      .template("3", from: .ada) { $0.content = .roomName("x") },
      .template("4", from: .ada) { $0.pendingChange = .removal },
      .outgoing("t1", delivery: .failed(status: 403, code: nil)),
    ])
    #expect(rows.count == 5)
    for row in rows {
      #expect(!main.canRemove(row))
      main.askToRemove(row)
      main.askToRemoveWithReason(row)
      #expect(main.prompt.value == nil)
    }
  }
}
