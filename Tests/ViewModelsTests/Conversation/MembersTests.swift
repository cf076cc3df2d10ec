import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Members view model")
@MainActor
struct MembersTests {
  private let account = FakeAccount()
  private let room = Room.template().id

  private func open() -> MembersViewModel {
    ConversationViewModel(
      room: room, session: account.session, world: TestWorld().world, draft: .empty,
      navigator: Navigator()
    ).members
  }

  private func send(_ people: User..., isComplete: Bool) {
    account.rooms.members.send(
      RoomMembers(roomID: room, people: people, isComplete: isComplete))
  }

  @Test("members are requested only when the names are on the screen, and once")
  func loading() {
    let members = open()
    send(.grace, isComplete: false)
    let (names, status) = (Recorder(members.names), Recorder(members.statusText))
    names.expect([])
    status.expect("")

    let answer = account.rooms.onLoadMembers.answerLater()
    members.appeared()
    members.appeared()
    #expect(account.rooms.onLoadMembers.takeCalls() == [room])
    names.expect(["Grace"])
    status.expect("Loading members…")
    send(.ada, .grace, isComplete: true)
    answer.complete()
    names.expect(["Ada", "Grace"])
    status.expect("")

    _ = account.rooms.onLoadMembers.answerLater()
    send(.ada, isComplete: false)
    #expect(account.rooms.onLoadMembers.takeCalls() == [room])
    names.expect(["Ada"])
    status.expect("Loading members…")
  }

  @Test("a failure is shown and keeps the known names")
  func failure() {
    let members = open()
    send(.grace, isComplete: false)
    account.rooms.onLoadMembers.fail(.timedOut)
    members.appeared()
    #expect(members.names.value == ["Grace"])
    #expect(members.statusText.value == "The server did not answer in time. Try again.")
    #expect(account.rooms.onLoadMembers.takeCalls() == [room])
  }

  @Test("a transient failure is retried with the next change; a refusal is not")
  func retry() {
    let members = open()
    send(.grace, isComplete: false)
    account.rooms.onLoadMembers.fail(.timedOut)
    members.appeared()
    account.rooms.onLoadMembers.fail(.refused, status: 403, code: "M_FORBIDDEN")
    send(.ada, .grace, isComplete: false)
    #expect(account.rooms.onLoadMembers.takeCalls() == [room, room])
    send(.ada, isComplete: false)
    #expect(account.rooms.onLoadMembers.takeCalls() == [])
    #expect(members.names.value == ["Ada"])
    #expect(!members.statusText.value.isEmpty)
  }

  @Test("the ids of people with the same name precede it")
  func sameNames() {
    let members = open()
    send(.grace, .template("other", name: "Grace"), isComplete: true)
    members.appeared()
    #expect(
      members.names.value == ["@grace:example.org (Grace)", "@other:example.org (Grace)"])
  }
}
