import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Prompts and the actions menu")
struct QuestionStoryTests {
  @Test("a failed message can be retried, discarded and restored; a sent one cannot")
  func retry() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    _ = stage.journal.take()
    stage.press("Esc", "G", "Enter")
    #expect(stage.view.context == .menu)
    #expect(stage.view.menu?.selected?.action.name == "sender-profile", "nothing that sends")
    stage.press("Down", "Enter")
    #expect(stage.journal.take() == ["retry $10"])

    #expect(stage.choose("discard"))
    #expect(stage.view.context == .confirmation)
    #expect(stage.journal.take() == [])
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take() == ["discard $10"])
    stage.press("u", "u")
    #expect(stage.journal.take() == ["restore $10"])

    stage.press("k")
    #expect(!stage.choose("send-again"))
    #expect(!stage.choose("discard"))
    #expect(stage.journal.take() == [])
  }

  @Test("a failed message returns to the composer, in front of what is written there")
  func edit() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("half a thought")
    _ = stage.screen()
    _ = stage.journal.take()
    stage.press("Esc", "G")
    #expect(stage.footer().contains("e edit"))
    stage.press("e")
    #expect(stage.journal.take() == ["takeBack $10"])
    #expect(stage.view.context == .composer)
    #expect(
      stage.places.kept.drafts[stage.scenario.swift.id]?.text.hasSuffix("\nhalf a thought") == true)
    #expect(stage.screen().contains { $0.contains("half a thought") })

    stage.press("Esc", "k", "k")
    #expect(!stage.footer().contains("e edit"), "a message of somebody else")
    stage.press("e")
    #expect(!stage.choose("edit-message"))
    #expect(stage.journal.take() == [])
  }

  @Test("a message that is not due yet returns to the composer with u, whatever is selected")
  func takeBack() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    let until = Timestamp(milliseconds: Scenario.noon + 1_203_000)
    let id = try #require(Message.ID("ct-1"))
    let held = Message(
      id: id, roomID: stage.scenario.swift.id, sender: stage.scenario.ada.id,
      timestamp: until, content: .text(TextContent(body: "oops")), delivery: .held(until: until))
    stage.timelines[stage.scenario.swift.id]?.send(
      stage.scenario.timeline.with { $0.messages.append(held) })
    #expect(stage.screen().contains { $0.contains("sending in 3 s: Esc, u takes it back") })
    _ = stage.journal.take()
    stage.press("Esc", "k", "k", "u")
    #expect(stage.journal.take() == ["takeBack ct-1"])
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("> oops") })
    #expect(stage.choose("take-back"))
    #expect(stage.journal.take() == ["takeBack ct-1"])
  }

  @Test("files are sent by their paths, from the menu or by C-x C-f")
  func sendFile() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    #expect(stage.choose("send-file"))
    stage.files.findAll()
    stage.type("~/cat.png")
    stage.press("Enter")
    #expect(stage.files.onInspect.takeCalls() == [["~/cat.png"]])
    #expect(stage.screen().contains { $0.contains("Send cat.png (10 B) to") })
    #expect(stage.screen().contains { $0.contains("perhaps the place") })
    stage.press("C-t")
    #expect(stage.screen().contains { $0.contains("without place and camera") })
    stage.type("look")
    stage.press("Enter")
    #expect(
      stage.journal.take()
        == [
          #"send file(path: "~/cat.png", caption: Optional("look"), "#
            + #"as: Controllers.TextForm.markdown, isReduced: true)"#
        ])
    stage.press("Esc", "i", "C-x", "C-f")
    #expect(stage.view.context == .prompt)
  }

  @Test("while the work of a confirmed question lasts, its keys close it, and the work goes on")
  func working() throws {
    let stage = try Stage(left: .never)
    stage.connect(opening: stage.scenario.swift.id)
    #expect(stage.choose("leave"))
    #expect(stage.footer().contains("y yes  n no  Esc cancel"))
    stage.press("y")
    stage.pause()
    #expect(stage.screen().contains { $0.contains("Working…") })
    #expect(stage.footer().contains("Esc close") && !stage.footer().contains("n no"))
    stage.press("n")
    #expect(stage.view.prompt == nil)
    #expect(stage.footer().contains("It goes on: Leave"))
    _ = stage.takeHostCalls()
    stage.press("C-q")
    #expect(stage.takeHostCalls().isEmpty)
  }

  @Test("C-q during the work of a question says so, and quits when pressed again")
  func quitting() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    #expect(stage.choose("send-file"))
    stage.files.onInspect.answer(with: .never)
    stage.type("~/cat.png")
    stage.press("Enter")
    #expect(stage.screen().contains { $0.contains("Working…") })
    _ = stage.takeHostCalls()
    stage.press("C-q")
    #expect(stage.takeHostCalls().isEmpty)
    #expect(stage.footer().contains("C-q again quits"))
    stage.press("C-q")
    #expect(stage.takeHostCalls() == ["quit"])
  }

  @Test(
    "the error of the room under the cursor is told whole, above the keys", arguments: [50, 80])
  func roomError(columns: Int) throws {
    let stage = try Stage()
    stage.connect()
    stage.press("g", "Enter", "y")
    stage.pause()
    stage.joined.fail(
      RequestError(
        operation: .join, reason: .refused, status: 403, code: "ORG_EXAMPLE_NOBODY_MAY_COME_IN"))
    stage.press("g")
    func text() -> String {
      stage.screen(columns, 15).suffix(5).joined(separator: " ").split(separator: " ")
        .joined(separator: " ")
    }
    let error = try #require(stage.view.main?.roomList.cursorRow?.errorText.value)
    #expect(error.count > 60)
    #expect(text().contains("! " + error))
    #expect(text().contains("F1"))
    // A notice is about the last key.
    stage.view.notice = "What the key did"
    #expect(!text().contains(error))
    stage.press("j")
    #expect(!text().contains(error))
    stage.press("k")
    #expect(text().contains(error))
  }

  @Test("invites are accepted and declined after a prompt")
  func invites() throws {
    let stage = try Stage()
    stage.connect()
    stage.press("g")
    _ = stage.journal.take()
    let invite = stage.scenario.rooms[0].id
    #expect(stage.choose("decline"))
    stage.press("n")
    #expect(stage.choose("decline"))
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take() == ["leave \(invite)"])
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
    stage.press("Enter")
    #expect(stage.journal.take() == [])
    stage.press("Enter", "y")
    stage.pause()
    #expect(stage.journal.take() == ["join \(invite)"])
    #expect(stage.screen().contains { $0.contains("joining…") })
    stage.joined.fail(RequestError(operation: .join, reason: .timedOut))
    stage.press("g")
    #expect(stage.choose("retry-room"))
    #expect(stage.journal.take() == ["join \(invite)"])
  }

  @Test("prompts join, create and leave rooms and start direct chats")
  func questions() throws {
    let stage = try Stage()
    stage.connect()
    stage.press("g", "j", "j")
    _ = stage.journal.take()

    stage.press("J")
    stage.type("#a:example.org")
    stage.press("Enter", "Esc", "c")
    stage.type("cats")
    stage.press("Enter", "Esc", "m")
    stage.type("@grace:example.org")
    stage.press("Enter", "Esc")
    #expect(stage.choose("leave"))
    #expect(stage.view.context == .confirmation)
    stage.press("n")
    #expect(stage.choose("leave"))
    stage.press("y")
    stage.pause()

    #expect(
      stage.journal.take() == [
        "join #a:example.org", "create cats", "directRoom @grace:example.org",
        "leave \(stage.scenario.swift.id)",
      ])
  }

  @Test("a person is invited by a part of the name")
  func invitesPerson() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    #expect(stage.choose("invite"))
    stage.type("gra")
    stage.pause()
    #expect(stage.screen().contains { $0.contains("@grace:example.org  Grace Hopper") })
    stage.press("Tab", "Enter")

    #expect(stage.journal.take() == ["invite @grace:example.org to \(stage.scenario.swift.id)"])
    #expect(stage.view.context == .composer)
  }

  @Test("a person is invited with a reason, which is asked for after the person")
  func invitesWithReason() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    #expect(stage.choose("invite-with-reason"))
    stage.type("gra")
    stage.pause()
    stage.press("Tab", "Enter")
    #expect(stage.screen().contains { $0.contains("why, for everybody to read, or empty") })
    stage.type("We have cake")
    stage.pause()
    stage.press("Enter")

    #expect(
      stage.journal.take() == [
        "invite @grace:example.org to \(stage.scenario.swift.id): We have cake"
      ])
  }

  @Test("a person is invited from their profile to a room by its name")
  func invitesToRoom() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    stage.press("Esc", "g", "p")
    _ = stage.journal.take()
    #expect(stage.choose("invite-person"))
    stage.type("vau")
    stage.pause()
    stage.press("Down", "Enter")

    #expect(
      stage.journal.take() == ["invite @grace:example.org to \(stage.scenario.rooms[4].id)"])
  }

  @Test("a new direct chat asks for confirmation; an existing one opens at once")
  func chats() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    stage.press("Esc", "g", "p")
    _ = stage.journal.take()
    stage.press("m")
    #expect(stage.view.context == .confirmation)
    #expect(stage.journal.take() == [])
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take() == ["directRoom @grace:example.org"])
  }

  @Test("the address of a room and of a person is shown and copied")
  func copies() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("F2")
    #expect(stage.screen().contains { $0.contains("!swift:example.org") })
    stage.press("Esc")
    #expect(stage.choose("copy-address"))
    #expect(stage.takeHostCalls() == ["copy(\"!swift:example.org\")"])
    #expect(stage.footer().contains("Copied: !swift:example.org"))
  }

  @Test("a prompt leaves the draft unchanged")
  func questionKeepsDraft() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("draft")
    stage.press("F3", "J")
    stage.type("#x")
    #expect(!stage.screen().contains { $0.contains("> draft") })
    stage.press("Esc", "Tab")

    #expect(stage.screen().contains { $0.contains("> draft") })
  }

  @Test("signing out asks first and leads to sign-in")
  func signOut() throws {
    let stage = try Stage()
    stage.connect()
    #expect(stage.choose("sign-out"))
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()

    #expect(stage.sessions.journal.take() == ["signOut @ada:example.org"])
    #expect(stage.view.context == .signIn)
  }

  @Test("a prompt runs once at a time, and a failed one can be corrected")
  func busyQuestion() throws {
    let stage = try Stage()
    stage.connect()
    _ = stage.journal.take()
    stage.press("J", "Enter")
    #expect(stage.footer().contains("Type an answer first"))
    stage.type("#a:x")
    stage.press("Enter", "Enter")
    #expect(stage.footer().contains("Already in progress"))
    #expect(stage.journal.take() == ["join #a:x"])
    stage.joined.fail(RequestError(operation: .join, reason: .timedOut))
    #expect(stage.screen().contains { $0.contains("! ") })
    stage.press("Enter")
    #expect(stage.journal.take() == ["join #a:x"])
    stage.press("Esc")
    #expect(stage.view.context == .roomList)
  }
}
