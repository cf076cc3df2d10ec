import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Files of messages, and files to send")
struct FileStoryTests {
  private static func source(_ name: String) throws -> MediaURI {
    try #require(MediaURI("mxc://example.org/\(name)"))
  }

  /// Messages with files, the last one selected.
  private static func stage(_ contents: MessageContent...) throws -> Stage {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    stage.connect(opening: room)
    let messages = try contents.enumerated().map { index, content in
      try Scenario.message("$f\(index)", room, stage.scenario.linus, minute: 9, content)
    }
    stage.timelines[room]?.send(stage.scenario.timeline.with { $0.messages = messages })
    _ = stage.screen()
    stage.press("Esc", "G")
    _ = stage.takeHostCalls()
    return stage
  }

  private static func pdf() throws -> MessageContent {
    .file(
      FileContent(kind: .file, name: "a.pdf", source: try source("a"), byteCount: 3_000_000))
  }

  private static let event = EventID.template("$f0")

  @Test("S saves the file after a question, and says where it is; the row shows the progress")
  func saves() throws {
    let stage = try Self.stage(Self.pdf())
    #expect(stage.footer().contains("S save"))
    stage.press("S")
    #expect(stage.screen().contains { $0.contains("Save a.pdf (3 MB) as") })
    stage.files.onSave.answer(
      with: .from([.started, .saved(path: "/home/ada/a.pdf", byteCount: 5)]))
    stage.type("2")
    stage.press("Enter")
    #expect(stage.files.onSave.takeCalls().map(\.place) == [.path("~/Downloads/a.pdf2")])
    #expect(stage.footer().contains("Saved: /home/ada/a.pdf"))
    #expect(stage.view.context == .timeline)

    let id = Message.ID(Self.event)
    stage.files.downloading.send([id: DownloadProgress(received: 1_500_000, total: 3_000_000)])
    #expect(stage.screen().contains { $0.contains("downloading… 50% of 3 MB") })
    stage.press("S")
    #expect(stage.footer().contains("It is being downloaded: x stops that"))
    stage.press("x")
    #expect(stage.files.takeStopped() == [id])
  }

  @Test("O opens the file after a question; a program that is missing is told with the path")
  func opens() throws {
    let stage = try Self.stage(Self.pdf())
    stage.files.onSave.answer(
      with: .from([.started, .saved(path: "/opened/a.pdf", byteCount: 5)]))
    stage.press("O")
    #expect(stage.view.context == .confirmation)
    #expect(stage.screen().contains { $0.contains("Open a.pdf (3 MB) with xdg-open?") })
    stage.press("n")
    stage.pause()
    #expect(stage.takeHostCalls() == [])
    stage.press("O", "y")
    stage.pause()
    #expect(stage.takeHostCalls() == ["openFile(\"/opened/a.pdf\")"])
    stage.view.openingFile("/opened/a.pdf", failed: .missing("xdg-open is not installed"))
    #expect(stage.footer().contains("xdg-open is not installed: the file is /opened/a.pdf"))
  }

  @Test("where there is no file, nothing of this is offered; an encrypted one is refused in words")
  func hidden() throws {
    let plain = try Self.stage(Scenario.text("hello"))
    for name in ["save-file", "open-file", "stop-transfer"] { #expect(!plain.choose(name)) }
    let locked = try Self.stage(
      .file(FileContent(kind: .file, name: "a.pdf", isEncrypted: true)))
    locked.press("S")
    #expect(locked.footer().contains("This file is encrypted, and this version cannot read it"))
    #expect(locked.view.context == .timeline)
  }

  @Test("a dragged file is offered; Esc keeps its path as text, Enter sends it instead")
  func drags() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.files.findAll()
    stage.type("see ")
    stage.view.handle(.paste("/tmp/a.pdf"))
    #expect(stage.view.context == .prompt)
    #expect(stage.screen().contains { $0.contains("Send a.pdf (10 B) to #swift-tui?") })
    stage.press("Esc")
    #expect(stage.view.main?.conversation?.composer.field.editor.text == "see /tmp/a.pdf")
    stage.view.handle(.paste(" and "))
    stage.view.handle(.paste("'/tmp/b c.pdf'"))
    _ = stage.journal.take()
    stage.press("Enter")
    #expect(stage.journal.take() == [], "the question was not there when the key was meant")
    #expect(stage.footer().contains("press Enter again to go on"))
    stage.press("Enter")
    #expect(stage.journal.take().first?.contains("/tmp/b c.pdf") == true)
  }

  @Test("who types on after a paste, without looking, sends nothing; who looks needs one Enter")
  func blind() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.files.findAll()
    _ = stage.journal.take()
    stage.view.handle(.paste("/tmp/a.pdf"))
    stage.keyInterval = .milliseconds(400)
    stage.type("look")
    stage.press("Enter")
    #expect(stage.journal.take() == [])
    stage.press("Esc", "C-u")
    stage.view.handle(.paste("/tmp/a.pdf"))
    stage.keyInterval = .seconds(3)
    stage.press("Enter")
    #expect(stage.journal.take().count == 1)
  }

  @Test("what was copied is sent by C-x C-v, and problems are told")
  func clipboard() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.files.findAll()
    _ = stage.takeHostCalls()
    stage.press("C-x", "C-v")
    #expect(stage.takeHostCalls() == ["readClipboard"])
    stage.view.readClipboard(.failed("The clipboard has no files"))
    #expect(stage.footer().contains("The clipboard has no files"))
    stage.press("C-x", "C-v")
    stage.view.readClipboard(.files(["file:///tmp/a%20b.png"]))
    #expect(stage.screen().contains { $0.contains("Send a b.png (10 B) to #swift-tui?") })
  }

  @Test("files of each kind in the timeline", arguments: [[80, 24], [50, 15], [200, 60]])
  func kinds(size: [Int]) throws {
    let stage = try Self.stage(
      Self.pdf(),
      .file(
        FileContent(
          kind: .voice, name: "Voice message.ogg", source: Self.source("v"),
          durationMilliseconds: 7_400, byteCount: 31_000)),
      .file(
        FileContent(
          kind: .video, name: "clip.mp4", caption: "look", source: Self.source("c"), width: 640,
          height: 480, durationMilliseconds: 12_000, byteCount: 9_000_000)),
      .file(FileContent(kind: .audio, name: "a.ogg", isEncrypted: true, byteCount: 9)))
    stage.files.downloading.send([
      Message.ID(Self.event): DownloadProgress(received: 900_000, total: 3_000_000)
    ])
    try ScreenTests.expect(stage, "files", size)
  }

  @Test("the question before files are sent", arguments: [[80, 24], [50, 15], [200, 60]])
  func question(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.files.findAll()
    _ = stage.screen(size[0], size[1])
    stage.view.handle(.paste("/tmp/holiday.png '/tmp/the plan.pdf'"))
    try ScreenTests.expect(stage, "attach-question", size)
  }
  @Test(
    "a caption is cut at the same number of lines as a text, and says so",
    arguments: ["text", "caption", "caption of a file"])
  func longWords(kind: String) throws {
    let words = String(repeating: "all of it ", count: 6_000)
    let stage = try ReactionStoryTests.stage { scenario in
      [
        scenario.timeline.messages[1].with { message in
          message.content =
            switch kind {
            case "text": .text(TextContent(body: words))
            case "caption": .image(ImageContent(body: "a.png", caption: words))
            default: .file(FileContent(kind: .file, name: "a.pdf", caption: words))
            }
        }
      ]
    }
    let rows = stage.screen(80, 40)
    let last = try #require(rows.lastIndex { $0.contains("all of it") })
    #expect(rows[last].contains("…") || rows[last + 1].contains("…"))
    #expect(MessageLayoutBuilder.maximumBodyLines == 400)
  }
}
