/// An action and the view that does it: one row of the table that feeds dispatch, footer and help.
struct BoundAction<Target> {
  let action: Action
  let availability: (Target) -> Availability
  let run: (Target) -> Void

  /// Declares an action of a view, beside that view.
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

  /// The action of a view, for the view that holds that one: hidden while it holds none.
  func of<Outer>(_ find: @escaping (Outer) -> Target?) -> BoundAction<Outer> {
    BoundAction<Outer>(
      action, availability: { outer in find(outer).map(availability) ?? .hidden },
      run: { outer in find(outer).map(run) })
  }
}

extension Array {
  /// The actions of a view, for the view that holds that one.
  func of<Inner, Outer>(_ find: @escaping (Outer) -> Inner?) -> [BoundAction<Outer>]
  where Element == BoundAction<Inner> {
    map { $0.of(find) }
  }
}
