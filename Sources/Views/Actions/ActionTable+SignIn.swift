extension ActionTable {
  /// The keys of the sign-in screen.
  static let signIn: [Action] = [
    Action(
      "sign-in", "sign in, or next empty field", hint: "sign in",
      .init("Enter", in: [.signIn]),
      when: { $0.signIn?.submitAvailability ?? .hidden }
    ) { $0.signIn?.submit() },
    Action("next-field", "next field", hint: "next field", .init("Tab", "Down", in: [.signIn])) {
      $0.signIn?.moveFocus(by: 1)
    },
    Action("previous-field", "previous field", .init("S-Tab", "Up", in: [.signIn])) {
      $0.signIn?.moveFocus(by: -1)
    },
  ]
}
