import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Profile view model")
@MainActor
struct ProfileTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let opened = MutableProperty<[RoomID]>([])
  private let size = PixelSize(width: 16, height: 16)

  private func open(_ user: User = .grace) -> ProfileViewModel {
    let (opened, navigator) = (opened, Navigator())
    _ = navigator.rooms.signal.observe(on: .main).subscribe { opened.value.append($0) }
    return ProfileViewModel(
      user: user.id, session: account.session, world: test.world, navigator: navigator)
  }

  @Test(
    "the heading is the name in capitals, whatever the locale",
    arguments: [
      ("Straße", "STRASSE"), ("izmir", "IZMIR"), ("ılgın", "ILGIN"), ("ŉo", "ʼNO"), ("你好", "你好"),
      ("\u{2800}", "@GRACE:EXAMPLE.ORG"),
    ])
  func heading(name: String, heading: String) {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    account.profiles.known(of: User.grace.id).send(
      Profile(user: User(id: User.grace.id, displayName: name)))
    #expect(profile.headingText.value == heading)
    #expect(profile.userIDText.value == "@grace:example.org")
  }

  @Test("the heading of a very long name is truncated")
  func endlessHeading() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    let name = "ß" + String(repeating: "\u{390}", count: 1_000_000)
    account.profiles.known(of: User.grace.id).send(
      Profile(user: User(id: User.grace.id, displayName: name)))
    #expect(profile.headingText.value.hasPrefix("SS"))
    #expect(profile.headingText.value.unicodeScalars.count < 20_000)
  }

  @Test("a profile fills, is refreshed by a key, and shows its age")
  func story() {
    var answer = account.profiles.onRefresh.answerLater()
    let profile = open()
    let (heading, friends) = (Recorder(profile.headingText), Recorder(profile.friendsText))
    let (rooms, error) = (Recorder(profile.commonRoomsText), Recorder(profile.errorText))
    let (age, enabled) = (Recorder(profile.refreshedText), Recorder(profile.refresh.isEnabled))
    #expect(profile.userIDText.value == "@grace:example.org")
    #expect(!profile.isOwn)
    heading.expect("@GRACE:EXAMPLE.ORG")
    friends.expect("")
    rooms.expect("No rooms in common")
    error.expect("")
    age.expect("refreshing…")
    enabled.expect(false)
    #expect(account.profiles.onRefresh.takeCalls() == [User.grace.id])

    let known = Profile(
      user: .grace, friendCount: 3,
      commonRooms: [.template("b", name: "#b"), .template("a", name: "#a")],
      refreshedAt: .noon)
    account.profiles.known(of: User.grace.id).send(known)
    answer.complete()
    heading.expect("GRACE")
    friends.expect("This user has 3 friends")
    rooms.expect("2 rooms in common: #a, #b")
    age.expect("refreshed just now")
    enabled.expect(true)

    test.scheduler.advance(by: .milliseconds(59_999))
    age.expectNothing()
    test.scheduler.advance(by: .milliseconds(1))
    age.expect("refreshed 1 min ago")
    test.scheduler.advance(by: .seconds(140))
    age.expect("refreshed 2 min ago", "refreshed 3 min ago")
    #expect(test.scheduler.pendingCount == 1, "it sleeps until the next minute")
    answer = account.profiles.onRefresh.answerLater()
    profile.refresh.execute()
    profile.refresh.execute()
    #expect(account.profiles.onRefresh.takeCalls().count == 1)
    age.expect("refreshing…")
    enabled.expect(false)
    answer.fail(RequestError(operation: .fetchUser, reason: .timedOut))
    age.expect("refreshed 3 min ago")
    enabled.expect(true)
    error.expect("The server did not answer in time. Try again.")
    heading.expectNothing()

    answer = account.profiles.onRefresh.answerLater()
    profile.refresh.execute()
    error.expect("")
    account.profiles.known(of: User.grace.id).send(
      known.with {
        $0.user = .template("grace", name: "Grace Hopper")
        $0.friendCount = 1
        $0.commonRooms = [.template("a", name: "#a")]
        $0.refreshedAt = .noon(plusMinutes: 3)
      })
    answer.complete()
    heading.expect("GRACE HOPPER")
    friends.expect("This user has 1 friend")
    rooms.expect("1 room in common: #a")
    age.expect("refreshing…", "refreshed just now")
    enabled.expect(false, true)
  }

  @Test("the picture is the placeholder, then the small cached one, then the full one")
  func avatar() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    let avatar = Recorder(profile.avatar)
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace))
    #expect(account.images.onImage.takeCalls() == [])

    let answer = account.images.onImage.answerLater()
    profile.appeared(size)
    #expect(account.images.onImage.takeCalls() == [.init(.template("grace"), size)])
    answer.send(.template(1, side: 4))
    answer.send(.template(2, side: 16))
    answer.complete()
    avatar.expect(.template(0), .template(1, side: 4), .template(2, side: 16))
  }

  @Test("a failed picture keeps the last one and shows an error, and refresh requests it again")
  func avatarFails() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    let (avatar, error) = (Recorder(profile.avatar), Recorder(profile.errorText))
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace))
    let answer = account.images.onImage.answerLater()
    profile.appeared(size)
    answer.send(.template(1, side: 4))
    answer.fail(RequestError(operation: .fetchImage, reason: .timedOut))
    avatar.expect(.template(0), .template(1, side: 4))
    error.expect("", "Picture: The server did not answer in time. Try again.")
    #expect(profile.refresh.isEnabled.value)
    #expect(account.images.onImage.takeCalls().count == 1)

    account.images.onImage.answer(with: .just(.template(2, side: 16)))
    profile.refresh.execute()
    avatar.expect(.template(2, side: 16))
    error.expect("")
    #expect(account.images.onImage.takeCalls().count == 1)
    profile.refresh.execute()
    #expect(account.images.onImage.takeCalls() == [])
  }

  @Test("the picture follows its address, and late responses for an old one are ignored")
  func avatarChanges() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    let avatar = Recorder(profile.avatar)
    profile.appeared(size)
    avatar.expect(.template(0))
    let old = account.images.onImage.answerLater()
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace))
    let new = account.images.onImage.answerLater()
    account.profiles.known(of: User.grace.id).send(
      Profile(user: .template("grace", avatar: .template("other"))))
    old.send(.template(1))
    avatar.expectNothing()
    new.send(.template(2))
    avatar.expect(.template(2))
    account.profiles.known(of: User.grace.id).send(Profile(user: .template("grace")))
    avatar.expect(.template(0))
    new.send(.template(3))
    avatar.expectNothing()
  }

  @Test("a message to the person opens the direct chat, at the second attempt")
  func message() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open()
    var answer = account.rooms.onDirectRoom.answerLater()
    profile.message.execute()
    #expect(account.rooms.onDirectRoom.takeCalls() == [User.grace.id])
    #expect(!profile.message.isEnabled.value)
    answer.fail(RequestError(operation: .createRoom, reason: .timedOut))
    #expect(profile.errorText.value == "The server did not answer in time. Try again.")
    #expect(opened.value == [])

    answer = account.rooms.onDirectRoom.answerLater()
    profile.message.execute()
    #expect(profile.errorText.value == "")
    answer.send(.template("!direct:example.org"))
    #expect(opened.value == [.template("!direct:example.org")])
  }

  @Test("one's own profile shows no rooms in common and accepts no message")
  func own() {
    account.profiles.onRefresh.answer(with: .empty)
    let profile = open(.ada)
    account.profiles.known(of: User.ada.id).send(
      Profile(user: .ada, friendCount: 0, commonRooms: [.template(name: "Swift")]))
    #expect(profile.isOwn)
    #expect(profile.headingText.value == "ADA")
    #expect(profile.friendsText.value == "This user has 0 friends")
    #expect(profile.commonRoomsText.value == "")
    #expect(profile.refreshedText.value == "not refreshed yet")
    profile.message.execute()
    #expect(!profile.message.isEnabled.value)
    #expect(account.rooms.onDirectRoom.takeCalls() == [])
  }

  @Test(
    "the age of what is shown is told in one unit",
    arguments: [
      (-60, "refreshed just now"), (59, "refreshed just now"), (60, "refreshed 1 min ago"),
      (3599, "refreshed 59 min ago"), (7200, "refreshed 2 h ago"),
      (86_400 * 3, "refreshed 3 d ago"),
    ])
  func ages(seconds: Int64, text: String) {
    account.profiles.onRefresh.answer(with: .empty)
    let time = Timestamp(milliseconds: Timestamp.noon.milliseconds - seconds * 1000)
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace, refreshedAt: time))
    #expect(open().refreshedText.value == text)
  }

  @Test("the age is told right at each moment, by no more wake-ups than it has words")
  func agesWhileOpen() {
    account.profiles.onRefresh.answer(with: .empty)
    var profile: ProfileViewModel? = open()
    #expect(test.scheduler.pendingCount == 0, "nothing has an age yet")
    let begun = Timestamp(milliseconds: Timestamp.noon.milliseconds - 3_590_500)
    account.profiles.known(of: User.grace.id).send(Profile(user: .grace, refreshedAt: begun))
    account.profiles.told.send([
      User.grace.id: Presence(state: .unavailable, lastActive: begun)
    ])
    #expect(profile?.refreshedText.value == "refreshed 59 min ago")
    #expect(profile?.presenceText.value == "idle, last active 59 min ago")
    test.scheduler.advance(by: .milliseconds(9_499))
    #expect(profile?.refreshedText.value == "refreshed 59 min ago")
    test.scheduler.advance(by: .milliseconds(1))
    #expect(profile?.refreshedText.value == "refreshed 1 h ago")
    #expect(profile?.presenceText.value == "idle, last active 1 h ago")
    test.scheduler.advance(by: .seconds(3599))
    #expect(profile?.refreshedText.value == "refreshed 1 h ago")
    test.scheduler.advance(by: .seconds(1))
    #expect(profile?.refreshedText.value == "refreshed 2 h ago")
    #expect(test.scheduler.pendingCount == 1)
    profile = nil
    #expect(test.scheduler.pendingCount == 0)
  }

  @Test("a person's picture is not loaded while the user wants none")
  func noPictures() {
    account.profiles.onRefresh.answer(with: .empty)
    account.images.onImage.answer(with: .just(.template(1)))
    test.preferences.current.value.showsPictures = false
    let profile = open()
    account.profiles.known(of: User.grace.id).send(
      Profile(user: User(id: User.grace.id, avatar: .template("grace"))))
    profile.appeared(PixelSize(width: 8, height: 8))
    #expect(account.images.onImage.takeCalls().isEmpty)
    #expect(profile.avatar.value == .template(0))
    test.preferences.current.value.showsPictures = true
    #expect(profile.avatar.value == .template(1))
    test.preferences.current.value.showsPictures = false
    #expect(profile.avatar.value == .template(0))
  }
}
