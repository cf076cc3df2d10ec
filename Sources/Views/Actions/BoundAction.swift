/// An action and its handler: one row of the table that drives dispatch, footer and help.
struct BoundAction<Target> {
  let action: Action
  let availability: (Target) -> Availability
  let run: (Target) -> Void

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

  /// Lifts the action of a subview to its owner; hidden while the owner has no such subview.
  func of<Outer>(_ find: @escaping (Outer) -> Target?) -> BoundAction<Outer> {
    BoundAction<Outer>(
      action, availability: { outer in find(outer).map(availability) ?? .hidden },
      run: { outer in find(outer).map(run) })
  }
}

extension Array {
  /// Lifts the actions of a subview to its owner.
  func of<Inner, Outer>(_ find: @escaping (Outer) -> Inner?) -> [BoundAction<Outer>]
  where Element == BoundAction<Inner> {
    map { $0.of(find) }
  }
}
