import Signals
import ViewModels

/// The settings of the program.
extension RootView {
  static let settings: [BoundAction<RootView>] = [
    BoundAction(
      "settings", "settings of the program", .init(",", in: [.roomList]),
      menus: Set.main.union([.profile, .localSignIn, .signIn]),
      when: { .shown(when: $0.main != nil || $0.signIn != nil) }
    ) { root in
      let tell: (String) -> Void = { [weak root] in root?.report($0) }
      if root.main?.profile != nil { root.main?.closeProfile() }
      root.main?.model.showSettings(keys: KeyBindings.choices, tell: tell)
      root.signIn?.model.showSettings(keys: KeyBindings.choices, tell: tell)
    }
  ]
}

extension SheetView {
  /// The keys that change the entry under the cursor without a list of its values.
  static let stepping: [BoundAction<SheetView>] = [
    BoundAction(
      "next-value", "next value", hint: "next value", .init("Right", "Space", in: [.sheet]),
      when: { $0.stepAvailability }
    ) { $0.step(by: 1) }
    .hinting { $0.model.stepText.value.isEmpty ? nil : $0.model.stepText.value },
    BoundAction(
      "previous-value", "previous value", .init("Left", in: [.sheet]),
      when: { $0.stepAvailability }
    ) { $0.step(by: -1) },
  ]

  private var stepAvailability: Availability {
    if !model.stepText.value.isEmpty { return .enabled }
    guard let selectedRow, selectedRow.canStep else { return .hidden }
    return .when(selectedRow.refusalText.isEmpty, else: selectedRow.refusalText)
  }

  private func step(by count: Int) {
    if let selectedRow { model.step(selectedRow, by: count) }
  }
}

extension KeyBindings {
  /// The choices of keys that the settings offer.
  static var choices: KeyChoices {
    KeyChoices(actions: rows) { action, keys in
      switch refusals(of: keys)[action] {
      case .unusable(let reason): reason
      case .unknownAction: "there is no such action"
      case nil: nil
      }
    }
  }
}
