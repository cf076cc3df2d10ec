package import Models
package import Signals

/// Chat on this machine: runs a private server in the background, and creates accounts on it in one
/// step.
///
/// Confined to the main actor.
@MainActor
package protocol LocalServerController: AnyObject {
  /// The accounts whose passwords this program stores, most recently used first, as of the last
  /// `load()` or `signUp(name:)`.
  var accounts: Property<[LocalAccount]> { get }

  /// Reads the stored accounts from disk; contacts neither the server nor the network.
  ///
  /// Updates `accounts`, then emits it and completes. Fails with `.storage` when the file cannot be
  /// read; the file is left untouched.
  func load() -> Signal<[LocalAccount], RequestError>

  /// Starts the server or finds a running one, creates the account unless this program already
  /// knows it, and signs in.
  ///
  /// Emits each step as it begins. The last value is `.signedIn`; by then
  /// `SessionController.session` has already changed. Then completes. Disposal leaves a started
  /// server running. Fails with the operation `.startServer` (`.serverFailed`, `.timedOut`), with
  /// `.signUp` (`.invalidInput` for an invalid name, `M_USER_IN_USE` when the account belongs to
  /// somebody else, `M_FORBIDDEN` when its password was changed elsewhere), or with any error of
  /// signing in.
  func signUp(name: String) -> Signal<LocalSignUp, RequestError>
}

/// The progress of signing up on this machine.
package enum LocalSignUp: Sendable {
  /// The server is being started, or a running one found.
  case startingServer
  /// The account is being created.
  case makingAccount
  /// The program is signing in to the account.
  case signingIn
  /// Signing up is done; this is the new session.
  case signedIn(Session)
}

/// An account on this machine's server whose password this program stores.
package struct LocalAccount: Hashable, Sendable {
  /// The account's full user id.
  package let userID: UserID
  /// Whether another process of this program has the account open.
  package let isOpenElsewhere: Bool

  /// Creates an account value; by default no other process has it open.
  package init(userID: UserID, isOpenElsewhere: Bool = false) {
    self.userID = userID
    self.isOpenElsewhere = isOpenElsewhere
  }

  /// The local part of the id, which is what a person types.
  package var name: String { String(userID.localpart) }
}

/// The names allowed for accounts on this machine.
///
/// Source: Matrix specification, appendix "User identifiers": `a-z`, `0-9` and `. _ = / - +`. The
/// plus sign is left out because older servers refuse it.
package enum LocalName {
  /// The most bytes in a name.
  ///
  /// A whole id (with `@`, colon and server name) may have at most 255.
  package static let longest = 200

  /// Whether a text is a valid name.
  package static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest && text.utf8.allSatisfy(isAllowed)
  }

  /// The closest valid name to a text: lowercased, with a hyphen for each invalid character.
  ///
  /// Empty when no valid character remains.
  package static func made(from text: String) -> String {
    let name = text.lowercased().map { character -> Character in
      character.utf8.allSatisfy(isAllowed) ? character : "-"
    }
    guard name.contains(where: { $0 != "-" }) else { return "" }
    return String(name.prefix(longest))
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "._=/-".utf8.contains(byte)
    }
  }
}
