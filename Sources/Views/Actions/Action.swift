import Terminal

/// A named thing that keys or a menu can do: what footer, help and menu show of it.
struct Action {
  /// Keys and the parts of the screen where they mean the action.
  struct Binding {
    let keys: [Key]
    let contexts: Set<Context>

    init(keys: [Key], contexts: Set<Context>) {
      self.keys = keys
      self.contexts = contexts
    }

    /// Names keys by their notation; one that names no key is a mistake of the table.
    init(_ notations: String..., in contexts: Set<Context>) {
      self.init(keys: notations.map(Self.key), contexts: contexts)
    }

    static func key(_ notation: String) -> Key {
      guard let key = Key(notation: notation) else {
        preconditionFailure("an action's key must have a valid notation")
      }
      return key
    }
  }

  /// The name by which tests, and later key files and commands, mean the action.
  let name: String
  /// What help says it does.
  let title: String
  /// The word in the footer; nil for actions that have no place there.
  let hint: String?
  let bindings: [Binding]
  /// The parts of the screen whose actions menu lists the action.
  let menus: Set<Context>

  /// The keys that mean the action in a part of the screen, the best known first.
  func keys(in context: Context) -> [Key] {
    bindings.filter { $0.contexts.contains(context) }.flatMap(\.keys)
  }
}
