import Terminal

/// All actions, and which of them a key means.
///
/// Within a part of the screen, the order of the actions is that of footer, help and menu.
struct ActionTable<Target> {
  let rows: [BoundAction<Target>]
  private let lookup: [Context: [Key: BoundAction<Target>]]

  init(_ rows: [BoundAction<Target>]) {
    self.rows = rows
    var lookup: [Context: [Key: BoundAction<Target>]] = [:]
    for row in rows {
      for binding in row.action.bindings {
        for context in binding.contexts {
          for key in binding.keys { lookup[context, default: [:]][key] = row }
        }
      }
    }
    self.lookup = lookup
  }

  var actions: [Action] { rows.map(\.action) }

  /// The action that a key means in a part of the screen.
  func row(for key: Key, in context: Context) -> BoundAction<Target>? {
    lookup[context]?[key]
  }

  /// The actions that keys mean in a part of the screen.
  func rows(in context: Context) -> [BoundAction<Target>] {
    rows.filter { !$0.action.keys(in: context).isEmpty }
  }

  /// The actions that the menu of a part of the screen lists.
  func menu(of context: Context) -> [BoundAction<Target>] {
    rows.filter { $0.action.menus.contains(context) }
  }
}
