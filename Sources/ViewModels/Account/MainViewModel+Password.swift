import Controllers
import Signals

/// Changing the password of the account.
extension MainViewModel {
  private static let title = "Change the password"

  /// Why the account's password is of no use here; nil when it is of use.
  public var passwordRefusal: String? {
    session.isManagedInBrowser ? AccountText.elsewhere : nil
  }

  /// Asks what becomes of the other devices, for the old password and twice for the new one; `open` opens a
  /// page on which an account without a password confirms it, and `tell` says that it is changed.
  public func askToChangePassword(
    open: @escaping (String) -> Void, tell: @escaping (String) -> Void
  ) {
    let confirmation = Confirmation(session: session, questions: questions, open: open)
    let keeping = PromptSuggestion(
      titleText: "Keep other devices signed in", noteText: "", answerText: "keep")
    let ending = PromptSuggestion(
      titleText: "Sign out all other devices", noteText: "if somebody else may know the password",
      answerText: "end")
    questions.askForChoice(
      "Change the password: what about your other devices?",
      placeholder: world.chosen.value.choosingText, among: [keeping, ending]
    ) { [weak self] answer in
      let change = PasswordChange(
        confirmation: confirmation, isSigningOutOthers: answer == ending.answerText)
      self?.askForOldPassword(change, tell)
      return .empty
    }
  }

  private func askForOldPassword(
    _ change: PasswordChange, _ tell: @escaping (String) -> Void
  ) {
    questions.askForSecret(
      Self.title, placeholder: change.confirmation.placeholder("the current password"),
      isOptional: change.confirmation.takesBrowser
    ) { [weak self] old in
      self?.askForNewPassword(change.with(old: old), tell)
      return .empty
    }
  }

  private func askForNewPassword(
    _ change: PasswordChange, _ tell: @escaping (String) -> Void
  ) {
    questions.askForSecret(Self.title, placeholder: NewPassword.newPlaceholder) {
      [weak self] new in
      if let refusal = NewPassword.refusal(new) { return .unusable(refusal) }
      self?.confirm(change.with(new: new), tell)
      return .empty
    }
  }

  private func confirm(_ change: PasswordChange, _ tell: @escaping (String) -> Void) {
    questions.askForSecret(Self.title, placeholder: "the new password once more") {
      [weak self] again in
      guard again.reveal() == change.new.reveal() else {
        return .failed(RequestError(operation: .changePassword, reason: .differentPasswords))
      }
      return self?.make(change, tell) ?? .empty
    }
  }

  /// Changes the password; asks for the old one again where it is not that of the account.
  private func make(
    _ change: PasswordChange, _ tell: @escaping (String) -> Void
  ) -> Signal<Void, RequestError> {
    let (account, isSigningOutOthers) = (session.account, change.isSigningOutOthers)
    return change.confirmation.run(with: change.old) { proof in
      account.changePassword(
        to: change.new, signingOutOthers: isSigningOutOthers, proof: proof
      ).onMain(completed: {
        tell(
          isSigningOutOthers
            ? "The password is changed, and your other devices are signed out"
            : "The password is changed; other devices stay signed in")
      })
    }.recovering { [weak self] error in
      guard error.status == 401, error.code == "M_FORBIDDEN" else { return .failed(error) }
      self?.questions.askForSecret(
        "That was not the current password", placeholder: "the current password"
      ) { self?.make(change.with(old: $0), tell) ?? .empty }
      return .empty
    }
  }
}

/// A change of password as far as it is filled in.
private struct PasswordChange {
  let confirmation: Confirmation
  let isSigningOutOthers: Bool
  var old = Secret("")
  var new = Secret("")

  func with(old: Secret<String>) -> PasswordChange {
    var copy = self
    copy.old = old
    return copy
  }

  func with(new: Secret<String>) -> PasswordChange {
    var copy = self
    copy.new = new
    return copy
  }
}
