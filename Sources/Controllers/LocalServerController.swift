package import Models
package import Signals

/// The chat on this machine: a server of one's own in the background, and accounts made on it in one
/// step.
@MainActor
package protocol LocalServerController: AnyObject {
  /// The accounts whose passwords this program keeps, the one that was used last first; as of the
  /// last `load()` or `signUp(name:)`.
  var accounts: Property<[LocalAccount]> { get }

  /// Reads which accounts there are; asks neither server nor network.
  ///
  /// Emits the accounts, after `accounts` has them, then completes. Fails with `.storage` when their
  /// file cannot be read; it is left as it is.
  func load() -> Signal<[LocalAccount], RequestError>

  /// Starts the server or finds it, makes the account unless this program knows it, and signs in.
  ///
  /// Emits the steps as they begin; the last value is `.signedIn`, before which the session of the
  /// `SessionController` has changed. Then completes. Disposing leaves a server that was started
  /// running. Fails with the operation `.startServer` (`.serverFailed`, `.timedOut`), `.signUp`
  /// (`.invalidInput` for a name that is none, `M_USER_IN_USE` for the account of somebody else,
  /// `M_FORBIDDEN` when its password was changed elsewhere), or as signing in does.
  func signUp(name: String) -> Signal<LocalSignUp, RequestError>
}

/// How far signing up on this machine is.
package enum LocalSignUp: Sendable {
  case startingServer
  case makingAccount
  case signingIn
  case signedIn(Session)
}

/// An account on this machine's server of which this program has the password.
package struct LocalAccount: Hashable, Sendable {
  package let userID: UserID
  /// Whether another process of the program has it open.
  package let isOpenElsewhere: Bool

  package init(userID: UserID, isOpenElsewhere: Bool = false) {
    self.userID = userID
    self.isOpenElsewhere = isOpenElsewhere
  }

  /// What a person types to mean it.
  package var name: String { String(userID.localpart) }
}

/// The names that accounts on this machine may have.
///
/// Source: Matrix specification, appendix "User identifiers": `a-z`, `0-9` and `. _ = / - +`, of
/// which the plus sign is left out because older servers refuse it.
package enum LocalName {
  /// With the `@`, a colon and the server's name an id has at most 255 bytes.
  package static let longest = 200

  /// Whether a text is such a name.
  package static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest && text.utf8.allSatisfy(isAllowed)
  }

  /// The name closest to a text: in lower case, with hyphens for what a name cannot have; empty when
  /// nothing of the text is left.
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
