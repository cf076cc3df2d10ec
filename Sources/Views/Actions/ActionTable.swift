import Terminal

/// All actions, and which of them a key means.
struct ActionTable {
  /// The table of the program; within a part of the screen its order is that of footer and help.
  static let standard = ActionTable(
    actions: signIn + composer + timeline + roomList + room + profile + account + prompt + menu
      + help + editing + main + anywhere)

  let actions: [Action]
  private let lookup: [Context: [Key: Action]]

  init(actions: [Action]) {
    self.actions = actions
    var lookup: [Context: [Key: Action]] = [:]
    for action in actions {
      for binding in action.bindings {
        for context in binding.contexts {
          for key in binding.keys { lookup[context, default: [:]][key] = action }
        }
      }
    }
    self.lookup = lookup
  }

  /// The action that a key means in a part of the screen.
  func action(for key: Key, in context: Context) -> Action? {
    lookup[context]?[key]
  }

  /// The actions of a part of the screen.
  func actions(in context: Context) -> [Action] {
    actions.filter { !$0.keys(in: context).isEmpty }
  }

  /// The actions that the menu of a part of the screen lists.
  func menu(of context: Context) -> [Action] {
    actions.filter { $0.menus.contains(context) }
  }
}
