import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Sending files")
@MainActor
final class AttachingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private lazy var main = MainViewModel(
    session: account.session, sessions: FakeSessionController(), world: test.world)
  private var taken = 0

  private func open() {
    account.rooms.list.send([room])
    main.openFirstRoom()
    account.files.findAll()
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
  }

  private func ask(_ line: String) throws -> PromptViewModel {
    open()
    main.askToSendFile(to: try #require(main.roomList.rows.value.first))
    let prompt = try #require(main.prompt.value)
    prompt.textChanged(line)
    prompt.submit.execute()
    return prompt
  }

  private var sent: [OutgoingEvent] { account.sender.onSend.takeCalls().map(\.event) }

  private func paste(_ text: String) {
    main.offerToSend(pasted: text) { self.taken += 1 }
  }

  @Test("several files go out in their order, the first one with the caption")
  func several() throws {
    _ = try ask(#"~/a\ b.pdf 'c d.txt'"#)
    #expect(account.files.onInspect.takeCalls() == [["~/a b.pdf", "c d.txt"]])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Send a b.pdf (10 B), c d.txt (10 B) to A?")
    #expect(prompt.optionText.value == "", "no picture is among them")
    #expect(sent == [])
    prompt.textChanged("both")
    prompt.submit.execute()
    #expect(
      sent == [.file(path: "~/a b.pdf", caption: "both"), .file(path: "c d.txt")])
    #expect(main.prompt.value == nil)
  }

  @Test("no caption is needed, and pictures are reduced only when the user says so")
  func pictures() throws {
    _ = try ask("a.png b.pdf")
    let prompt = try #require(main.prompt.value)
    #expect(prompt.optionText.value.contains("perhaps the place"))
    prompt.toggleOption()
    #expect(prompt.optionText.value.contains("without place and camera"))
    prompt.submit.execute()
    #expect(sent == [.file(path: "a.png", isReduced: true), .file(path: "b.pdf")])
    _ = try ask("a.png")
    main.prompt.value?.submit.execute()
    #expect(sent == [.file(path: "a.png")])
  }

  @Test("a path with blanks that nobody quoted is one file")
  func unquoted() throws {
    open()
    account.files.onInspect.answer { paths in
      paths == ["my notes.txt"]
        ? .just([LocalFile(path: paths[0], name: paths[0], byteCount: 1)])
        : .failed(
          RequestError(operation: .send, reason: .unusableFile(.missing, path: paths[0])))
    }
    main.askToSendFile(to: try #require(main.roomList.rows.value.first))
    main.prompt.value?.textChanged("my notes.txt")
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.titleText == "Send my notes.txt (1 B) to A?")
    main.askToSendFile(to: try #require(main.roomList.rows.value.first))
    main.prompt.value?.textChanged("x y")
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.errorText.value == "There is no file x. Check the path.")
  }

  @Test("after a failure the next try goes on with the file that failed")
  func failure() throws {
    _ = try ask("a b c")
    account.sender.onSend.answer { outgoing in
      if case .file("b", _, _, _) = outgoing.event {
        return .failed(
          RequestError(operation: .send, reason: .unusableFile(.missing, path: "b")))
      }
      return .just(.outgoing("t1"))
    }
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("all")
    prompt.submit.execute()
    #expect(sent == [.file(path: "a", caption: "all"), .file(path: "b")])
    #expect(prompt.errorText.value == "There is no file b. Check the path.")
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    prompt.submit.execute()
    #expect(sent == [.file(path: "b"), .file(path: "c")])
    #expect(main.prompt.value == nil)
  }

  @Test("the last path is completed, with what a shell would need before a blank")
  func completes() throws {
    open()
    account.files.add(
      LocalPath(path: "~/my cat.png", byteCount: 82_000), LocalPath(path: "~/my folder/"))
    main.askToSendFile(to: try #require(main.roomList.rows.value.first))
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("'a b' ~/my")
    test.scheduler.advance(by: .milliseconds(150))
    #expect(
      prompt.suggestions.value.map(\.answerText)
        == [#"'a b' ~/my\ cat.png"#, #"'a b' ~/my\ folder/"#])
    #expect(prompt.suggestions.value.map(\.noteText) == ["82 kB", "folder"])
    prompt.complete()
    #expect(prompt.text.value == #"'a b' ~/my\ cat.png"#)
  }

  @Test(
    "files that a paste names are offered; other pastes, and files that are not there, are text")
  func pastes() throws {
    open()
    paste("look at /a.png")
    #expect(account.files.onInspect.takeCalls() == [])
    account.files.onInspect.fail(.unusableFile(.missing, path: "/a.png"))
    paste("/a.png")
    #expect(main.prompt.value == nil)
    account.files.findAll()
    paste("'/a b.png' file:///c.pdf ")
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Send a b.png (10 B), c.pdf (10 B) to A?")
    #expect(prompt.placeholderText == "a caption, or Enter; Esc keeps the text")
    main.closePrompt()
    #expect(taken == 0)
    #expect(sent == [])
    paste("/c.pdf")
    main.prompt.value?.submit.execute()
    #expect(sent == [.file(path: "/c.pdf")])
    #expect(taken == 1)
  }

  @Test("a disk that takes longer than a second offers nothing")
  func late() throws {
    open()
    let found = account.files.onInspect.answerLater()
    paste("/a.png")
    test.scheduler.advance(by: .seconds(2))
    found.send([LocalFile(path: "/a.png", name: "a.png", byteCount: 1)])
    #expect(main.prompt.value == nil)
  }

  @Test("nothing is offered where nothing can be sent")
  func locked() throws {
    account.rooms.list.send([room.with { $0.isEncrypted = true }])
    main.openFirstRoom()
    paste("/a.png")
    #expect(account.files.onInspect.takeCalls() == [])
    #expect(main.prompt.value == nil)
  }

  @Test("files of the clipboard are offered by path or address, and problems are told")
  func clipboard() throws {
    open()
    var told: [String] = []
    main.offerToSend(paths: ["file:///a%20b.pdf", "/c"]) { told.append($0) }
    #expect(account.files.onInspect.takeCalls() == [["/a b.pdf", "/c"]])
    #expect(main.prompt.value?.titleText == "Send a b.pdf (10 B), c (10 B) to A?")
    account.files.onInspect.fail(.unusableFile(.notRegular, path: "/d"))
    main.offerToSend(paths: ["/d"]) { told.append($0) }
    #expect(told == ["/d is not a file. Choose a file."])
  }

  @Test("a question about many files names the first ones")
  func many() {
    let files = (1...7).map {
      LocalFile(path: "/\($0)", name: "f\($0)\n", byteCount: 1_000_000)
    }
    #expect(
      AttachmentText.names(files)
        == "f1 (1 MB), f2 (1 MB), f3 (1 MB), f4 (1 MB), f5 (1 MB) and 2 more (2 MB)")
  }
}
