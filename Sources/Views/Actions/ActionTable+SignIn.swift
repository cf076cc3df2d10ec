extension ActionTable {
  /// The keys of the sign-in screen.
  static let signIn: [Action] = [
    Action(
      "start-chat", "start the chat on this machine", hint: "start",
      .init("Enter", in: [.localSignIn]),
      when: { $0.signIn?.startAvailability ?? .hidden }
    ) { $0.signIn?.start() },
    Action(
      "sign-in", "sign in, or next empty field", hint: "sign in",
      .init("Enter", in: [.signIn]),
      when: { $0.signIn?.submitAvailability ?? .hidden }
    ) { $0.signIn?.submit() },
    Action(
      "next-field", "next field", hint: "next field",
      .init("Tab", "Down", in: [.localSignIn, .signIn])
    ) { $0.signIn?.moveFocus(by: 1) },
    Action(
      "previous-field", "previous field", .init("S-Tab", "Up", in: [.localSignIn, .signIn])
    ) { $0.signIn?.moveFocus(by: -1) },
  ]
}
