import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Room list view model: many invites")
@MainActor
struct ManyInvitesTests {
  private let account = FakeAccount()

  private func makeList(invites: Int, rooms: Int = 2) -> RoomListViewModel {
    let list = RoomListViewModel(
      session: account.session, selection: Property(nil), navigator: Navigator())
    account.rooms.list.send(
      (0..<invites).map(invite) + (0..<rooms).map { .template("r\($0)", name: "r\($0)") })
    return list
  }

  private func invite(_ number: Int) -> Room { .invite(localpart(number), name: "i\(number)") }

  /// In ascending order.
  private func localpart(_ number: Int) -> String { "i\(10_000 + number)" }

  private func id(_ number: Int) -> RoomID { .template("!\(localpart(number)):example.org") }

  private func rowID(_ localpart: String) -> RowID { RowID("!\(localpart):example.org") }

  private func names(_ list: RoomListViewModel) -> [String] {
    list.entries.value.map { entry in
      switch entry {
      case .room(let row): row.content.value.nameText
      case .moreInvites: list.moreInvitesText.value
      case .section(let line): line.titleText
      }
    }
  }

  @Test("a dozen invites are all shown")
  func dozen() {
    let list = makeList(invites: 12)
    #expect(names(list) == (0..<12).map { "i\($0)" } + ["r0", "r1"])
    #expect(list.entries.value.groups.map(\.kind) == [.invites, .rooms])
    list.toggleInvites()
    #expect(!list.entries.value.showsAllInvites)
  }

  @Test("invites beyond a dozen fold into one line, which opens and folds again")
  func folds() {
    let list = makeList(invites: 2000)
    let dozen = (0..<12).map { "i\($0)" }
    #expect(names(list) == dozen + ["and 1,988 more invites", "r0", "r1"])
    #expect(list.entries.value.groups.map(\.entries) == [0..<12, 12..<13, 13..<15])
    #expect(list.entries.value.groups.map(\.titleText) == ["Invites", "", "Rooms"])
    #expect(list.index(of: rowID(localpart(0))) == 0)
    #expect(list.index(of: rowID(localpart(11))) == 11)
    #expect(list.index(of: rowID(localpart(12))) == 12, "that of the line")
    #expect(list.index(of: rowID(localpart(1999))) == 12)
    #expect(list.index(of: rowID("r0")) == 13)
    #expect(list.index(of: list.entries.value[12].id) == 12)

    list.toggleInvites()
    #expect(list.entries.value.count == 2003)
    #expect(Array(names(list).prefix(14)) == dozen + ["and 1,988 more invites", "i12"])
    #expect(list.entries.value.groups.map(\.entries) == [0..<12, 12..<13, 13..<2001, 2001..<2003])
    #expect(list.index(of: rowID(localpart(12))) == 13)
    #expect(list.index(of: rowID("r0")) == 2001)
    list.toggleInvites()
    #expect(list.entries.value.count == 15)
  }

  @Test("a single extra invite is counted as one, and a later flood is folded again")
  func again() {
    let list = makeList(invites: 13)
    #expect(list.moreInvitesText.value == "and 1 more invite")
    list.toggleInvites()
    account.rooms.changes.send(.changed([invite(0).with { $0.membership = .left }]))
    #expect(list.entries.value.count == 14)
    account.rooms.changes.send(.changed((20..<30).map(invite)))
    #expect(list.moreInvitesText.value == "and 10 more invites")
    #expect(list.entries.value.count == 15)
  }

  @Test("all invites are declined together, four at a time")
  func declinesAll() throws {
    let list = makeList(invites: 10)
    let answers = Answers(account)
    let (busy, error) = (Recorder(list.invitesBusyText), Recorder(list.invitesErrorText))
    busy.expect("")
    error.expect("")
    #expect(list.declineAllQuestionText.value == "Decline all 10 invites?")

    list.declineAllInvites.execute()
    busy.expect("declining 1 of 10…")
    #expect(!list.declineAllInvites.isEnabled.value)
    #expect(account.rooms.onLeave.takeCalls() == (0..<4).map(id))
    answers[id(1)].send(())
    answers[id(1)].complete()
    busy.expect("declining 2 of 10…")
    #expect(account.rooms.onLeave.takeCalls() == [id(5)])
    for number in [0, 2, 3, 5, 4, 6, 7, 9, 8] { answers[id(number)].complete() }
    #expect(account.rooms.onLeave.takeCalls().count == 5)
    #expect(busy.takeValues() == (3...10).map { "declining \($0) of 10…" } + [""])
    error.expectNothing()
    #expect(list.declineAllInvites.isEnabled.value)
  }

  @Test("declining continues after failures, counts the rest, and forgets withdrawn invites")
  func failures() {
    let list = makeList(invites: 20)
    let refused = [id(3), id(7)]
    account.rooms.onLeave.answer { room in
      refused.contains(room)
        ? .failed(RequestError(operation: .leave, reason: .timedOut)) : .just(())
    }
    list.declineAllInvites.execute()
    #expect(Set(account.rooms.onLeave.takeCalls()) == Set((0..<20).map(id)))
    #expect(list.invitesBusyText.value == "")
    #expect(
      list.invitesErrorText.value
        == "2 not declined. The server did not answer in time. Try again.")

    let declined = (0..<20).filter { ![3, 7].contains($0) }
    account.rooms.changes.send(
      .changed(declined.map { number in invite(number).with { $0.membership = .left } }))
    #expect(list.declineAllQuestionText.value == "Decline all 2 invites?")
    account.rooms.changes.send(.changed([invite(3).with { $0.membership = .joined }]))
    #expect(list.invitesErrorText.value.hasPrefix("1 not declined."))
    #expect(list.declineAllQuestionText.value == "Decline the invite?")

    account.rooms.onLeave.answer(with: .just(()))
    list.declineAllInvites.execute()
    #expect(list.invitesErrorText.value == "")
    account.rooms.changes.send(.changed([invite(7).with { $0.membership = .left }]))
    #expect(!list.declineAllInvites.isEnabled.value)
  }

  /// The responses to leave requests, which the test sends.
  private struct Answers {
    private let subjects: [RoomID: Subject<Void, RequestError>]

    init(_ account: FakeAccount) {
      let ids = (0..<10).map { RoomID.template("!i\(10_000 + $0):example.org") }
      let subjects = Dictionary(
        uniqueKeysWithValues: ids.map { ($0, Subject<Void, RequestError>()) })
      self.subjects = subjects
      account.rooms.onLeave.answer { subjects[$0]?.signal ?? .never }
    }

    subscript(_ room: RoomID) -> Subject<Void, RequestError> {
      subjects[room] ?? Subject()
    }
  }
}
