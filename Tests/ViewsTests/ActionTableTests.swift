import Assets
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("ActionTable")
struct ActionTableTests {
  let table = ActionTable.standard

  @Test("no two actions of a context share a key", arguments: Context.allCases)
  func uniqueKeys(context: Context) {
    var owners: [Key: String] = [:]
    for action in table.actions {
      for key in action.keys(in: context) {
        #expect(owners[key] == nil, "\(key) means \(owners[key] ?? "") and \(action.name)")
        owners[key] = action.name
      }
    }
  }

  @Test("every action works without Alt", arguments: Context.allCases)
  func withoutAlt(context: Context) {
    for action in table.rows(in: context).map(\.action) {
      let keys = action.keys(in: context)
      #expect(keys.contains { !$0.modifiers.contains(.alt) }, "\(action.name)")
    }
  }

  @Test("every action works without Shift and without modified function keys")
  func plainTerminals() {
    for context in Context.allCases {
      for action in table.rows(in: context).map(\.action) where action.name != "focus-previous" {
        let plain = action.keys(in: context).contains { key in
          !key.modifiers.contains(.shift) && !key.modifiers.contains(.alt)
        }
        #expect(plain, "\(action.name)")
      }
    }
  }

  @Test(
    "where letters are text, no letter is bound to an action",
    arguments: [Context.composer, .members, .search, .prompt, .localSignIn, .signIn])
  func lettersAreText(context: Context) {
    for action in table.rows(in: context).map(\.action) {
      for key in action.keys(in: context) where key.modifiers.isEmpty {
        if case .character = key.code { Issue.record("\(action.name) takes \(key)") }
      }
    }
  }

  @Test("sending, leaving, discarding and signing out have no key but are in a menu")
  func dangerous() {
    let names: Set = [
      "send-again", "discard", "leave", "decline", "decline-all", "sign-out",
      "retry-room", "deactivate",
    ]
    let actions = table.actions.filter { names.contains($0.name) }
    #expect(actions.count == names.count)
    for action in actions {
      #expect(action.bindings.isEmpty, "\(action.name)")
      #expect(!action.menus.isEmpty, "\(action.name)")
    }
  }

  @Test("names are unique, and titles and hints fit a narrow screen")
  func names() {
    #expect(Set(table.actions.map(\.name)).count == table.actions.count)
    for action in table.actions {
      #expect(action.title.count <= 30, "\(action.name)")
      #expect((action.hint ?? "").count <= 12, "\(action.name)")
    }
  }

  @Test("help, quit and interrupt work everywhere", arguments: Context.allCases)
  func everywhere(context: Context) {
    let keys: [(Key.Code, Key.Modifiers)] = [
      (.function(1), []), (.character("q"), .ctrl), (.character("c"), .ctrl),
    ]
    for (code, modifiers) in keys {
      #expect(table.row(for: Key(code, modifiers: modifiers), in: context) != nil)
    }
  }

  @Test("help lists every action of every context", arguments: Context.allCases)
  func helpIsComplete(context: Context) {
    let help = HelpView(actions: table.actions, context: context, needsDisplay: {})

    let titles = help.lines.compactMap { line -> String? in
      guard case .action(_, let title) = line else { return nil }
      return title
    }
    let hidden = Set(table.actions.filter { $0.name.hasPrefix("help-") }.map(\.title))
    let missing = Set(table.actions.map(\.title)).subtracting(titles).subtracting(hidden)
    #expect(missing.isEmpty)
    if case .heading(let title)? = help.lines.first, context != .starting, context != .help {
      #expect(title == context.title)
    }
  }

  @Test("the keys named in a new server's guide exist")
  func guide() {
    let separators = Set(" \n,;.:\"")
    let text = Assets.welcomeGuide.joined(separator: "\n")
    let words = text.split { separators.contains($0) }.map(String.init)
    let named = words.filter(Self.isKey)
    #expect(named.count >= 10)
    let keys = Set(
      Context.allCases.flatMap { context in
        table.rows(in: context).flatMap { $0.action.keys(in: context) }
      })
    for name in named {
      #expect(Key(notation: name).map(keys.contains) == true, "\(name)")
    }
  }

  @Test(
    "a new server's guide names the keys of the ways between rooms",
    arguments: [
      ("room-list", "goes to the rooms"), ("go-to", "goes to a room or person"),
      ("next-unread", "goes to the next unread room"), ("search-messages", "searches messages"),
    ])
  func guideWays(action: String, words: String) {
    let text = Assets.welcomeGuide.joined(separator: "\n")
    #expect(text.contains("\(table.keyText(action)) \(words)"))
  }

  /// Whether a word of a text is the name of a key.
  private static func isKey(_ word: String) -> Bool {
    if ["Enter", "Tab", "Esc", "PageUp", "PageDown", "c", "m", "i"].contains(word) { return true }
    if word.hasPrefix("F") { return Int(word.dropFirst()) != nil }
    return ["C-", "M-", "S-"].contains { word.hasPrefix($0) }
  }
}
