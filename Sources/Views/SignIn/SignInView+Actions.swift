import Signals
import ViewModels

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
    ) { $0.submit() }.hinting { view in
      switch view.focus {
      case .browser: "open browser"
      case .register: "register"
      default: nil
      }
    },
    BoundAction(
      "leave-page", "sign in another way", hint: "cancel", .init("Esc", in: [.browserPage])
    ) { $0.model.closePage() },
    move("next-field", "next field to fill in", hint: "next field", "Tab", down: true, Stop.needed),
    move("previous-field", "previous field to fill in", "S-Tab", down: false, Stop.needed),
    move("field-below", "field below", "Down", down: true, Stop.allCases),
    move("field-above", "field above", "Up", down: false, Stop.allCases),
    BoundAction(
      "sign-in-by-token", "sign in with a token…", menus: [.localSignIn, .signIn],
      when: { .shown(when: $0.model.offersTokens.value && !$0.model.isBusy.value) }
    ) { $0.model.signInByToken() },
    BoundAction(
      "other-account", "go back to another account", hint: "go back",
      .init("F9", in: [.localSignIn, .signIn]), menus: [.localSignIn, .signIn],
      when: { .shown(when: $0.model.showOther.isEnabled.value) }
    ) { $0.model.showOther.execute() },
  ]

  private static func move(
    _ name: String, _ title: String, hint: String? = nil, _ key: String, down isDown: Bool,
    _ stops: [Stop]
  ) -> BoundAction<SignInView> {
    BoundAction(
      name, title, hint: hint, .init(key, in: [.localSignIn, .signIn]),
      when: { $0.moveAvailability(down: isDown) }
    ) { $0.moveFocus(down: isDown, among: stops) }
  }
}
