import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Keys that the user chose")
struct KeyBindingsTests {
  private func keys(_ action: String, in context: Context, of table: ActionTable<RootView>)
    -> [String]
  {
    table.actions.first { $0.name == action }?.keys(in: context).map(\.description) ?? []
  }

  private func refusal(_ keys: [String: [String]], _ action: String) -> String? {
    switch KeyBindings.refusals(of: keys)[action] {
    case .unusable(let reason): reason
    case .unknownAction: "unknown"
    case nil: nil
    }
  }

  @Test("take the place of the usual ones, in each place where the action has some")
  func rebound() throws {
    let table = ActionTable.standard.bound(to: ["refresh": ["F10", "M-r"], "quit": ["C-x"]])

    for context in [Context.composer, .timeline, .roomList] {
      #expect(keys("refresh", in: context, of: table) == ["F10", "M-r"])
      let key = try #require(Key(notation: "F10"))
      #expect(table.row(for: key, in: context)?.action.name == "refresh")
    }
    #expect(keys("refresh-profile", in: .profile, of: table) == ["r", "F5"])
    #expect(keys("help", in: .composer, of: table) == ["F1"])
  }

  @Test("a letter works where letters are no text")
  func letters() {
    let table = ActionTable.standard.bound(to: ["help": ["h", "F1"]])

    #expect(keys("help", in: .roomList, of: table) == ["h", "F1"])
    #expect(keys("help", in: .composer, of: table) == ["F1"])
    #expect(
      refusal(["quit": ["x"]], "quit")
        == "letters are text in “On this machine”: it needs another key as well")
  }

  @Test("an action that only a menu has takes no letter alone")
  func menuOnly() {
    #expect(
      refusal(["leave": ["L"]], "leave")
        == "a letter alone does not do this: take C-, M- or a function key")
    #expect(refusal(["leave": ["C-g"]], "leave") == nil)
    let table = ActionTable.standard.bound(to: ["leave": ["C-g"]])
    #expect(keys("leave", in: .roomList, of: table) == ["C-g"])
  }

  @Test("sentences name the usual keys of the table", arguments: NamedKey.allCases)
  func namedKeys(key: NamedKey) throws {
    let action = try #require(
      ActionTable.standard.actions.first { $0.name == key.rawValue }, "no such action")
    let keys = action.bindings.flatMap(\.keys).map(\.description)
    #expect(keys.contains(key.usual))
  }

  @Test("sentences of the screen name the keys that the user chose, or that of the menu")
  func sentences() {
    let table = ActionTable.standard.bound(to: ["help": ["F12"], "create-room": []])
    #expect(table.keyText("help") == "F12")
    #expect(table.keyText("create-room") == ActionTable.standard.keyText("actions"))
    #expect(ActionTable.standard.keyText("create-room") == "c")
  }

  @Test("what is no key, no action or always the same is refused")
  func unusable() {
    #expect(refusal(["refresh": ["C-Foo"]], "refresh") == "“C-Foo” is no key")
    #expect(refusal(["quit": []], "quit") == "it needs a key")
    #expect(refusal(["refresh": ["C-\u{202E}"]], "refresh") == "“C-\u{202E}” is no key")
    #expect(refusal(["refresh": ["M-x\u{200D}"]], "refresh") == "“M-x\u{200D}” is no key")
    for (key, other) in [
      ("C-m", "Enter"), ("C-i", "Tab"), ("C-[", "Esc"), ("C-h", "Backspace"), ("C-?", "Backspace"),
    ] {
      #expect(refusal(["send": [key]], "send") == "terminals send \(key) as \(other)")
    }
    #expect(refusal(["quiet": []], "quiet") == nil)
    #expect(refusal(["refrsh": ["F10"]], "refrsh") == "unknown")
    #expect(refusal(["confirm": ["x"]], "confirm") == "unknown")
  }

  @Test("a key that is there twice is told, however it is written")
  func repeats() {
    #expect(refusal(["help": ["F9", "F9"]], "help") == "F9 is there twice")
    #expect(refusal(["refresh": ["C-G", "F9", "c-g"]], "refresh") == "C-g is there twice")
    #expect(refusal(["refresh": ["M-g", "C-g"]], "refresh") == nil)
  }

  @Test("Esc goes back and does nothing else; what closes a part of the screen keeps a key")
  func leaving() {
    for action in ["start", "refresh", "attach"] where refusal([action: ["F9"]], action) == nil {
      #expect(
        refusal([action: ["Esc", "F9"]], action)
          == "terminals begin Alt keys with Esc, so it only goes back")
    }
    #expect(refusal(["sheet-close": ["Esc"]], "sheet-close") == nil)
    #expect(refusal(["to-rooms": []], "to-rooms") == nil)
    let actions = [
      "cancel", "menu-close", "help-close", "sheet-close", "close-profile", "leave-page",
    ]
    for action in actions {
      #expect(refusal([action: []], action) == "it needs a key")
    }
  }

  @Test("a key of another action in the same place is refused, with the other's title and name")
  func conflicts() {
    let reason = refusal(["refresh": ["C-o"]], "refresh") ?? ""
    #expect(
      reason
        == "C-o is the key of “go to a room or person by name” (keys.go-to) in “Composer”")
    let both = ["refresh": ["F11"], "go-to": ["F11"], "quit": ["F12"]]
    #expect(KeyBindings.refusals(of: both).count == 1)
    let table = ActionTable.standard.bound(to: both)
    #expect(keys("quit", in: .composer, of: table) == ["F12"])
  }

  @Test("two actions may exchange their keys")
  func exchange() {
    let keys = ["refresh": ["F6", "M-a"], "next-unread": ["F5"]]

    #expect(KeyBindings.refusals(of: keys).isEmpty)
    let table = ActionTable.standard.bound(to: keys)
    #expect(self.keys("next-unread", in: .composer, of: table) == ["F5"])
  }

  @Test("each action has a name, a title, a place and keys that can be written down")
  func rows() {
    let keys = Dictionary(uniqueKeysWithValues: KeyBindings.rows.map { ($0.name, $0.keys) })
    #expect(keys.count == ActionTable.standard.actions.count - 2)
    for row in KeyBindings.rows {
      #expect(!row.placeText.isEmpty && !row.titleText.isEmpty, "\(row.name)")
      if row.name == "quit" { #expect(row.placeText == "everywhere") }
      if row.name == "refresh" { #expect(row.placeText == "main screen") }
      if row.name == "react" { #expect(row.placeText == "Messages") }
      #expect(row.keys.allSatisfy { Key(notation: $0) != nil }, "\(row.name)")
    }
  }

  @Test("the footer, the help and the menu show them, and a notice tells of a wrong file")
  func shown() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    #expect(stage.footer(120).contains("C-o go to"))
    stage.preferences.current.value.keys = [
      "go-to": ["F10"], "actions": ["F11"], "sign-out": ["C-g"],
    ]
    #expect(stage.footer(120).contains("F10 go to"))
    stage.press("F1")
    #expect(stage.screen(100, 60).contains { $0.contains("F10") && $0.contains("go to a room") })
    stage.press("Esc")
    stage.press("F11")
    #expect(stage.screen(100, 60).contains { $0.contains("sign out") && $0.contains("C-g") })
    stage.press("Esc")
    stage.preferences.current.value.keys = [:]
    #expect(stage.footer(120).contains("C-o go to"))
  }
}
