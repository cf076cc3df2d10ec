import Terminal

/// All actions and their key bindings.
///
/// Within a context, footer, help and menu list the actions in table order.
struct ActionTable<Target> {
  let rows: [BoundAction<Target>]
  /// The places in `rows` of the actions of keys.
  private let lookup: [Context: [Key: Int]]
  /// The footer's hints of each context, with the places of their actions; every frame asks which of
  /// them apply.
  private let hints: [Context: [(row: Int, hint: FooterView.Hint)]]
  /// The first key of each action that has one; a heading asks for it in every frame.
  private let firstKeys: [String: Key]

  /// The maximum number of hints, not counting help and the way back.
  private static var maximumHintCount: Int { 8 }

  init(_ rows: [BoundAction<Target>]) {
    self.rows = rows
    var lookup: [Context: [Key: Int]] = [:]
    var hints: [Context: [(row: Int, hint: FooterView.Hint)]] = [:]
    var firstKeys: [String: Key] = [:]
    for (place, row) in rows.enumerated() {
      firstKeys[row.action.name] = row.action.bindings.lazy.compactMap(\.keys.first).first
      for binding in row.action.bindings {
        for context in binding.contexts {
          for key in binding.keys { lookup[context, default: [:]][key] = place }
          guard hints[context]?.last?.row != place, let hint = row.action.hint(of: binding)
          else { continue }
          hints[context, default: []].append((place, hint))
        }
      }
    }
    self.lookup = lookup
    self.firstKeys = firstKeys
    self.hints = Dictionary(
      uniqueKeysWithValues: Context.allCases.map { context in
        // A context that is a part of another one has its hints first.
        let shared = context.base.flatMap { hints[$0] } ?? []
        let own = (hints[context] ?? []).filter { own in
          !shared.contains { $0.hint == own.hint }
        }
        return (context, own + shared)
      })
  }

  var actions: [Action] { rows.map(\.action) }

  /// The best known key of an action, for sentences; that of the menu where the user left it without one.
  func keyText(_ name: String) -> String {
    (firstKeys[name] ?? firstKeys["actions"])?.description ?? ""
  }

  /// The action bound to a key in a context or, if there is none, in the context that it is a part of.
  func row(for key: Key, in context: Context) -> BoundAction<Target>? {
    lookup[context]?[key].map { rows[$0] } ?? context.base.flatMap { row(for: key, in: $0) }
  }

  /// The action that a key has now: one that does not apply leaves its key to the context that this one is
  /// a part of.
  func row(for key: Key, in context: Context, of target: Target) -> BoundAction<Target>? {
    guard let base = context.base, let place = lookup[context]?[key],
      rows[place].availability(target) == .hidden
    else { return row(for: key, in: context) }
    return row(for: key, in: base)
  }

  /// The actions bound to keys in a context.
  func rows(in context: Context) -> [BoundAction<Target>] {
    rows.filter { !$0.action.keys(in: context).isEmpty }
  }

  /// The hints for the actions that are enabled in a context.
  func hints(in context: Context, for target: Target) -> [FooterView.Hint] {
    var shown: [FooterView.Hint] = []
    var room = Self.maximumHintCount
    for (place, hint) in hints[context] ?? [] where hint.isHelp || hint.isWayBack || room > 0 {
      let row = rows[place]
      if context.base != nil, shown.contains(where: { $0.key == hint.key }) { continue }
      guard row.availability(target) == .enabled else { continue }
      if !hint.isHelp, !hint.isWayBack { room -= 1 }
      shown.append(hint.saying(row.hintNow(target) ?? hint.word))
    }
    return shown
  }

  /// The actions in the menu of a context.
  func menu(of context: Context) -> [BoundAction<Target>] {
    rows.filter { $0.action.menus.contains(context) }
  }
}

extension Action {
  /// The footer's hint for a key of the action; nil for actions that the footer omits.
  fileprivate func hint(of binding: Binding) -> FooterView.Hint? {
    guard let hint, let key = binding.keys.first else { return nil }
    return FooterView.Hint(key: key.description, word: hint, isHelp: name == "help")
  }
}
