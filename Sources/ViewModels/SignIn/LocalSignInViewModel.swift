package import Controllers
import Models
public import Signals

/// The part of the form that starts the chat on this machine: a name without a password.
public final class LocalSignInViewModel {
  /// The name as typed.
  public let nameText: Property<String>
  /// What Enter will do with the name, or why the name is invalid.
  public let statusText: Property<String>
  /// Whether local sign-in is more likely to be what the user wants than another server.
  public let isPreferred: Bool
  /// Starts the server, creates the account if it is missing, and signs in; enabled while the name
  /// is valid.
  public let start: Command<Void, Void, Never>

  private let name: MutableProperty<String>
  private let error: MutableProperty<String>

  /// - Parameters:
  ///   - chosen: The preferences, with the keys that the form names.
  ///   - progress: Receives the current step; empty when idle.
  ///   - error: Receives the error message.
  package init(
    local: any LocalServerController, suggestion: LocalSuggestion,
    chosen: Property<Preferences>, progress: MutableProperty<String>, error: MutableProperty<String>
  ) {
    let name = MutableProperty(suggestion.name)
    (self.name, self.error) = (name, error)
    nameText = name
    isPreferred = suggestion.isPreferred
    let typed = name.map { $0.trimmed.lowercased() }
    let key = chosen.map { $0.key(.startChat) }
    statusText = Property<(String, [LocalAccount], String)>.combineLatest(
      typed, local.accounts, key
    ).map { Self.status(of: $0, accounts: $1, key: $2) }
    let canStart = typed.combineLatest(with: progress).map { name, progress in
      LocalName.isValid(name) && progress.isEmpty
    }
    start = Command(isEnabled: canStart) { _ in
      error.value = ""
      progress.value = Self.text(.startingServer)
      return local.signUp(name: typed.value).handled(
        value: { progress.value = Self.text($0) },
        completed: { progress.value = "" },
        failed: {
          progress.value = ""
          error.value = ErrorSentences.text($0)
        })
    }
  }

  /// Updates the text of the name field.
  public func nameChanged(_ text: String) {
    name.value = text
    error.value = ""
  }

  private static func status(of name: String, accounts: [LocalAccount], key: String) -> String {
    guard !name.isEmpty else { return "Choose a name: a-z 0-9 . _ = / -" }
    guard LocalName.isValid(name) else { return "Use only a-z 0-9 . _ = / -" }
    guard let account = accounts.first(where: { $0.name == name }) else {
      return "New: \(key) creates the account"
    }
    return account.isOpenElsewhere
      ? "Already open in another terminal" : "Yours: \(key) opens the chat"
  }

  private static func text(_ step: LocalSignUp) -> String {
    switch step {
    case .startingServer: "Starting the server…"
    case .makingAccount: "Creating the account…"
    case .signingIn, .signedIn: "Signing in…"
    }
  }
}
