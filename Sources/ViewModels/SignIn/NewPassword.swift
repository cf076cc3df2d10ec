import Controllers
import Models

/// What a new password must have before a server is asked, which may want more.
enum NewPassword {
  private static let fewest = 8

  static let placeholder = "the password, \(fewest) characters or more"

  static let newPlaceholder = "the new password, \(fewest) characters or more"

  /// Why a password cannot be used; nil when it can.
  static func refusal(_ password: Secret<String>) -> String? {
    if password.reveal().count < fewest {
      return "A password needs \(fewest) characters or more: a shorter one is soon guessed."
    }
    return password.reveal().isInvisible
      ? "A password of nothing but spaces is soon guessed. Choose another." : nil
  }
}
