import Models
import Testing

@testable import Views

@Suite("The actions menu")
@MainActor
struct MenuStoryTests {
  @Test("one that is too long for the screen says where the cursor is, and pages")
  func long() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    func shows(_ text: String) -> Bool { stage.screen(50, 15).contains { $0.contains(text) } }
    stage.press("F2")
    let found = stage.screen(50, 15).compactMap { $0.firstMatch(of: #/ 1\/(\d+) /#)?.output.1 }
    let count = try #require(found.first)
    #expect(shows(" 1/\(count) "))
    stage.press("End")
    #expect(stage.view.context == .menu)
    #expect(shows(" \(count)/\(count) "))
    #expect(shows("▌ sign out"))
    stage.press("PageUp", "PageUp")
    #expect(!shows(" \(count)/\(count) ") && !shows(" 1/\(count) "))
    stage.press("Home")
    #expect(shows(" 1/\(count) "))
    stage.press("PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown")
    #expect(shows(" \(count)/\(count) "))
    stage.press("Down")
    #expect(shows(" \(count)/\(count) "))
    stage.press("Home", "Up")
    #expect(shows(" 1/\(count) "), "what ends something for good is not one key away")
  }

  @Test("what a web page of the server does for the account says so")
  func managedInBrowser() throws {
    let stage = try Stage(isManagedInBrowser: true)
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    stage.press("p")
    for name in ["change-password", "deactivate"] {
      #expect(stage.choose(name))
      #expect(stage.footer(200).contains("“manage it in a browser”"))
      #expect(stage.view.context != .prompt)
    }
  }

  @Test("letters select the action whose title begins with them, or else has them")
  func typing() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    func shows(_ text: String) -> Bool { stage.screen(100, 40).contains { $0.contains(text) } }
    stage.press("F2")
    stage.keyInterval = .milliseconds(200)
    stage.type("sign")
    #expect(shows("▌ sign out") && shows("─ sign ─"))
    // Letters that move elsewhere search from the first one on.
    stage.keyInterval = .seconds(2)
    stage.press("j")
    #expect(selected(stage).hasPrefix("join a room") && shows("─ j ─"))
    // Keys that have an effect of their own are letters within a word, too.
    stage.keyInterval = .milliseconds(200)
    stage.type("bjoin.")
    #expect(stage.view.context == .menu)
    #expect(shows("─ jbjoin. ─"))
    #expect(!shows("▌ join a room"), "no bar where Enter does nothing")
    stage.keyInterval = .seconds(5)
    stage.press("Enter")
    #expect(stage.view.context == .menu)
    #expect(stage.view.notice == "No action here has these letters: Down chooses")
    stage.type("o")
    stage.keyInterval = .milliseconds(200)
    stage.type("ut")
    #expect(shows("▌ sign out"))
    stage.keyInterval = .seconds(5)
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
  }

  /// The menu of the first message, or of the list of rooms.
  private func menu(inList: Bool = false) throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    if inList { stage.view.main?.focusRoomList() } else { stage.press("Esc") }
    stage.press("F2")
    stage.keyInterval = .milliseconds(200)
    #expect(stage.view.context == .menu)
    return stage
  }

  private func selected(_ stage: Stage) -> String {
    stage.view.menu?.selected?.action.title ?? ""
  }

  @Test("Backspace takes back the last letter, and closes nothing")
  func backspace() throws {
    let stage = try menu(inList: true)
    stage.type("sigm")
    #expect(stage.screen(100, 40).contains { $0.contains("─ sigm ─") })
    stage.press("Backspace")
    #expect(selected(stage) == "sign out")
    #expect(stage.screen(100, 40).contains { $0.contains("─ sig ─") })
    stage.type("n")
    #expect(stage.screen(100, 40).contains { $0.contains("─ sign ─") })
    for _ in 0..<6 { stage.press("Backspace") }
    #expect(stage.view.context == .menu)
    #expect(!stage.screen(100, 40).contains { $0.contains("─ s") })
    stage.type("leave")
    #expect(selected(stage) == "leave the room")
  }

  @Test("C-w takes back a word and C-u all letters, and neither closes the menu")
  func words() throws {
    let stage = try menu(inList: true)
    stage.type("log out")
    #expect(selected(stage) == "sign out")
    stage.press("C-w")
    #expect(stage.screen(100, 40).contains { $0.contains("─ log  ─") })
    stage.type("x")
    #expect(!stage.screen(100, 40).contains { $0.contains("▌ sign out") })
    stage.press("C-u", "C-u", "C-w")
    #expect(stage.view.context == .menu)
    let bar = "▌ \(selected(stage))"
    #expect(stage.screen(100, 40).contains { $0.contains(bar) })
    #expect(!stage.screen(100, 40).contains { $0.contains("─ log") })
    stage.type("leave")
    #expect(selected(stage) == "leave the room")
  }

  @Test(
    "other words for an action select it after the titles",
    arguments: [
      ("delete", "leave the room"), ("logout", "sign out"), ("log out", "sign out"),
      ("dm", "write to a person"), ("browse", "find public rooms"),
      ("mute", "silent, or no longer"),
      ("attach", "send files"), ("rename", "show the room's settings"),
      ("new room", "create a room"), ("room leave", "leave the room"),
    ])
  func otherWords(typed: String, title: String) throws {
    let stage = try menu(inList: true)
    stage.type(typed)
    #expect(selected(stage) == title)
    #expect(stage.screen(100, 40).contains { $0.contains("─ \(typed) ─") })
  }

  @Test("in the list of keys the same words find an action")
  func otherWordsInHelp() {
    let found = [
      ("answer", "reply to the message"), ("picture", "send files"), ("photo", "send files"),
      ("send a file", "send files"), ("correct", "row up; empty: edit the last"),
      ("change", "row up; empty: edit the last"), ("correct", "edit the message"),
    ]
    for (typed, title) in found {
      let help = HelpView(
        actions: ActionTable.standard.actions, context: .composer, needsDisplay: {})
      help.field.edit { $0.insert(typed) }
      let titles = help.shownLines.compactMap { line -> String? in
        if case .action(_, let title) = line { title } else { nil }
      }
      #expect(titles.contains(title), "\(typed)")
    }
    let messages = ActionTable.standard.actions.filter { $0.menus.contains(.timeline) }
    for (typed, name) in [("answer", "reply"), ("correct", "edit-message")] {
      #expect(ActionSearch.place(of: typed, in: messages).map { messages[$0].name } == name)
    }
  }

  @Test("each action with other words is in the list of keys")
  func known() {
    let names = Set(ActionTable.standard.actions.map(\.name))
    #expect(Set(ActionSearch.otherWords.keys).subtracting(names) == [])
  }

  @Test("a key that leads elsewhere does so from the menu; one for a text only closes it")
  func elsewhere() throws {
    let stage = try menu(inList: true)
    stage.press("C-o")
    #expect(stage.view.context == .prompt)
    #expect(stage.screen(100, 40).contains { $0.contains("Go to") })
    stage.press("Esc", "i")
    stage.type("a draft")
    stage.press("F2", "C-k")
    #expect(stage.view.context == .composer)
    #expect(stage.view.focusedField?.editor.text == "a draft")
    stage.press("F2", "M-Enter")
    #expect(stage.view.focusedField?.editor.text == "a draft")
    stage.press("F2", "C-n", "C-p")
    #expect(stage.view.context == .menu)
    stage.press("F8")
    #expect(stage.view.context == .members)
  }

  @Test("Go to opens from help and from a question without an answer; an answer stays")
  func fromQuestion() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    func asksWhereTo() -> Bool { stage.screen(100, 40).contains { $0.contains(" Go to") } }
    stage.press("c")
    #expect(stage.view.context == .prompt && !asksWhereTo())
    stage.type("Garden")
    stage.press("C-o")
    #expect(stage.view.notice == "Esc first: what is typed here would be lost")
    #expect(stage.view.focusedField?.editor.text == "Garden")
    stage.press("C-u", "C-o")
    #expect(stage.view.context == .prompt && asksWhereTo())
    stage.press("Esc", "F1", "C-o")
    #expect(stage.view.context == .prompt && asksWhereTo())
    stage.press("Esc")
    #expect(stage.view.context == .roomList)
  }
}
