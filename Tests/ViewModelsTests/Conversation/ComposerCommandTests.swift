import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Commands in the composer")
@MainActor
final class ComposerCommandTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Tea")
  private lazy var main = MainViewModel(
    session: account.session, sessions: FakeSessionController(), world: test.world)

  /// Sends a text from the composer; returns the question that it opens.
  private func send(_ text: String) throws -> PromptViewModel? {
    account.rooms.list.send([room])
    main.open(room.id)
    let composer = try #require(main.conversation.value?.composer)
    composer.draftChanged(text)
    composer.send.execute()
    #expect(composer.draftText.value == "")
    #expect(account.sender.onSend.takeCalls().isEmpty, "nothing is said in the room")
    return main.prompt.value
  }

  @Test(
    "a command opens the question of its deed with the answer in it, and does nothing yet",
    arguments: [
      ("/join #swift:example.org", "Join room", "#swift:example.org"),
      ("/join", "Join room", ""),
      ("/invite @joan:example.org ", "Invite to Tea", "@joan:example.org"),
      ("/topic Green and *black*", "Topic of Tea", "Green and *black*"),
      ("/topic", "Topic of Tea", ""),
    ])
  func questions(text: String, title: String, answer: String) throws {
    let prompt = try #require(try send(text))
    #expect(prompt.titleText == title)
    #expect(prompt.text.value == answer)
  }

  @Test("the topic changes once the question is answered")
  func topic() throws {
    let prompt = try #require(try send("/topic Green"))
    account.rooms.onSet.answer(with: .just(.topic("Black")))
    prompt.submit.execute()
    #expect(account.rooms.onSet.takeCalls().map(\.setting) == [.topic("Green")])
    #expect(main.prompt.value == nil)
  }

  @Test("leaving is asked about, as from the menu")
  func leave() throws {
    _ = try send("/leave")
    account.rooms.levels.send(RoomPowers(users: [:], ban: 50, invite: 0))
    let prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation && prompt.titleText.hasPrefix("Leave Tea?"))
  }

  @Test("an unknown word, and a command where a message is changed, do nothing and stay")
  func refused() throws {
    account.rooms.list.send([room])
    main.open(room.id)
    account.timelines.history(of: room.id).send(
      .template(.template("1", from: .ada, in: room.id), in: room.id))
    let conversation = try #require(main.conversation.value)
    let composer = conversation.composer
    composer.draftChanged("/joins #a:b")
    composer.send.execute()
    #expect(composer.errorText.value.hasPrefix("/joins is not a command"))
    composer.draftChanged("")
    composer.change(try #require(conversation.timeline.changeableRow))
    composer.draftChanged("/join #a:b")
    composer.send.execute()
    #expect(main.prompt.value == nil && composer.draftText.value == "/join #a:b")
    #expect(composer.errorText.value.hasPrefix("A message cannot become a command"))
  }
}
