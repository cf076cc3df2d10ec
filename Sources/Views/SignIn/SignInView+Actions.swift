extension SignInView {
  /// The keys of the sign-in screen.
  static let actions: [BoundAction<SignInView>] = [
    BoundAction(
      "start-chat", "start the chat on this machine", hint: "start",
      .init("Enter", in: [.localSignIn]),
      when: { $0.startAvailability }
    ) { $0.start() },
    BoundAction(
      "sign-in", "sign in, or next empty field", hint: "sign in",
      .init("Enter", in: [.signIn]),
      when: { $0.submitAvailability }
    ) { $0.submit() },
    BoundAction(
      "next-field", "next field", hint: "next field",
      .init("Tab", in: [.localSignIn, .signIn])
    ) { $0.tab() },
    BoundAction("field-below", "field below", .init("Down", in: [.localSignIn, .signIn])) {
      $0.moveFocus(by: 1)
    },
    BoundAction(
      "previous-field", "previous field", .init("S-Tab", "Up", in: [.localSignIn, .signIn])
    ) { $0.moveFocus(by: -1) },
  ]
}
