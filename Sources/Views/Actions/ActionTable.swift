import Terminal

/// All actions and their key bindings.
///
/// Within a context, footer, help and menu list the actions in table order.
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

  /// The action bound to a key in a context.
  func row(for key: Key, in context: Context) -> BoundAction<Target>? {
    lookup[context]?[key]
  }

  /// The actions bound to keys in a context.
  func rows(in context: Context) -> [BoundAction<Target>] {
    rows.filter { !$0.action.keys(in: context).isEmpty }
  }

  /// The actions in the menu of a context.
  func menu(of context: Context) -> [BoundAction<Target>] {
    rows.filter { $0.action.menus.contains(context) }
  }
}
