import Controllers
import Models
import Signals

/// Making an account on a server that lets people do that themselves.
extension SignInViewModel {
  /// Asks for what the server wants of a new account, makes it, and signs in to it.
  public func register() {
    guard let server = found.value else { return }
    switch server.registration {
    case .closed: break
    case .elsewhere:
      error.value =
        "\(SignInHints.name(server)) wants an e-mail address or a captcha for new accounts, which this "
        + "program cannot give. Register in a browser first: \(server.address)"
    case .open(let needs):
      error.value = ""
      askForName(NewAccountForm(server, needs))
    }
  }

  private func askForName(_ form: NewAccountForm) {
    let registration = sessions.registration
    questions.ask(
      "New account on \(form.serverText): its name", placeholder: "a-z 0-9 . _ = / -",
      answer: typedName
    ) { [weak self] name in
      guard LocalName.isValid(name) else {
        return .failed(RequestError(operation: .signUp, reason: .invalidInput(name)))
      }
      return registration.check(name: name, on: form.server.address).onMain(completed: {
        self?.askForPassword(form.with { $0.account.name = name })
      })
    }
  }

  /// The name in what is typed as the user ID.
  private var typedName: String {
    let text = userText.value.trimmed
    return UserID(text).map { String($0.localpart) } ?? (LocalName.isValid(text) ? text : "")
  }

  private func askForPassword(_ form: NewAccountForm) {
    questions.askForSecret(
      "A password for \(form.account.name)", placeholder: NewPassword.placeholder
    ) { [weak self] password in
      if let refusal = NewPassword.refusal(password) { return .unusable(refusal) }
      self?.confirmPassword(form.with { $0.account.password = password })
      return .empty
    }
  }

  private func confirmPassword(_ form: NewAccountForm) {
    questions.askForSecret(
      "A password for \(form.account.name)", placeholder: "the password once more"
    ) { [weak self] again in
      guard again.reveal() == form.account.password.reveal() else {
        return .failed(RequestError(operation: .register, reason: .differentPasswords))
      }
      return self?.next(form) ?? .empty
    }
  }

  /// Asks for what is still missing, or makes the account.
  private func next(_ form: NewAccountForm) -> Signal<Void, RequestError> {
    if form.needs.token, form.account.token == nil {
      askForToken(form)
      return .empty
    }
    if !form.needs.terms.isEmpty, !form.account.acceptsTerms {
      askForConsent(form)
      return .empty
    }
    let (account, server) = (form.account, form.server)
    return sessions.registration.register(account, on: server.address)
      .onMain(value: { [weak self] user in
        self?.userChanged(user.rawValue)
        self?.signIn(
          Credentials(server: server.address, user: user.rawValue, password: account.password))
      }).map { _ in }
  }

  private func askForToken(_ form: NewAccountForm) {
    let registration = sessions.registration
    questions.ask(
      "\(form.serverText) takes new accounts with a token", placeholder: "the registration token"
    ) { [weak self] text in
      let token = Secret(text)
      return registration.check(token: token, on: form.server.address).then {
        self?.next(form.with { $0.account.token = token }) ?? .empty
      }
    }
  }

  private func askForConsent(_ form: NewAccountForm) {
    let texts = form.needs.terms.map { "\(Names.oneLine($0.name)): \($0.address)" }
    questions.confirm(
      "Accept the terms of \(form.serverText)? \(texts.joined(separator: "  "))",
      "y: accept them and make the account, any other key: no account", titleRows: 10
    ) { [weak self] in
      self?.next(form.with { $0.account.acceptsTerms = true }) ?? .empty
    }
  }
}

/// A new account as far as it is filled in.
private struct NewAccountForm: Sendable {
  let server: ServerDescription
  let needs: RegistrationNeeds
  var account = NewAccount(name: "", password: Secret(""))

  init(_ server: ServerDescription, _ needs: RegistrationNeeds) {
    self.server = server
    self.needs = needs
  }

  var serverText: String { SignInHints.name(server) }

  func with(_ change: (inout NewAccountForm) -> Void) -> NewAccountForm {
    var copy = self
    change(&copy)
    return copy
  }
}
