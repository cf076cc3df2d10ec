import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Message row view model")
@MainActor
struct MessageRowTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private let size = PixelSize(width: 16, height: 8)

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> ConversationViewModel {
    ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: Navigator())
  }

  private func picture(_ name: String) -> Message {
    .template(name) {
      $0.content = .image(ImageContent(body: name, source: .template(name)))
    }
  }

  @Test("a message is formatted when its content is first asked for, as it is then")
  func formatting() throws {
    let conversation = open()
    history.send(.template(.template("1", "one"), .template("2", "two")))
    let rows = conversation.timeline.rows.value.suffix(2)
    let (one, two) = (try #require(rows.first), try #require(rows.last))
    history.send(.template(.template("1", "one, edited"), .template("2", "two")))
    #expect(!one.isFormatted && !two.isFormatted)

    let body = Recorder(one.content.map(\.bodyText))
    body.expect("one, edited")
    #expect(one.isFormatted && !two.isFormatted)
    history.send(.template(.template("1", "one, edited again"), .template("2", "two")))
    body.expect("one, edited again")
    #expect(two.content.value.bodyText == "two")
  }

  @Test("a failed message says why, and can be retried again and again")
  func retryAndDiscard() throws {
    let conversation = open()
    history.send(.template(.outgoing("t1", "hello")))
    let row = try #require(conversation.timeline.rows.value.last)
    let (retry, isFailed) = (Recorder(row.retry.isEnabled), Recorder(row.isFailed))
    let delivery = Recorder(row.content.map(\.deliveryText))
    let state = Recorder(row.content.map(\.deliveryState))
    retry.expect(false)
    isFailed.expect(false)
    delivery.expect("sending…")
    state.expect(.sending)

    let failed = Message.outgoing(
      "t1", "hello", delivery: .failed(status: 403, code: "M_FORBIDDEN"))
    history.send(.template(failed))
    retry.expect(true)
    isFailed.expect(true)
    delivery.expect("not sent: you may not write here. Esc, Enter: options")
    state.expect(.failed)

    let answer = account.sender.onRetry.answerLater()
    row.retry.execute()
    #expect(account.sender.onRetry.takeCalls() == [failed.id])
    retry.expect(false)
    history.send(.template(.outgoing("t1", "hello")))
    delivery.expect("sending…")
    state.expect(.sending)
    history.send(.template(failed))
    answer.fail(RequestError(operation: .send, reason: .refused, status: 403))
    retry.expect(true)
    delivery.expect("not sent: you may not write here. Esc, Enter: options")
    state.expect(.failed)
    isFailed.skipAll()
  }

  @Test("a message that can be taken back counts the seconds, and returns to the composer")
  func held() throws {
    let conversation = open()
    let until = Timestamp.noon.milliseconds + 2500
    let held = Message.outgoing(
      "t1", "hello", delivery: .held(until: Timestamp(milliseconds: until)))
    history.send(.template(held))
    let row = try #require(conversation.timeline.rows.value.last)
    let delivery = Recorder(row.content.map(\.deliveryText))
    let isHeld = Recorder(row.isHeld)
    delivery.expect("sending in 3 s: Esc, u takes it back")
    isHeld.expect(true)
    #expect(conversation.timeline.heldRow === row)
    test.scheduler.advance(by: .milliseconds(500))
    delivery.expect("sending in 2 s: Esc, u takes it back")
    test.scheduler.advance(by: .seconds(2))
    delivery.expect("sending in 1 s: Esc, u takes it back", "sending…")
    #expect(test.scheduler.pendingCount == 0)
    account.sender.onTakeBack.answer(with: .empty)
    conversation.composer.edit(row)
    #expect(account.sender.onTakeBack.takeCalls() == [held.id])
    #expect(conversation.composer.draftText.value == "hello")

    history.send(.template(.outgoing("t1", "hello")))
    isHeld.expect(false)
    #expect(conversation.timeline.heldRow == nil)
    #expect(row.unsentText.value == nil)
  }

  @Test("a file shows how much of it is uploaded, and can be discarded meanwhile")
  func upload() throws {
    let conversation = open()
    let file = Message.outgoing("t1").with {
      $0.content = .file(FileContent(kind: .file, name: "a.pdf", byteCount: 3_000_000))
    }
    account.sender.uploading.send([:])
    history.send(.template(file))
    let row = try #require(conversation.timeline.rows.value.last)
    let delivery = Recorder(row.content.map(\.deliveryText))
    let discardable = Recorder(row.isDiscardable)
    delivery.expect("sending…")
    discardable.expect(false)
    account.sender.uploading.send([file.id: UploadProgress(sent: 0, total: 3_000_000)])
    discardable.expect(true)
    account.sender.uploading.send([file.id: UploadProgress(sent: 1_234_567, total: 3_000_000)])
    delivery.expect("uploading… 41% of 3 MB")
    // Another change of the timeline keeps what the row says.
    history.send(.template(.template("1"), file))
    account.sender.uploading.send([:])
    delivery.expect("sending…")
    discardable.expect(false)
    history.send(
      .template(file.with { $0.delivery = .failed(status: nil, code: OutgoingEvent.fileTooLarge) }))
    delivery.expect(
      "not sent: the file is larger than the server accepts. Esc, Enter: options")
    discardable.expect(true)
    #expect(row.unsentText.value == nil, "a file does not return to the composer")
  }

  @Test(
    "the reason of a failure is short",
    arguments: [
      (413, nil, "too long"), (nil, "M_TOO_LARGE", "too long"), (400, "M_BAD", "M_BAD"),
      (500, nil, "the server returned 500"),
      (nil, nil, "it may have arrived; check before you send it again"),
    ] as [(Int?, String?, String)])
  func reasons(status: Int?, code: String?, text: String) throws {
    let conversation = open()
    history.send(.template(.outgoing("t1", delivery: .failed(status: status, code: code))))
    let row = try #require(conversation.timeline.rows.value.last)
    #expect(row.content.value.deliveryText == "not sent: \(text). Esc, Enter: options")
  }

  @Test("a picture loads when its row is on the screen: first the small one, then the full one")
  func picture() throws {
    let conversation = open()
    history.send(.template(picture("cat")))
    let row = try #require(conversation.timeline.rows.value.last)
    let image = Recorder(row.image)
    image.expect(.none)
    #expect(account.images.onImage.takeCalls() == [])

    let answer = account.images.onImage.answerLater()
    row.appeared(size)
    row.appeared(size)
    #expect(account.images.onImage.takeCalls() == [.init(.template("cat"), size)])
    image.expect(.loading("loading picture…"))
    answer.send(.template(1))
    image.expect(.loaded(.template(1)))
    answer.send(.template(2, side: 8))
    answer.complete()
    image.expect(.loaded(.template(2, side: 8)))

    account.images.onImage.fail(.timedOut)
    row.appeared(PixelSize(width: 32, height: 16))
    #expect(account.images.onImage.takeCalls().count == 1)
    image.expectNothing()
    #expect(!row.retryImage.isEnabled.value)
  }

  @Test("a picture's failure is shown on its row, where it can be retried")
  func pictureFails() throws {
    let conversation = open()
    history.send(.template(picture("cat"), picture("dog")))
    let rows = conversation.timeline.rows.value.suffix(2)
    let (cat, dog) = (try #require(rows.first), try #require(rows.last))
    account.images.onImage.fail(.refused, status: 404, code: "M_NOT_FOUND")
    cat.appeared(size)
    let image = Recorder(cat.image)
    image.expect(.failed("no picture: The picture is gone."))
    #expect(dog.image.value == .none)
    #expect(conversation.timeline.historyText.value == "")
    #expect(conversation.composer.errorText.value == "")
    #expect(cat.retryImage.isEnabled.value)

    account.images.onImage.answer(with: .just(.template(1)))
    cat.retryImage.execute()
    image.expect(.loading("loading picture…"), .loaded(.template(1)))
    #expect(!cat.retryImage.isEnabled.value)
    #expect(account.images.onImage.takeCalls().count == 2)
  }

  @Test("a picture disappears with its message's content")
  func pictureIsRemoved() throws {
    let conversation = open()
    history.send(.template(picture("cat")))
    let row = try #require(conversation.timeline.rows.value.last)
    account.images.onImage.answer(with: .just(.template(1)))
    row.appeared(size)
    #expect(row.image.value == .loaded(.template(1)))

    history.send(.template(picture("cat").with { $0.content = .redacted }))
    #expect(row.image.value == .none)
    #expect(conversation.timeline.rows.value.last === row)
    #expect(row.content.value.noteText == "Message removed")
  }

  @Test("a text and a picture without an address send no request")
  func nothingToLoad() {
    let conversation = open()
    history.send(
      .template(
        .template("1"), .template("2") { $0.content = .sticker(ImageContent(body: "wave")) }))
    for row in conversation.timeline.rows.value { row.appeared(size) }
    let images = conversation.timeline.rows.value.map(\.image.value)
    #expect(images.dropLast().allSatisfy { $0 == .none })
    #expect(images.last == .failed("no picture: its address is invalid"))
    #expect(account.images.onImage.takeCalls() == [])
  }
}

extension MessageRowTests {
  @Test("pictures are shown or not, and large ones load on request, as the user wants by then")
  func chosenPictures() throws {
    let large = Message.template("large") {
      $0.content = .image(
        ImageContent(body: "large", source: .template("large"), byteCount: 9 << 20))
    }
    let conversation = open()
    history.send(.template(large))
    let row = try #require(conversation.timeline.rows.value.last)
    let image = Recorder(row.image)
    image.expect(.none)
    account.images.onThumbnail.fail(.refused, status: 404, code: "M_NOT_FOUND")
    row.appeared(size)
    image.expect(.loading("loading picture…"), .failed("not loaded: 9 MB. R loads it"))
    #expect(account.images.onImage.takeCalls().isEmpty)

    account.images.onImage.answer(with: .just(.template(1)))
    row.retryImage.execute()
    image.expect(.loading("loading picture…"), .loaded(.template(1)))
    test.preferences.current.value.showsPictures = false
    image.expect(.none)
    _ = account.images.onImage.takeCalls()
    test.preferences.current.value.largestPicture = 10
    #expect(account.images.onImage.takeCalls().isEmpty)
    test.preferences.current.value.showsPictures = true
    image.expect(.loaded(.template(1)))
  }

  @Test("times and days change with the clock and the language")
  func chosenTimes() {
    let conversation = open()
    let timeline = conversation.timeline
    history.send(.template(.template("1") { $0.timestamp = .noon }))
    func texts() -> [String] {
      timeline.rows.value.map { $0.content.value }.map { $0.timeText + $0.dayText }
    }
    #expect(texts() == ["Today", "12:30"] && timeline.timeWidth.value == 5)
    test.preferences.current.value.clock = .twelve
    #expect(texts() == ["Today", "12:30p"] && timeline.timeWidth.value == 6)
    test.preferences.current.value.dates = .german
    #expect(texts() == ["Heute", "12:30p"])
  }
}
