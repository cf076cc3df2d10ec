/// An action and its handler: one row of the table that drives dispatch, footer and help.
struct BoundAction<Target> {
  let action: Action
  let availability: (Target) -> Availability
  let run: (Target) -> Void
  /// Another word for the footer, where the action means something else now.
  private(set) var hintNow: (Target) -> String? = { _ in nil }

  /// Declares an action next to the view that implements it.
  init(
    _ name: String, _ title: String, hint: String? = nil, _ bindings: Action.Binding...,
    menus: Set<Context> = [],
    when availability: @escaping (Target) -> Availability = { _ in .enabled },
    run: @escaping (Target) -> Void
  ) {
    action = Action(name: name, title: title, hint: hint, bindings: bindings, menus: menus)
    self.availability = availability
    self.run = run
  }

  private init(
    _ action: Action, availability: @escaping (Target) -> Availability,
    run: @escaping (Target) -> Void
  ) {
    self.action = action
    self.availability = availability
    self.run = run
  }

  /// The action with other keys.
  func bound(to bindings: [Action.Binding]) -> Self {
    let action = Action(
      name: action.name, title: action.title, hint: action.hint, bindings: bindings,
      menus: action.menus)
    return BoundAction(action, availability: availability, run: run).hinting(hintNow)
  }

  /// The action with another word in the footer while `hintNow` has one.
  func hinting(_ hintNow: @escaping (Target) -> String?) -> Self {
    var copy = self
    copy.hintNow = hintNow
    return copy
  }

  /// Lifts the action of a subview to its owner; hidden while the owner has no such subview.
  func of<Outer>(_ find: @escaping (Outer) -> Target?) -> BoundAction<Outer> {
    BoundAction<Outer>(
      action, availability: { outer in find(outer).map(availability) ?? .hidden },
      run: { outer in find(outer).map(run) }
    )
    .hinting { [hintNow] outer in find(outer).flatMap(hintNow) }
  }
}

extension Array {
  /// Lifts the actions of a subview to its owner.
  func of<Inner, Outer>(_ find: @escaping (Outer) -> Inner?) -> [BoundAction<Outer>]
  where Element == BoundAction<Inner> {
    map { $0.of(find) }
  }
}
