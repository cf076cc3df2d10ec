import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Joining, and asking to be let in")
@MainActor
struct JoiningTests {
  private let test = TestWorld()
  private let account = FakeAccount()

  private func makeMain() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([])
    return main
  }

  @Test("who may not join is asked whether to ask the members")
  func knocks() throws {
    let main = makeMain()
    var told: [String] = []
    main.askToJoin { told.append($0) }
    account.rooms.onJoin.fail(.refused, status: 403, code: "M_FORBIDDEN")
    let link = "https://matrix.to/#/%23club%3Aexample.org?via=example.org"
    main.prompt.value?.textChanged(link)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == [link])

    let prompt = try #require(main.prompt.value)
    #expect(
      prompt.titleText
        == "You may not join #club:example.org by yourself. Ask its members to let you in?")
    #expect(prompt.placeholderText == "why, if you like")
    account.rooms.onKnock.fail(.refused, status: 403, code: "M_FORBIDDEN")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value == "This room takes no requests to join. Ask a member for an invite.")
    account.rooms.onKnock.answer(with: .just(.template("!club:example.org")))
    prompt.textChanged("please")
    prompt.submit.execute()
    #expect(
      account.rooms.onKnock.takeCalls() == [
        .init(link, reason: ""), .init(link, reason: "please"),
      ])
    #expect(
      told == [
        "You asked to join #club:example.org: an invite comes if they agree"
      ])
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value == nil)
  }

  @Test("an address without a server is on the account's own")
  func ownServer() throws {
    let main = makeMain()
    account.rooms.onJoin.answer(with: .just(.template("!tea:example.org")))
    for text in ["#tea", "#tea:x.org", "!tea", "tea"] {
      main.askToJoin()
      main.answer(text)
    }
    #expect(account.rooms.onJoin.takeCalls() == ["#tea:example.org", "#tea:x.org", "!tea", "tea"])
  }

  @Test("another server that the own one does not reach is named")
  func unreachableServer() throws {
    let main = makeMain()
    main.askToJoin()
    let prompt = try #require(main.prompt.value)
    account.rooms.onJoin.fail(.refused, status: 502, code: "M_UNKNOWN")
    main.answer("#nowhere:nosuch.example")
    #expect(
      prompt.errorText.value
        == "The server nosuch.example cannot be reached, or there is none of this name. "
        + "Check the address.")
    main.answer("#tea")
    #expect(
      prompt.errorText.value == "The server has a problem (status 502). Try again later.")
    account.rooms.onJoin.fail(.refused, status: 502)
    main.answer("#nowhere:nosuch.example")
    #expect(
      prompt.errorText.value == "The server has a problem (status 502). Try again later.",
      "a proxy in front of the own server says so")
  }

  @Test("a link that leads to no room, and hostile text, are refused in words")
  func refused() throws {
    let main = makeMain()
    account.rooms.onJoin.answer { text in
      .failed(RequestError(operation: .join, reason: .invalidInput(text)))
    }
    main.askToJoin()
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("https://matrix.to/#/@ada:example.org")
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "“https://matrix.to/#/@ada:example.org” is not valid. "
        + "Enter an address such as #room:example.org, a room ID or a link.")
  }

  @Test("an invite shows who sent it and why, and what is known of the room")
  func invite() throws {
    let main = makeMain()
    account.rooms.list.send([
      Room.invite("club", name: "Club").with {
        $0.inviteReason = "we need\nplayers"
        $0.topic = "Chess"
        $0.alias = RoomAlias("#club:example.org")
        $0.isEncrypted = true
      }
    ])
    let row = try #require(main.roomList.rows.value.first)
    #expect(row.content.value.previewText == "invited by Grace: we need players")
    main.askToAccept(row)
    #expect(
      main.prompt.value?.titleText
        == "Join Club? Invited by Grace (@grace:example.org). “we need players” "
        + "Its address is #club:example.org. Topic: Chess "
        + "It is encrypted: this version cannot read it.")
  }

  @Test("a room is left and forgotten after a question, and closes")
  func forgets() throws {
    let main = makeMain()
    account.rooms.list.send([.template("a", name: "A")])
    let row = try #require(main.roomList.rows.value.first)
    row.open.execute()
    main.askToForget(row)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Leave A and forget what was written there?")
    #expect(
      prompt.placeholderText == "y: leave it; its history is gone for you. Any other key: no")
    account.rooms.onForget.answer(with: .empty)
    prompt.confirm()
    test.scheduler.advance(by: .seconds(1))
    #expect(account.rooms.onForget.takeCalls() == [.template("!a:example.org")])
    #expect(main.conversation.value == nil)
  }
}
