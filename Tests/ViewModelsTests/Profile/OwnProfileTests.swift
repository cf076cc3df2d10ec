import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Changing the own profile")
@MainActor
final class OwnProfileTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private var told: [String] = []

  private func openOwn() throws -> (main: MainViewModel, profile: ProfileViewModel) {
    account.profiles.onRefresh.answer(with: .empty)
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    main.openOwnProfile()
    account.profiles.known(of: account.userID).send(Profile(user: .ada))
    return (main, try #require(main.profile.value))
  }

  private let blue = NewPicture(
    bitmap: Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF]), bytes: [1, 2, 3], type: "image/png")

  @Test("the name is asked for with the present one, and told when the server has it")
  func name() throws {
    let (main, _) = try openOwn()
    main.askForOwnName { self.told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Your name, for everybody")
    #expect(prompt.text.value == "Ada")
    account.profiles.onSetName.fail(.refused, status: 400, code: "M_INVALID_PARAM")
    prompt.textChanged("Countess")
    prompt.submit.execute()
    #expect(account.profiles.onSetName.takeCalls() == ["Countess"])
    #expect(
      prompt.errorText.value == "The server does not take this. A name has at most 256 characters.")
    #expect(told.isEmpty)
    account.profiles.onSetName.answer(with: .empty)
    prompt.submit.execute()
    #expect(told == ["Your name is “Countess” now"])
    #expect(main.prompt.value == nil)
  }

  @Test("a picture is shown before y, and given up by any other key")
  func picture() throws {
    let (main, profile) = try openOwn()
    let shown = Recorder(profile.avatar.map { $0 == self.blue.bitmap })
    shown.expect(false)
    for isAccepted in [false, true] {
      main.askForOwnPicture { self.told.append($0) }
      let prompt = try #require(main.prompt.value)
      account.profiles.onPicture.answer(with: .just(blue))
      prompt.textChanged("~/my face.jpg")
      prompt.submit.execute()
      #expect(account.profiles.onPicture.takeCalls() == ["~/my face.jpg"])
      let question = try #require(main.prompt.value)
      #expect(question.titleText == "Show everybody this picture?")
      shown.expect(true)
      #expect(account.profiles.onSetPicture.takeCalls().isEmpty)
      account.profiles.onSetPicture.answer(with: .empty)
      if isAccepted {
        question.submit.execute()
        #expect(account.profiles.onSetPicture.takeCalls() == [[1, 2, 3]])
      } else {
        main.closePrompt()
      }
      shown.expect(false)
      #expect(main.prompt.value == nil)
    }
    #expect(told == ["Your picture is changed"])
  }

  @Test("a file that is no picture is told, and nothing is sent")
  func unusable() throws {
    let (main, _) = try openOwn()
    main.askForOwnPicture { self.told.append($0) }
    let prompt = try #require(main.prompt.value)
    account.profiles.onPicture.fail(.unusableFile(.irreducible, path: "a.txt"))
    prompt.textChanged("'a.txt'")
    prompt.submit.execute()
    #expect(account.profiles.onPicture.takeCalls() == ["a.txt"])
    #expect(
      prompt.errorText.value
        == "a.txt cannot be used: only still PNG, JPEG and WebP pictures can.")
    #expect(account.profiles.onSetPicture.takeCalls().isEmpty)
  }

  @Test("a picture that is there can be removed")
  func removal() throws {
    let (main, profile) = try openOwn()
    let has = Recorder(profile.hasPicture)
    has.expect(false)
    account.profiles.known(of: account.userID).send(
      Profile(user: .template("ada", avatar: .template("a"))))
    has.expect(true)
    main.askToRemoveOwnPicture { self.told.append($0) }
    account.profiles.onSetPicture.answer(with: .empty)
    try #require(main.prompt.value).submit.execute()
    #expect(account.profiles.onSetPicture.takeCalls() == [[]])
    #expect(told == ["Your picture is removed"])
  }

  @Test("nothing is asked on the profile of somebody else")
  func others() {
    account.profiles.onRefresh.answer(with: .empty)
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    main.openProfile(User.grace.id)
    main.askForOwnName { self.told.append($0) }
    main.askForOwnPicture { self.told.append($0) }
    #expect(main.prompt.value == nil)
  }
}
