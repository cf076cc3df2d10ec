import Controllers
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Keys")
struct StoryTests {
  @Test("signing in with keys only")
  func signIn() throws {
    let stage = try Stage(isSignedIn: false)

    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab")
    stage.type("secret? yes")
    #expect(stage.screen().contains { $0.contains("•••••••••••") })
    #expect(!stage.screen().contains { $0.contains("secret") })
    stage.press("Enter")

    #expect(
      stage.sessions.journal.take() == ["signIn @ada:example.org at example.org by secret? yes"])
  }

  @Test("an unfinished user ID is explained, not submitted")
  func incomplete() throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab")
    stage.type("@ada:")
    stage.press("Tab")
    stage.type("x")
    stage.press("Enter")

    #expect(stage.sessions.journal.take().isEmpty)
    #expect(stage.footer().contains("full user ID"))
  }

  @Test("one key starts the chat on this machine and shows its progress")
  func startChat() throws {
    let stage = try Stage(isSignedIn: false)
    #expect(stage.view.context == .localSignIn)
    #expect(stage.footer().contains("Enter start "))

    stage.press("Enter")
    #expect(stage.local.journal.take() == ["signUp ada"])
    #expect(stage.screen().contains { $0.contains("Starting the server…") })
    stage.local.steps.send(.makingAccount)
    #expect(stage.screen().contains { $0.contains("Creating the account…") })
    stage.press("x", "Enter")
    #expect(stage.footer().contains("Already signing in"))
    #expect(stage.local.journal.take().isEmpty)

    stage.local.steps.fail(
      RequestError(operation: .signUp, reason: .refused, status: 400, code: "M_USER_IN_USE"))
    #expect(stage.screen().contains { $0.contains("! This name is already taken") })
    #expect(stage.view.context == .localSignIn)
    stage.press("x")
    #expect(!stage.screen().contains { $0.contains("taken") })
    stage.press("Enter")
    #expect(stage.local.journal.take() == ["signUp adax"])
  }

  @Test("an invalid name is explained, and Enter does not submit it")
  func badName() throws {
    let stage = try Stage(isSignedIn: false)
    stage.type(" Lovelace")
    #expect(stage.screen().contains { $0.contains("Use only a-z 0-9 . _ = / -") })
    stage.press("Enter")

    #expect(stage.local.journal.take().isEmpty)
    #expect(stage.footer().contains("First type a name: a-z"))
    stage.press("C-u")
    #expect(stage.screen().contains { $0.contains("Choose a name") })
  }

  @Test("Enter in the fields for another server does not start the chat on this machine")
  func elsewhereOnly() throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab")
    #expect(stage.view.context == .signIn)
    #expect(stage.footer().contains("Enter sign in"))
    stage.type("@ada:example.org")
    stage.press("Enter", "Enter", "Enter")

    #expect(stage.local.journal.take().isEmpty)
    #expect(stage.sessions.journal.take().isEmpty)
    #expect(stage.view.signIn?.focus == .password)
  }

  @Test("writing and sending, including type-ahead")
  func sending() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()

    stage.type("hello jq?")
    stage.press("Enter")
    stage.type("next")
    stage.press("C-j")
    stage.type("line")
    #expect(stage.journal.take() == ["send hello jq?"])
    #expect(stage.screen().contains { $0.contains("> next") })
    stage.press("Enter", "Enter")

    #expect(stage.journal.take() == ["send next\nline"])
    #expect(stage.footer().contains("Nothing to send"))
  }

  @Test("sent text leaves the composer")
  func sendingEmpties() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("at once")
    stage.press("Enter")
    #expect(stage.screen().contains { $0.contains("> Write to") })
  }

  @Test("a room opened with Enter receives the letters that follow")
  func openingTakesLetters() throws {
    let stage = try Stage()
    stage.connect()
    stage.press("g", "j", "j", "Enter")
    stage.type("cJmxS")

    #expect(stage.view.main?.prompt == nil)
    #expect(stage.screen().contains { $0.contains("> cJmxS") })
  }

  @Test("Esc steps from the composer to the messages to the rooms and keeps the text")
  func stepOut() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("draft")
    var path = [stage.view.context]
    for _ in 0..<3 {
      stage.press("Esc")
      path.append(stage.view.context)
    }

    #expect(path == [.composer, .timeline, .roomList, .roomList])
    #expect(stage.screen().contains { $0.contains("> draft") })
    stage.press("Tab")
    #expect(stage.view.context == .composer)
    stage.press("S-Tab", "S-Tab")
    #expect(stage.view.context == .timeline)
  }

  @Test("drafts stay with their rooms")
  func drafts() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("for swift")
    stage.press("C-Down")
    #expect(!stage.screen().contains { $0.contains("for swift") })
    #expect(stage.view.context == .composer)
    stage.type("for the next")
    stage.press("C-Up")

    #expect(stage.screen().contains { $0.contains("> for swift") })
  }

  @Test("C-c clears the line, C-_ restores it, C-c twice quits")
  func interrupt() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("precious")

    stage.press("C-c")
    #expect(!stage.screen().contains { $0.contains("> precious") })
    #expect(stage.footer().contains("C-c again quits"))
    stage.press("C-_")
    #expect(stage.screen().contains { $0.contains("> precious") })
    #expect(stage.takeHostCalls().isEmpty)
    stage.press("C-c", "C-c")
    #expect(stage.takeHostCalls() == ["quit"])
  }

  @Test("quit, suspend and redraw reach the program", arguments: [false, true])
  func host(isSignedIn: Bool) throws {
    let stage = try Stage(isSignedIn: isSignedIn)
    stage.press("C-z", "C-l", "C-q")

    #expect(stage.takeHostCalls() == ["suspend", "redraw", "quit"])
  }

  @Test("the sender's profile opens, refreshes once at a time and closes")
  func profile() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    _ = stage.journal.take()
    stage.press("Esc", "g", "p")

    #expect(stage.view.context == .profile)
    #expect(stage.journal.take() == ["refresh @grace:example.org"])
    stage.press("r", "F5")
    #expect(stage.journal.take().isEmpty)
    #expect(stage.footer().contains("Already refreshing"))
    stage.refreshed.complete()
    stage.press("F5")
    #expect(stage.journal.take() == ["refresh @grace:example.org"])
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
  }

  @Test("help opens anywhere, scrolls, filters while typing, and returns the focus")
  func help() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("F1")
    let top = stage.screen(55, 18)
    stage.press("PageDown", "Down")
    #expect(stage.screen(55, 18) != top)
    stage.type("unread")
    let rows = stage.screen(55, 18)
    #expect(rows.contains { $0.contains("next unread room") })
    #expect(rows.contains { $0.contains("Main screen") })
    #expect(!rows.contains { $0.contains("send the message") })
    stage.type(" qq")
    #expect(stage.screen(55, 18).contains { $0.contains("No matching key or action") })
    stage.press("Esc")
    #expect(stage.view.context == .composer)
    stage.press("Esc", "?")
    #expect(stage.view.context == .help)
  }

  @Test("an encrypted room accepts no text and says why")
  func locked() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.rooms[4].id)
    _ = stage.journal.take()
    stage.type("plain")
    stage.send(.paste("text"))
    #expect(stage.footer().contains("encrypted"))
    stage.press("Enter")

    #expect(stage.journal.take().isEmpty)
    #expect(stage.footer().contains("encrypted"))
    stage.press("C-x", "C-f")
    #expect(stage.view.context == .composer, "no file is asked for that could not be sent")
    #expect(stage.footer().contains("no file can be sent"))
  }

  @Test("next unread prefers mentions")
  func nextUnread() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.rooms[1].id)
    stage.press("F6")
    #expect(stage.view.main?.conversation?.model.titleText.value == "#swift-tui")
    #expect(stage.view.context == .composer)
    stage.press("F3", "M-a")
    #expect(stage.view.main?.conversation?.model.titleText.value.hasPrefix("Operations") == true)
    #expect(stage.view.context == .composer)
  }

  @Test("a choice that no letters name says so")
  func nothingFound() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("C-o")
    let text = "Nothing has these letters; Enter does nothing"
    #expect(!stage.screen(50, 15).contains { $0.contains(text) })
    stage.type("zzzz")
    #expect(stage.screen(50, 15).contains { $0.contains(text) })
    stage.press("Enter")
    #expect(stage.footer(50).contains("Nothing found"))
  }

  @Test("C-o goes to what some letters name, at every size and from every part of the screen")
  func goTo() throws {
    for (columns, rows) in [(50, 15), (80, 24), (200, 60)] {
      let stage = try Stage()
      stage.connect(opening: stage.scenario.rooms[1].id)
      for part in [["F3"], ["Esc"], ["F3", "p"], []] {
        for key in part + ["C-o"] { stage.press(key) }
        stage.type("swtu")
        let screen = stage.screen(columns, rows)
        #expect(screen.contains { $0.contains("Go to") })
        #expect(screen.contains { $0.contains("#swift-tui") }, "\(screen)")
        stage.press("Enter")
        #expect(stage.view.main?.conversation?.model.titleText.value == "#swift-tui")
        #expect(stage.view.context == .composer)
      }
      stage.press("C-o")
      stage.type("qqqq")
      stage.press("Enter")
      #expect(stage.footer().contains("Nothing found"))
      stage.press("Esc")
      #expect(stage.view.context == .composer)
    }
  }

  @Test("the choices scroll with the chosen one")
  func goToScrolls() throws {
    let stage = try Stage()
    stage.rooms.send(
      try (10..<40).map { try Scenario.room("!r\($0):example.org", "Room \($0)") })
    stage.press("C-o")
    for _ in 0..<20 { stage.press("Down") }
    let screen = stage.screen(80, 24)
    let question = try #require(screen.firstIndex { $0.contains("Go to") })
    let choices = screen[question...].compactMap { $0.split(separator: "│").last }
    #expect(choices.contains { $0.contains("Room 31") })
    #expect(!choices.contains { $0.contains("Room 11") })
    stage.press("Enter")
    #expect(stage.view.main?.conversation?.model.titleText.value == "Room 31")
  }

  @Test("in a narrow terminal the list and the conversation take turns")
  func narrow() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    #expect(!stage.screen(55, 18).contains { $0.contains("Vault") })
    stage.press("F3")
    #expect(stage.screen(55, 18).contains { $0.contains("Vault") })
    stage.press("Enter")
    #expect(!stage.screen(55, 18).contains { $0.contains("Vault") })
  }

  @Test("a click opens a room but only selects an invite")
  func click() throws {
    let stage = try Stage()
    stage.connect()
    let rows = stage.screen()
    let swift = try #require(rows.firstIndex { $0.contains("#swift-tui") })
    let invite = try #require(rows.firstIndex { $0.contains("Compilers") })
    _ = stage.journal.take()
    stage.send(.mouse(MouseEvent(.press(button: 0), at: Point(column: 5, row: swift))))
    #expect(stage.view.main?.conversation?.model.titleText.value == "#swift-tui")
    #expect(stage.view.context == .composer)
    _ = stage.screen()
    stage.send(.mouse(MouseEvent(.press(button: 0), at: Point(column: 5, row: invite))))

    #expect(stage.view.context == .roomList)
    #expect(stage.journal.take().allSatisfy { !$0.hasPrefix("join") })
    #expect(stage.footer().contains("Enter open"))
  }

  @Test("F5 reconnects at once, and shows no notice when there is nothing to report")
  func refresh() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    stage.press("F5")

    #expect(stage.journal.take() == ["retryNow"])
  }

  @Test("a text over the limit stays intact, is counted, is not sent, and can be shortened")
  func longPaste() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    stage.send(.paste(String(repeating: "x", count: 60_002)))
    #expect(stage.screen().contains { $0.contains("Too long by 2 characters") })
    stage.press("Enter")
    #expect(stage.footer().contains("Too long by 2 characters"))
    #expect(stage.journal.take() == [])

    stage.press("Backspace", "y")
    #expect(stage.screen().contains { $0.contains("Too long by 2 characters") })
    stage.press("Backspace", "Backspace")
    #expect(!stage.screen().contains { $0.contains("Too long") })
    stage.press("Enter")
    #expect(stage.journal.take() == ["send \(String(repeating: "x", count: 60_000))"])
  }

  @Test("a paste over the editor's limit changes nothing and says so")
  func hugePaste() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.type("kept")
    stage.send(.paste(String(repeating: "x", count: LineEditor.maximumByteCount)))
    #expect(stage.footer().contains("nothing was inserted"))
    stage.send(.oversizedPaste)
    #expect(stage.footer().contains("nothing was inserted"))
    #expect(stage.screen().contains { $0.contains("> kept") })
  }

  @Test("an apparent command is not sent; a second slash makes it text")
  func slash() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    stage.type("/leaf now")
    stage.press("Enter")
    #expect(stage.journal.take() == [])
    #expect(stage.screen().contains { $0.contains("! /leaf is not a command.") })
    #expect(stage.screen().contains { $0.contains("> /leaf now") })
    stage.press("Home", "/", "Enter")
    #expect(stage.journal.take() == ["send /leaf now"])
  }

  @Test("every change on the screen requests a frame; drawing requests none")
  func frames() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    let before = stage.displayRequests
    _ = stage.screen()
    #expect(stage.displayRequests == before)
    stage.connection.send(.connecting)
    #expect(stage.displayRequests > before)
    _ = stage.screen()
    let drawn = stage.displayRequests
    stage.press("Esc", "PageUp")
    #expect(stage.displayRequests > drawn)
  }

  @Test("the old session's screens are released")
  func release() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen()
    weak let main = stage.view.main
    weak let model = stage.view.main?.model
    #expect(main != nil)
    #expect(stage.choose("sign-out"))
    stage.press("y")
    stage.pause()

    #expect(main == nil)
    #expect(model == nil)
  }
}
