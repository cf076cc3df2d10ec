import Terminal

/// A named command for keys and menus, with the texts that footer, help and menu show.
struct Action {
  /// Keys and the contexts in which they trigger the action.
  struct Binding {
    let keys: [Key]
    let contexts: Set<Context>

    init(keys: [Key], contexts: Set<Context>) {
      self.keys = keys
      self.contexts = contexts
    }

    /// Parses keys from their notation; an invalid notation is a programming error.
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

  /// The name that tests use for the action, and that key files and commands may use later.
  let name: String
  /// The description in help.
  let title: String
  /// The word in the footer; nil for actions that the footer omits.
  let hint: String?
  let bindings: [Binding]
  /// The contexts whose actions menu lists the action.
  let menus: Set<Context>

  /// The keys that trigger the action in a context, best known first.
  func keys(in context: Context) -> [Key] {
    bindings.filter { $0.contexts.contains(context) }.flatMap(\.keys)
  }
}
