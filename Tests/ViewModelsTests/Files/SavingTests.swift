import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Saving and opening files of messages")
@MainActor
final class SavingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private var opened: [String] = []
  private var told: [String] = []
  private lazy var main = MainViewModel(
    session: account.session, sessions: FakeSessionController(), world: test.world)

  private func row(_ content: MessageContent) throws -> MessageRowViewModel {
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.timelines.history(of: room.id).send(
      .template(.template("1") { $0.content = content }))
    return try #require(main.conversation.value?.timeline.rows.value.last)
  }

  private func file(_ name: String, isEncrypted: Bool = false) throws -> MessageRowViewModel {
    try row(
      .file(
        FileContent(
          kind: .file, name: name, source: isEncrypted ? nil : .template("x"),
          isEncrypted: isEncrypted, byteCount: 3_000_000)))
  }

  private func wanted(_ name: String, _ place: FilePlace) -> FakeFileController.Saving {
    .init(
      MessageFile(
        message: Message.ID(EventID.template("$1")), source: .template("x"), name: name), place)
  }

  private func save(_ row: MessageRowViewModel) { main.askToSave(row) { self.told.append($0) } }

  private func open(_ row: MessageRowViewModel) {
    main.askToOpen(row, open: { self.opened.append($0) }, tell: { self.told.append($0) })
  }

  private func confirm() throws {
    try #require(main.prompt.value).confirm()
    test.scheduler.advance(by: .seconds(1))
  }

  @Test("a safe name in the folder for downloads is proposed; the question closes once it begins")
  func saves() throws {
    save(try file("../my\u{202E} cat.png"))
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Save my cat.png (3 MB) as")
    #expect(prompt.text.value == "~/Downloads/my cat.png")
    account.files.add(LocalPath(path: "~/x.png", byteCount: 4), LocalPath(path: "~/xy/"))
    prompt.textChanged("~/x")
    test.scheduler.advance(by: .milliseconds(150))
    #expect(prompt.suggestions.value.map(\.answerText) == ["~/x.png", "~/xy/"])
    #expect(
      prompt.suggestions.value.map(\.noteText) == ["is there: the name gets a number", "folder"])
    let steps = account.files.onSave.answerLater()
    prompt.submit.execute()
    #expect(
      account.files.onSave.takeCalls() == [wanted("../my\u{202E} cat.png", .path("~/x"))])
    #expect(main.prompt.value === prompt)
    steps.send(.started)
    #expect(main.prompt.value == nil)
    #expect(told == [])
    steps.send(.saved(path: "/home/ada/x", byteCount: 5))
    steps.complete()
    #expect(told == ["Saved: /home/ada/x (5 B, although its sender said 3 MB)"])
  }

  @Test("a size as its sender declared it is not worth a word")
  func declaredSize() throws {
    save(try file("a.pdf"))
    account.files.onSave.answer(
      with: .from([.started, .saved(path: "/home/ada/a.pdf", byteCount: 3_000_999)]))
    main.prompt.value?.submit.execute()
    #expect(told == ["Saved: /home/ada/a.pdf"])
  }

  @Test("a place that takes no file is told in the question; what fails later, outside of it")
  func failures() throws {
    save(try file("a.pdf"))
    let prompt = try #require(main.prompt.value)
    account.files.onSave.fail(.unusablePlace("No space left", path: "/x\ny"))
    prompt.submit.execute()
    #expect(
      prompt.errorText.value
        == "Nothing can be saved at /x y: No space left. Choose another path.")
    #expect(told == [])
    let steps = account.files.onSave.answerLater()
    prompt.submit.execute()
    steps.send(.started)
    steps.fail(RequestError(operation: .fetchFile, reason: .refused, status: 404))
    #expect(told == ["The file is gone from the server."])
    save(try file("a.pdf"))
    let again = account.files.onSave.answerLater()
    main.prompt.value?.submit.execute()
    again.send(.started)
    again.fail(RequestError(operation: .fetchFile, reason: .cancelled))
    #expect(told.last == "Stopped: nothing was saved")
  }

  @Test("the row shows how far the download is, which can be stopped")
  func progress() throws {
    let row = try file("a.pdf")
    let text = Recorder(row.content.map(\.downloadText))
    let transferring = Recorder(row.isTransferring)
    text.expect("")
    transferring.expect(false)
    let id = Message.ID(EventID.template("$1"))
    account.files.downloading.send([id: DownloadProgress(received: 0)])
    text.expect("downloading…")
    transferring.expect(true)
    account.files.downloading.send([id: DownloadProgress(received: 5_000)])
    text.expect("downloading… 5 kB")
    account.files.downloading.send([id: DownloadProgress(received: 1_234_567, total: 3_000_000)])
    text.expect("downloading… 41% of 3 MB")
    // Another change of the timeline keeps what the row says.
    account.timelines.history(of: room.id).send(
      .template(
        .template("1") {
          $0.content = row.shown?.content ?? .roomCreated; $0.isPinned = true
        }))
    save(row)
    #expect(main.prompt.value == nil, "it is being downloaded already")
    main.stopTransfer(of: row)
    #expect(account.files.takeStopped() == [id])
    #expect(account.sender.takeStopped() == [id])
    account.files.downloading.send([:])
    text.expect("")
    transferring.expect(false)
  }

  @Test("a file is opened after a question that names it, its sender and the program")
  func opens() throws {
    open(try file("a.pdf"))
    let prompt = try #require(main.prompt.value)
    #expect(prompt.isConfirmation)
    #expect(prompt.titleText == "Open a.pdf (3 MB) with xdg-open?")
    #expect(
      prompt.placeholderText == "It comes from Grace. y: download and open it, any other key: no")
    main.closePrompt()
    test.scheduler.advance(by: .seconds(1))
    #expect(account.files.onSave.takeCalls() == [])
    open(try file("a.pdf"))
    account.files.onSave.answer(
      with: .from([.started, .saved(path: "/opened/a.pdf", byteCount: 5)]))
    try confirm()
    #expect(account.files.onSave.takeCalls() == [wanted("a.pdf", .forOpening)])
    #expect(opened == ["/opened/a.pdf"])
    #expect(told == [])
  }

  @Test("programs and encrypted files are refused in words, before any question")
  func refusals() throws {
    open(try file("a.desktop"))
    #expect(
      told
        == [
          "a.desktop could run a program or scripts: it is not opened. "
            + "Save it instead if you trust its sender."
        ])
    let locked = try file("b.pdf", isEncrypted: true)
    #expect(locked.hasFile)
    open(locked)
    save(locked)
    #expect(told.count == 3 && told[1].contains("encrypted") && told[2].contains("encrypted"))
    #expect(main.prompt.value == nil)
    #expect(try !row(.text(TextContent(body: "x"))).hasFile)
  }

  @Test("a picture is blurred while it loads, if its hash is one")
  func blurred() throws {
    let image = { (hash: String) in
      MessageContent.image(
        ImageContent(
          body: "a.png", source: .template(hash.count == 28 ? "a" : "b"), width: 64, height: 32,
          blurHash: hash))
    }
    let picture = account.images.onImage.answerLater()
    let row = try row(image("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    row.appeared(PixelSize(width: 16, height: 16))
    guard case .blurred(let bitmap) = row.image.value else {
      Issue.record("\(row.image.value)")
      return
    }
    #expect(bitmap.size == PixelSize(width: 32, height: 16))
    picture.send(.template(1))
    #expect(row.image.value == .loaded(.template(1)))
    let other = try self.row(image("LEHV6"))
    #expect(other.image.value == .loading("loading picture…"))
  }
}
