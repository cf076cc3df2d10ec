import Terminal
import ViewModels

/// Keys that lead to another part of the screen, in what stands in front of them all.
extension RootView {
  /// Does what a key does behind the menu that it has closed: the menu names such keys.
  ///
  /// What a key would do to a text nobody expects of one pressed in a menu.
  func performBehindMenu(_ key: Key) {
    guard key.code != .enter, let row = table.row(for: key, in: context, of: self),
      row.action.menus.contains(context.base ?? context) || row.action.isEverywhere(by: key)
    else { return }
    perform(key)
  }

  /// Goes elsewhere from a question, a search or help; a question whose answer would be lost says so and stays.
  func leavesQuestion(_ key: Key) -> Bool {
    guard [.prompt, .search, .help].contains(context), let main,
      let row = table.row(for: key, in: .timeline), Self.leading.contains(row.action.name)
    else { return false }
    if help != nil { closeHelp() }
    if let prompt {
      guard !prompt.isWorking else {
        notice = "This is not done yet"
        return true
      }
      guard prompt.model.isSearch || prompt.field.editor.isEmpty else {
        notice = "\(table.keyText("cancel")) first: what is typed here would be lost"
        burst.noteRefusal()
        return true
      }
      closePrompt()
    }
    if row.action.name != Self.searching { main.model.closeSearch() }
    run(row)
    return true
  }

  /// The actions whose keys lead away from questions.
  private static let leading: Set = ["go-to", "next-unread", searching]
  private static let searching = "search-messages"
}

extension Action {
  /// Whether a key means the action in the composer as in the messages, so that it has nothing to do with the
  /// text in the composer.
  fileprivate func isEverywhere(by key: Key) -> Bool {
    bindings.contains {
      $0.keys.contains(key) && $0.contexts.isSuperset(of: [.composer, .timeline])
    }
  }
}
