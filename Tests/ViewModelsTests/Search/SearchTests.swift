import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Searching messages")
@MainActor
struct SearchTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let tea = Room.template("tea", name: "Tea")
  private let ops = Room.template("ops", name: "Ops")

  private func makeMain(opening room: RoomID? = nil) -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([tea, ops])
    if let room { main.open(room) }
    return main
  }

  private func open(_ main: MainViewModel, _ words: String? = nil) throws -> SearchViewModel {
    main.openSearch(for: words)
    return try #require(main.search.value)
  }

  private func found(
    _ name: String, _ body: String, in room: Room, from sender: User = .grace, minute: Int64 = 0
  ) -> FoundMessage {
    FoundMessage(
      room: room, message: .template(name, body, from: sender, minute: minute, in: room.id),
      sender: sender)
  }

  /// Types, and waits until the search begins.
  private func type(_ text: String, into search: SearchViewModel) {
    search.textChanged(text)
    test.scheduler.advance(by: .milliseconds(150))
  }

  private func line(_ row: FoundRow) -> [String] {
    [row.roomText, row.timeText, row.senderText]
      + [row.pieces.map { $0.isHit ? "[\($0.text)]" : $0.text }.joined(), row.refusalText]
  }

  @Test("before a word it says what is searched, and asks for nothing")
  func idle() throws {
    let search = try open(makeMain())
    #expect(search.text.value == "" && !search.offersText)
    #expect(search.rows.value.isEmpty && search.place == 0)
    #expect(
      search.statusText.value == "Type words of a message, from:name or from:\"whole name\", "
        + "after:2026-05-31, before:2026-05-31. Only the messages on this machine are searched.")
    #expect(search.scopeText.value == "in all rooms")
    #expect(!search.canChangeScope.value && !search.isOfRoom.value && !search.isSearching.value)
    type("  ", into: search)
    type("from:", into: search)
    search.changeScope()
    #expect(!search.isOfRoom.value)
    #expect(account.search.onSearch.takeCalls() == [])
  }

  @Test("messages are listed with their rooms, times and senders, the words found marked")
  func rows() throws {
    let picture = MessageContent.image(
      ImageContent(body: "word.png", source: .template("a"), byteCount: 2_000))
    var second = found("2", "", in: ops, from: .linus, minute: -2_000)
    second = FoundMessage(
      room: second.room, message: second.message.with { $0.content = picture },
      sender: second.sender)
    account.search.onSearch.answer(
      with: .just([found("1", "a\nnew word", in: tea, minute: -10), second]))
    let search = try open(makeMain())
    type(" word ", into: search)
    #expect(
      search.rows.value.map(line) == [
        ["Tea", "12:20", "Grace", "a new [word]", ""],
        ["Ops", "Yesterday 03:10", "Linus", "[image [word].png 2 kB]", ""],
      ])
    #expect(search.rows.value[1].pieces.map(\.isNote) == [true, true, true])
    let colors = [User.grace, .linus].map { RowBuilder.colorIndex($0.id) }
    #expect(search.rows.value.map(\.colorIndex) == colors)
    #expect(search.statusText.value == "2 messages on this machine")
    #expect(account.search.onSearch.takeCalls() == [.init("word", limit: 101)])
    account.search.onSearch.answer(with: .just([found("1", "word", in: tea)]))
    type("wor", into: search)
    #expect(search.statusText.value == "1 message on this machine")
  }

  @Test("a search begins after a pause in typing, and a later one takes the place of the first")
  func typing() throws {
    let first = account.search.onSearch.answerLater()
    let search = try open(makeMain())
    search.textChanged("w")
    #expect(search.isSearching.value && search.statusText.value == "Searching…")
    test.scheduler.advance(by: .milliseconds(149))
    search.textChanged("wo")
    test.scheduler.advance(by: .milliseconds(149))
    #expect(account.search.onSearch.takeCalls() == [])
    test.scheduler.advance(by: .milliseconds(1))
    #expect(account.search.onSearch.takeCalls() == [.init("wo", limit: 101)])
    let second = account.search.onSearch.answerLater()
    type("word", into: search)
    first.send([found("1", "wo", in: tea)])
    #expect(search.rows.value.isEmpty && search.isSearching.value)
    second.send([found("2", "word", in: tea)])
    #expect(search.rows.value.map(\.pieces.first?.text) == ["word"])
    #expect(!search.isSearching.value)
    // The rows of before stay in view while the next search runs.
    _ = account.search.onSearch.answerLater()
    type("words", into: search)
    #expect(search.rows.value.count == 1 && search.isSearching.value)
    type("", into: search)
    #expect(search.rows.value.isEmpty && !search.isSearching.value)
    #expect(search.statusText.value.hasPrefix("Type words"))
  }

  @Test("says that nothing was found, that there are more, and why a search failed")
  func outcomes() throws {
    let search = try open(makeMain(opening: tea.id))
    account.search.onSearch.answer(with: .just([]))
    type("absent", into: search)
    #expect(
      search.statusText.value
        == "No message on this machine has a word that begins with “absent”. "
        + "The server may have older ones.")
    type("absent words", into: search)
    search.changeScope()
    #expect(
      search.statusText.value
        == "No message of Tea on this machine has all of the words “absent words”. "
        + "The server may have older ones.")
    search.changeScope()
    type("From:ada from:bob", into: search)
    #expect(
      search.statusText.value
        == "No message on this machine is from “ada” or “bob”. The server may have older ones.")
    type("tea from:ada", into: search)
    #expect(
      search.statusText.value
        == "No message on this machine has a word that begins with “tea” and is from “ada”. "
        + "The server may have older ones.")
    type("From:\"Ada Love\" after:2026-05-01 BEFORE:2026-06-01", into: search)
    #expect(
      search.statusText.value
        == "No message on this machine is from “Ada Love” and was sent after 2026-05-01 and before "
        + "2026-06-01. The server may have older ones.")
    account.search.onSearch.answer(
      with: .just((0...100).map { found("\($0)", "word", in: tea, minute: -Int64($0)) }))
    type("word", into: search)
    #expect(search.rows.value.count == 100)
    #expect(
      search.statusText.value
        == "The newest 100 on this machine; there are more: another word leaves fewer.")
    account.search.onSearch.fail(.storage("the disk is full"))
    type("words", into: search)
    #expect(search.rows.value.isEmpty && !search.isSearching.value)
    #expect(search.statusText.value == "An account file cannot be used: the disk is full")
  }

  @Test("a day is one of the clocks here, and is left out itself")
  func days() throws {
    account.search.onSearch.answer(with: .just([]))
    let search = try open(makeMain())
    type("tea after:2026-05-31 before:2026-06-02", into: search)
    let start: Int64 = 1_780_272_000_000
    let day: Int64 = 86_400_000
    #expect(
      account.search.onSearch.takeCalls() == [
        .init(
          "tea after:2026-05-31 before:2026-06-02",
          sent: Timestamp(milliseconds: start)..<Timestamp(milliseconds: start + day), limit: 101)
      ])
  }

  @Test(
    "a day may be written as where a date is asked for",
    arguments: ["31.5.2026", "2026-5-31", "31.05.2026"])
  func otherDays(day: String) throws {
    account.search.onSearch.answer(with: .just([]))
    let search = try open(makeMain())
    type("after:2026-05-31", into: search)
    let expected = account.search.onSearch.takeCalls().map(\.times)
    type("after:\(day)", into: search)
    #expect(account.search.onSearch.takeCalls().map(\.times) == expected)
    type("after:Yesterday before:Today before:24.11.", into: search)
    #expect(account.search.onSearch.takeCalls().count == 1)
    #expect(!search.statusText.value.contains("no day"))
  }

  @Test(
    "what should be a day and is none finds nothing, and says so",
    arguments: [
      "before:2026-13-01", "After:2026-02-29", "before:", "after:May", "after:31.6.2026",
      "before:12:30", "after:2026-05-31T12:00",
    ])
  func wrongDay(part: String) throws {
    account.search.onSearch.answer(with: .just([found("1", "tea", in: tea)]))
    let search = try open(makeMain(), "tea")
    #expect(account.search.onSearch.takeCalls().count == 1 && search.rows.value.count == 1)
    type("tea \(part) after:nonsense", into: search)
    #expect(search.rows.value.isEmpty && !search.isSearching.value)
    #expect(
      search.statusText.value
        == "Nothing was searched: “\(part)” names no day. Write days as in after:2026-05-31.")
    #expect(account.search.onSearch.takeCalls() == [])
    type("tea", into: search)
    #expect(search.rows.value.count == 1)
  }

  @Test("a long text is searched by its beginning")
  func longText() throws {
    account.search.onSearch.answer(with: .just([]))
    let search = try open(makeMain())
    type(String(repeating: "x", count: 100_000), into: search)
    #expect(account.search.onSearch.takeCalls().map(\.words.count) == [500])
    #expect(search.statusText.value.count < 200)
  }

  @Test("the open room alone is searched at once when asked for, without its name on each entry")
  func scope() throws {
    account.search.onSearch.answer(with: .just([found("1", "word", in: tea)]))
    let main = makeMain(opening: tea.id)
    let search = try open(main)
    type("word", into: search)
    #expect(search.canChangeScope.value)
    search.changeScope()
    #expect(search.isOfRoom.value && search.scopeText.value == "in Tea")
    #expect(search.rows.value.map(\.roomText) == [""])
    main.closeSearch()
    main.open(ops.id)
    #expect(try open(main).scopeText.value == "in Ops")
    search.changeScope()
    #expect(search.scopeText.value == "in all rooms")
    #expect(
      account.search.onSearch.takeCalls().map(\.room) == [nil, tea.id, ops.id, nil])
  }

  @Test("a message opens in its room, selected, in front of a list and a profile")
  func opens() throws {
    account.search.onSearch.answer(with: .just([found("far", "word", in: ops)]))
    let main = makeMain(opening: tea.id)
    account.timelines.history(of: ops.id).send(.template(.template("last", in: ops.id), in: ops.id))
    _ = account.profiles.onRefresh.answerLater()
    main.openOwnProfile()
    let search = try open(main, "word")
    #expect(!search.offersText)
    search.open(search.rows.value[0])
    #expect(main.search.value == nil && main.profile.value == nil)
    #expect(main.conversation.value?.roomID == ops.id)
    #expect(account.timelines.places.last == .message(Message.ID(EventID.template("$far"))))
    account.timelines.history(of: ops.id).send(
      .template(.template("far", in: ops.id), in: ops.id) {
        $0.place = Message.ID(EventID.template("$far"))
      })
    let timeline = try #require(main.conversation.value?.timeline)
    #expect(timeline.landing.value?.row == RowID("$far"))
    #expect(!timeline.canJumpBack.value, "nothing was shown before")
  }

  @Test("back from a message of another room is where one was, through rooms and threads")
  func back() throws {
    let thread = Message.ID(EventID.template("$1"))
    account.timelines.place([Message.ID(EventID.template("$3")): .thread(thread)])
    let histories = [
      (account.timelines.history(of: tea.id), tea, "1", "2"),
      (account.timelines.history(of: ThreadID(room: tea.id, root: thread)), tea, "1", "3"),
      (account.timelines.history(of: ops.id), ops, "8", "9"),
    ]
    for (history, room, first, last) in histories {
      history.send(
        .template(.template(first, in: room.id), .template(last, in: room.id), in: room.id))
    }
    let main = makeMain(opening: tea.id)
    main.conversation.value?.timeline.scrolled(to: RowID("$1"))
    for (name, room) in [("8", ops), ("3", tea), ("9", ops)] {
      account.search.onSearch.answer(with: .just([found(name, "word", in: room)]))
      let search = try open(main, "word")
      search.open(search.rows.value[0])
    }
    #expect(main.conversation.value?.timeline.landing.value?.row == RowID("$9"))

    var places: [[String?]] = []
    while let timeline = main.conversation.value?.timeline, timeline.canJumpBack.value {
      timeline.jumpBack()
      let next = try #require(main.conversation.value)
      #expect(next.showsMessage)
      places.append([next.titleText.value, next.timeline.landing.value?.row?.text])
    }
    #expect(places == [["Thread in Tea", "$3"], ["Ops", "$9"], ["Tea", "$1"]])
  }

  @Test("a message at which its room was left is awaited from the store, not requested")
  func opensWhereLeft() throws {
    let far = Message.ID(EventID.template("$far"))
    account.places.kept = KeptPlaces(positions: [ops.id: far])
    account.search.onSearch.answer(with: .just([found("far", "word", in: ops)]))
    let main = makeMain(opening: tea.id)
    let search = try open(main, "word")
    search.open(search.rows.value[0])
    let timeline = try #require(main.conversation.value?.timeline)
    #expect(account.timelines.onLoadAround.takeCalls() == [])
    #expect(timeline.landing.value == nil)
    account.timelines.history(of: ops.id).send(
      .template(.template("far", in: ops.id), in: ops.id) { $0.place = far })
    #expect(timeline.landing.value?.row == RowID("$far"))
  }

  @Test("there is no way back to a room that the account has left meanwhile, and it says so")
  func backToLeft() throws {
    account.search.onSearch.answer(with: .just([found("1", "word", in: ops)]))
    let main = makeMain(opening: tea.id)
    account.timelines.history(of: tea.id).send(.template(.template("2", in: tea.id), in: tea.id))
    let search = try open(main, "word")
    search.open(search.rows.value[0])
    account.rooms.list.send([ops])
    main.conversation.value?.timeline.jumpBack()
    #expect(main.conversation.value?.roomID == ops.id)
    #expect(main.noticeText.value == "You are no longer in the room that you came from")
  }

  @Test("a message of the open room is shown there; one of a thread in the thread")
  func opensInThread() throws {
    account.search.onSearch.answer(with: .just([found("2", "word", in: tea)]))
    let main = makeMain(opening: tea.id)
    account.timelines.history(of: tea.id).send(
      .template(.template("1", in: tea.id), .template("2", in: tea.id), in: tea.id))
    let conversation = main.conversation.value
    let search = try open(main, "word")
    search.open(search.rows.value[0])
    #expect(main.conversation.value === conversation)
    #expect(conversation?.timeline.landing.value?.row == RowID("$2"))
    #expect(conversation?.timeline.canJumpBack.value == true)

    let root = Message.ID(EventID.template("$1"))
    account.timelines.place([Message.ID(EventID.template("$3")): .thread(root)])
    account.search.onSearch.answer(with: .just([found("3", "word", in: tea)]))
    let again = try open(main)
    again.open(again.rows.value[0])
    #expect(main.conversation.value?.subject == .thread(root))
    #expect(main.conversation.value?.origin == .room)
  }

  @Test("a message of a room that the account has left is shown, but there is nowhere to go")
  func left() throws {
    let gone = tea.with { $0.membership = .left }
    account.search.onSearch.answer(with: .just([found("1", "word", in: gone)]))
    let main = makeMain(opening: ops.id)
    let search = try open(main, "word")
    let row = try #require(search.rows.value.first)
    #expect(row.refusalText == "You are no longer in this room: join it to go there")
    search.open(row)
    #expect(main.search.value === search)
    #expect(main.conversation.value?.roomID == ops.id)
  }

  @Test("the words and the place are there again, searched anew; a letter begins another search")
  func again() throws {
    let messages = [found("1", "word", in: tea), found("2", "word", in: tea)]
    account.search.onSearch.answer(with: .just(messages))
    let main = makeMain(opening: tea.id)
    let search = try open(main)
    type("word", into: search)
    search.place = 1
    main.closeSearch()
    #expect(main.search.value == nil)
    account.search.onSearch.answer(with: .just([found("0", "word", in: ops)] + messages))
    let again = try open(main)
    #expect(again.text.value == "word" && again.offersText)
    #expect(again.rows.value.count == 3 && again.place == 2)
    type("other", into: again)
    #expect(!again.offersText && again.place == 0)
    main.closeSearch()
    #expect(try open(main, "words").text.value == "words")
    #expect(
      account.search.onSearch.takeCalls().map(\.words) == ["word", "word", "other", "words"])
  }

  @Test("a search that is closed before its pause ends is not made")
  func closes() throws {
    let main = makeMain()
    let search = try open(main)
    search.textChanged("word")
    main.closeSearch()
    test.scheduler.advance(by: .seconds(1))
    #expect(account.search.onSearch.takeCalls() == [])
  }

  @Test("/search in the composer opens it, and sends nothing")
  func command() throws {
    account.search.onSearch.answer(with: .just([]))
    let main = makeMain(opening: tea.id)
    let composer = try #require(main.conversation.value?.composer)
    for (text, words) in [("/search zero width ", "zero width"), ("/search", "zero width")] {
      composer.draftChanged(text)
      composer.send.execute()
      #expect(composer.draftText.value == "" && composer.errorText.value == "")
      #expect(main.search.value?.text.value == words)
      main.closeSearch()
    }
    composer.draftChanged("/searching")
    composer.send.execute()
    #expect(main.search.value == nil)
    #expect(composer.errorText.value.hasPrefix("/searching is not a command"))
    #expect(account.sender.onSend.takeCalls().isEmpty)
  }

  @Test("a change of a message is not lost to a search, and a reply stays one")
  func commandInChange() throws {
    let main = makeMain(opening: tea.id)
    account.timelines.history(of: tea.id).send(
      .template(
        .template("1", from: .grace, in: tea.id), .template("2", from: .ada, in: tea.id),
        in: tea.id))
    let conversation = try #require(main.conversation.value)
    let composer = conversation.composer
    composer.change(try #require(conversation.timeline.changeableRow))
    composer.draftChanged("/search word")
    composer.send.execute()
    #expect(main.search.value == nil && composer.isEditing)
    #expect(composer.draftText.value == "/search word")
    #expect(
      composer.errorText.value == "A message cannot become a command: drop the change (Esc) first.")
    #expect(composer.dropBanner())
    let row = conversation.timeline.rows.value.first { $0.content.value.senderText == "Grace" }
    composer.reply(to: try #require(row))
    composer.draftChanged("/search")
    composer.send.execute()
    #expect(main.search.value != nil && composer.banner.value != nil)
  }

  @Test("a room counts as read only while the search does not cover it")
  func reading() throws {
    let main = makeMain(opening: tea.id)
    account.timelines.history(of: tea.id).send(.template(.template("1", in: tea.id), in: tea.id))
    let conversation = try #require(main.conversation.value)
    #expect(conversation.isReading.value)
    main.openSearch()
    #expect(!conversation.isReading.value)
    main.closeSearch()
    #expect(conversation.isReading.value)
  }
}
