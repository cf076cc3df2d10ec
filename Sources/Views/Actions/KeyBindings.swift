import Terminal
public import ViewModels

/// The keys that a user gives to actions in place of the usual ones.
public enum KeyBindings {
  /// What is wrong with the keys of an action.
  public enum Refusal: Hashable, Sendable {
    /// No action has the name.
    case unknownAction
    /// The reason, in words.
    case unusable(String)
  }

  /// The actions that can have other keys, in the order of help.
  public static var rows: [ActionKeys] {
    bindable.map { action in
      ActionKeys(
        name: action.name, titleText: action.title,
        placeText: text(places(of: action)),
        keys: action.bindings.flatMap(\.keys).map(\.description).unique)
    }
  }

  /// What is wrong with the keys of actions, by the actions' names; nothing with those that can be used.
  public static func refusals(of keys: [String: [String]]) -> [String: Refusal] {
    check(keys, in: ActionTable.standard.actions).refusals
  }

  /// Only `y` confirms, and only after a look at the question.
  private static let fixed: Set = ["confirm", "no"]

  /// Without a key for these, nothing would leave a part of the screen.
  private static let leaving: Set = [
    "cancel", "menu-close", "help-close", "sheet-close", "search-close", "close-profile",
    "leave-page",
  ]

  private static var bindable: [Action] {
    ActionTable.standard.actions.filter { !fixed.contains($0.name) }
  }

  private static func text(_ places: Set<Context>) -> String {
    if places.count >= Context.allCases.count - 1 { return "everywhere" }
    if places.subtracting([.members]) == .main { return "main screen" }
    if places == .text { return "input lines" }
    return places.sorted().map(\.title).joined(separator: ", ")
  }

  static func places(of action: Action) -> Set<Context> {
    let bound = action.bindings.reduce(into: Set()) { $0.formUnion($1.contexts) }
    return bound.isEmpty ? action.menus : bound
  }
}

// MARK: - Checking

extension KeyBindings {
  /// The bindings of the actions whose keys can be used, and what is wrong with the others.
  static func check(
    _ keys: [String: [String]], in actions: [Action]
  ) -> (bindings: [String: [Action.Binding]], refusals: [String: Refusal]) {
    var bindings: [String: [Action.Binding]] = [:]
    var refusals: [String: Refusal] = [:]
    for (name, notations) in keys {
      guard let action = actions.first(where: { $0.name == name }), !fixed.contains(name) else {
        refusals[name] = .unknownAction
        continue
      }
      do throws(Unusable) {
        bindings[name] = try self.bindings(of: action, notations)
      } catch {
        refusals[name] = .unusable(error.reason)
      }
    }
    while let (name, reason) = conflict(bindings, in: actions) {
      bindings[name] = nil
      refusals[name] = .unusable(reason)
    }
    return (bindings, refusals)
  }

  private struct Unusable: Error {
    let reason: String
  }

  /// The bindings of an action by other keys: each in all places where the action has one, but a letter
  /// not where letters are text.
  private static func bindings(
    of action: Action, _ notations: [String]
  ) throws(Unusable) -> [Action.Binding] {
    if notations.isEmpty, action.name == "quit" || leaving.contains(action.name) {
      throw Unusable(reason: "it needs a key")
    }
    let places = places(of: action)
    let textPlaces = places.filter(\.takesText)
    var missing = notations.isEmpty ? [] : textPlaces
    var bindings: [Action.Binding] = []
    for notation in notations {
      guard let key = Key(notation: notation) else {
        throw Unusable(reason: "“\(notation)” is no key")
      }
      if let other = key.sentAs { throw Unusable(reason: "terminals send \(notation) as \(other)") }
      if key == Key(.escape), !action.bindings.contains(where: { $0.keys.contains(key) }) {
        // Over a slow connection they may arrive apart.
        throw Unusable(reason: "terminals begin Alt keys with Esc, so it only goes back")
      }
      if bindings.contains(where: { $0.keys.contains(key) }) {
        throw Unusable(reason: "\(key) is there twice")
      }
      guard key.isLetter else {
        bindings.append(Action.Binding(keys: [key], contexts: places))
        missing = []
        continue
      }
      // A sentence typed into the wrong place must not send, leave or sign out.
      guard !action.bindings.isEmpty else {
        throw Unusable(reason: "a letter alone does not do this: take C-, M- or a function key")
      }
      bindings.append(Action.Binding(keys: [key], contexts: places.subtracting(textPlaces)))
    }
    if let place = missing.min() {
      throw Unusable(reason: "letters are text in “\(place.title)”: it needs another key as well")
    }
    return bindings
  }

  /// An action with changed keys, one of which another action has in the same place, and words that say
  /// so; nil when there is none.
  private static func conflict(
    _ bindings: [String: [Action.Binding]], in actions: [Action]
  ) -> (name: String, reason: String)? {
    var owners: [Context: [Key: Action]] = [:]
    for action in actions {
      for binding in bindings[action.name] ?? action.bindings {
        for context in binding.contexts.sorted() {
          for key in binding.keys {
            guard let other = owners[context]?[key], other.name != action.name else {
              owners[context, default: [:]][key] = action
              continue
            }
            let (changed, kept) = bindings[action.name] == nil ? (other, action) : (action, other)
            let reason =
              "\(key) is the key of “\(kept.title)” (keys.\(kept.name)) in “\(context.title)”"
            return (changed.name, reason)
          }
        }
      }
    }
    return nil
  }
}

extension Key {
  /// The key as which most terminals send this one.
  fileprivate var sentAs: String? {
    guard modifiers == .ctrl, case .character(let character) = code else { return nil }
    switch character {
    case "m", "M": return "Enter"
    case "i", "I": return "Tab"
    case "[": return "Esc"
    case "h", "H", "?": return "Backspace"
    default: return nil
    }
  }
}

extension ActionTable {
  /// The table in which actions have the keys that the user gave them, as far as these can be used.
  func bound(to keys: [String: [String]]) -> ActionTable {
    guard !keys.isEmpty else { return self }
    let bindings = KeyBindings.check(keys, in: actions).bindings
    return ActionTable(rows.map { row in bindings[row.action.name].map(row.bound) ?? row })
  }
}

extension [String] {
  /// Each text once, in the order of its first place.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
