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

  private func lines(_ members: MembersViewModel) -> [String] {
    members.rows.value.map { "\($0.nameText)|\($0.roleText)" }
  }

  @Test("members are requested only when the names are on the screen, and once")
  func loading() {
    let members = open()
    send(.grace, isComplete: false)
    let status = Recorder(members.statusText)
    #expect(lines(members) == [])
    status.expect("")

    let answer = account.rooms.onLoadMembers.answerLater()
    members.appeared()
    members.appeared()
    #expect(account.rooms.onLoadMembers.takeCalls() == [room])
    #expect(lines(members) == ["Grace|"])
    status.expect("Loading members…")
    send(.ada, .grace, isComplete: true)
    answer.complete()
    #expect(lines(members) == ["Ada|", "Grace|"])
    status.expect("")

    _ = account.rooms.onLoadMembers.answerLater()
    send(.ada, isComplete: false)
    #expect(account.rooms.onLoadMembers.takeCalls() == [room])
    #expect(lines(members) == ["Ada|"])
    status.expect("Loading members…")
  }

  @Test("a failure is shown and keeps the known names")
  func failure() {
    let members = open()
    send(.grace, isComplete: false)
    account.rooms.onLoadMembers.fail(.timedOut)
    members.appeared()
    #expect(lines(members) == ["Grace|"])
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
    #expect(lines(members) == ["Ada|"])
    #expect(!members.statusText.value.isEmpty)
  }

  @Test("the ids of people with the same name precede it")
  func sameNames() {
    let members = open()
    send(.grace, .template("other", name: "Grace"), isComplete: true)
    members.appeared()
    #expect(
      lines(members) == ["@grace:example.org (Grace)|", "@other:example.org (Grace)|"])
  }

  @Test("the most powerful come first, then names, then those who are invited; roles are named")
  func roles() {
    let members = open()
    let eve = User.template("eve", name: "Eve")
    let people = [User.ada, eve, .grace, .linus, .template("zoe", name: "Zoe")]
    account.rooms.members.send(
      RoomMembers(
        roomID: room, people: people, invited: [.template("mary", name: "Mary")],
        isComplete: true))
    members.appeared()
    #expect(lines(members) == ["Ada|", "Eve|", "Grace|", "Linus|", "Zoe|", "Mary|invited"])
    account.rooms.levels.send(
      RoomPowers(
        users: [User.grace.id: 100, User.linus.id: 50, .template("@zoe:example.org"): -5],
        creators: [eve.id]))
    #expect(
      lines(members) == [
        "Eve|creator", "Grace|admin", "Linus|moderator", "Ada|", "Zoe|power -5", "Mary|invited",
      ])
  }

  @Test("letters of a name or an address filter, all words of them")
  func filters() {
    let members = open()
    send(.ada, .grace, .template("gus", name: "Gus"), isComplete: true)
    members.appeared()
    let status = Recorder(members.statusText)
    #expect(members.filterText.value == "")
    status.expect("")
    members.filterChanged("g")
    #expect(lines(members) == ["Ada|", "Grace|", "Gus|"], "all addresses have that letter")
    members.filterChanged("gr ce")
    #expect(members.filterText.value == "gr ce")
    #expect(lines(members) == ["Grace|"])
    members.filterChanged("xyz")
    #expect(lines(members) == [])
    status.expect("Nobody has these letters.")
    members.filterChanged(" ")
    #expect(lines(members).count == 3)
    status.expect("")
  }

  @Test("a room of 5,000 filters within a frame")
  func many() {
    let members = open()
    let people = (0..<5000).map { User.template("user\($0)", name: "Person \($0)") }
    account.rooms.members.send(RoomMembers(roomID: room, people: people, isComplete: true))
    members.appeared()
    let time = ContinuousClock().measure { members.filterChanged("person 4999") }
    #expect(lines(members) == ["Person 4999|"])
    // A debug build; a release build takes a twentieth of it.
    #expect(time < .milliseconds(500))
  }
}
