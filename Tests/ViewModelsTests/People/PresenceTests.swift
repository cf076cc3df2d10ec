import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing

@testable import ViewModels

/// Who is there, and as what the account is shown.
@Suite("Presence")
@MainActor
final class PresenceTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("tea", name: "Tea")
  private var told: [String] = []

  private func minutesAgo(_ minutes: Int64) -> Timestamp {
    Timestamp(milliseconds: test.world.now().milliseconds - minutes * 60_000)
  }

  @Test("a profile asks for it and says it in words, with a status that cannot break the line")
  func profile() throws {
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    let profile = try #require(main.profile.value)
    #expect(account.profiles.onLoadPresence.takeCalls() == [User.grace.id])
    #expect(profile.presenceText.value == "")
    func show(_ presence: Presence) { account.profiles.told.send([User.grace.id: presence]) }
    show(Presence(state: .online, lastActive: minutesAgo(2)))
    #expect(profile.presenceText.value == "online")
    show(Presence(state: .unavailable, statusText: "at\nlunch", lastActive: minutesAgo(5)))
    #expect(profile.presenceText.value == "idle, last active 5 min ago: “at lunch”")
    show(Presence(state: .offline, lastActive: minutesAgo(60)))
    #expect(profile.presenceText.value == "offline, last active 1 h ago")
    show(Presence(state: .offline, lastActive: minutesAgo(0)))
    #expect(profile.presenceText.value == "offline", "active just now would contradict it")
    show(Presence(state: .offline, statusText: "\u{2800}"))
    #expect(profile.presenceText.value == "offline")
    show(Presence(state: .online, statusText: String(repeating: "x", count: 5000)))
    #expect(profile.presenceText.value.count < 130)
  }

  @Test("a server without presence is called that, and nothing can be changed there")
  func off() throws {
    let main = account.screen(in: room, test.world)
    main.openProfile(User.ada.id)
    let profile = try #require(main.profile.value)
    #expect(main.presenceRefusal == nil)
    account.profiles.isOff.send(true)
    #expect(profile.presenceText.value == "presence is off on this server")
    #expect(main.presenceRefusal == "Presence is off on this server")
    account.profiles.isOff.send(false)
    account.profiles.told.send([User.ada.id: Presence(state: .online)])
    #expect(profile.presenceText.value == "online")
    #expect(main.presenceRefusal == nil)
  }

  @Test("a failed request for it is no failure of the profile")
  func failure() throws {
    account.profiles.onLoadPresence.fail(.refused, status: 403, code: "M_FORBIDDEN")
    let main = account.screen(in: room, test.world)
    main.openProfile(User.grace.id)
    #expect(main.profile.value?.errorText.value == "")
  }

  @Test("members who are there come before others of the same power; changes come once a second")
  func members() throws {
    let main = account.screen(in: room, test.world)
    let members = try #require(main.conversation.value?.members)
    account.rooms.members.send(
      RoomMembers(roomID: room.id, people: [.ada, .grace, .linus], isComplete: true))
    members.appeared()
    func lines() -> [String] {
      members.rows.value.map {
        "\($0.nameText) \($0.presence.map { "\($0)" } ?? "") \($0.statusText)"
      }
    }
    #expect(lines() == ["Ada  ", "Grace  ", "Linus  "])
    account.profiles.told.send([
      User.linus.id: Presence(state: .online),
      User.grace.id: Presence(state: .unavailable, statusText: "at lunch"),
    ])
    #expect(lines() == ["Linus online ", "Grace idle at lunch", "Ada  "])
    account.profiles.told.send([User.linus.id: Presence(state: .offline)])
    #expect(lines().first == "Linus online ")
    test.scheduler.advance(by: .seconds(1))
    #expect(lines() == ["Ada  ", "Grace  ", "Linus offline "])
  }

  @Test("the account's status is changed, with what it is now as the answer")
  func status() throws {
    account.profiles.told.send([User.ada.id: Presence(state: .online, statusText: "here")])
    let main = account.screen(in: room, test.world)
    main.askForStatus { self.told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Your status, for everybody in your rooms")
    #expect(prompt.text.value == "here")
    prompt.textChanged(String(repeating: "x", count: 251))
    prompt.submit.execute()
    #expect(
      prompt.errorText.value == "This status has 251 characters; at most 250 are possible.")
    #expect(account.profiles.onShow.takeCalls() == [])
    account.profiles.onShow.fail(.refused, status: 400, code: "M_INVALID_PARAM")
    prompt.textChanged("away")
    prompt.submit.execute()
    #expect(prompt.errorText.value == "The server does not take this status.")
    account.profiles.onShow.answer(with: .empty)
    prompt.submit.execute()
    #expect(account.profiles.onShow.takeCalls() == [["online", "away"], ["online", "away"]])
    main.askForStatus { self.told.append($0) }
    main.prompt.value?.textChanged("")
    main.prompt.value?.submit.execute()
    #expect(told == ["Your status is “away” now", "Your status is removed"])
  }

  @Test("others see the account as it chooses, from the start of the next session on")
  func shown() throws {
    account.profiles.told.send([User.ada.id: Presence(state: .online, statusText: "here")])
    let main = account.screen(in: room, test.world)
    #expect(account.profiles.begun.withLock { $0 } == [Presence.State.online])
    main.choosePresence { self.told.append($0) }
    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "Others see you as")
    #expect(
      sheet.rows.value.map { $0.markText + $0.quote.bodyText } == [
        "✓online while this program runs", " idle, whatever you do", " offline, whatever you do",
      ])
    account.profiles.onShow.fail(.timedOut)
    sheet.open(sheet.rows.value[2])
    #expect(sheet.noteText.value == "The server did not answer in time. Try again.")
    #expect(account.places.kept.shownAs == .offline, "later syncs hide the account at once")
    account.profiles.onShow.answer(with: .empty)
    sheet.open(sheet.rows.value[2])
    #expect(account.profiles.onShow.takeCalls() == [["offline", "here"], ["offline", "here"]])
    #expect(told == ["Others see you as offline, whatever you do"])
    #expect(main.sheet.value == nil)
    _ = account.screen(in: room, test.world)
    #expect(account.profiles.begun.withLock { $0 }.last == .offline)
  }

  @Test("who takes no part in presence is hidden at once, and is back when they want")
  func noPart() throws {
    account.profiles.onShow.answer(with: .empty)
    let main = account.screen(in: room, test.world)
    #expect(main.presenceRefusal == nil)
    test.preferences.current.value.showsPresence = false
    #expect(main.presenceRefusal == "Presence is off in the settings")
    #expect(account.profiles.begun.withLock { $0 } == [.online, nil])
    #expect(account.profiles.onShow.takeCalls() == [["offline", ""]])
    test.preferences.current.value.showsPresence = true
    #expect(account.profiles.begun.withLock { $0 } == [.online, nil, .online])
    #expect(account.profiles.onShow.takeCalls() == [])
  }

  @Test("who takes no part from the start on sends nothing")
  func neverPart() {
    test.preferences.current.value.showsPresence = false
    _ = account.screen(in: room, test.world)
    #expect(account.profiles.begun.withLock { $0 } == [nil])
    #expect(account.profiles.onShow.takeCalls() == [])
  }

  @Test("the server is asked about those in sight, after a moment and for as long as they are")
  func sight() throws {
    let main = account.screen(in: room, test.world)
    let members = try #require(main.conversation.value?.members)
    account.rooms.members.send(
      RoomMembers(roomID: room.id, people: [.ada, .grace, .linus], isComplete: true))
    members.appeared()
    var watched: [UserID] { account.profiles.watched.withLock { $0 } }
    members.shows(members.rows.value.prefix(2))
    test.scheduler.advance(by: PeopleInSight.pause)
    #expect(watched == [], "the pane is not in front")
    main.looks(at: .members)
    #expect(watched == [])
    test.scheduler.advance(by: PeopleInSight.pause)
    #expect(watched == [User.ada.id, User.grace.id])

    // Whom the user scrolls past is not asked about.
    members.shows(members.rows.value.prefix(1))
    members.shows(members.rows.value.suffix(1))
    test.scheduler.advance(by: PeopleInSight.pause)
    #expect(watched == [User.linus.id])
    main.openProfile(User.grace.id)
    main.looks(at: .profile)
    test.scheduler.advance(by: PeopleInSight.pause)
    #expect(watched == [User.grace.id])

    main.alerts.focusChanged(false)
    #expect(watched == [])
    main.alerts.focusChanged(true)
    test.scheduler.advance(by: PeopleInSight.pause)
    #expect(watched == [User.grace.id])
    main.looks(at: .nobody)
    #expect(watched == [])
    #expect(test.scheduler.pendingCount == 0, "nothing runs while nobody looks")
  }

  @Test("five thousand members are listed once, and once more after a second of comings and goings")
  func crowd() throws {
    let main = account.screen(in: room, test.world)
    let members = try #require(main.conversation.value?.members)
    let people = (0..<5_000).map { User.template("p\($0)") }
    account.rooms.members.send(RoomMembers(roomID: room.id, people: people, isComplete: true))
    var lists = 0
    let observation = members.rows.observe { _ in lists += 1 }
    members.appeared()
    #expect(members.rows.value.count == 5_000)
    #expect(lists == 2, "the empty list, then the whole one")
    var presences: [UserID: Presence] = [:]
    for user in people.suffix(1_000) {
      presences[user.id] = Presence(state: .online)
      account.profiles.told.send(presences)
    }
    test.scheduler.advance(by: .seconds(1))
    #expect(lists == 4, "the first change at once, the others together")
    #expect(members.rows.value.first?.user == people[4_000].id)
    #expect(members.rows.value[1_000].user == people[0].id)
    observation.dispose()
  }
}
