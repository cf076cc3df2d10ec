import MatrixGrammar
import ModelKit

/// The id of a user: `@localpart:server`.
///
/// Source: Matrix specification, appendices, "User Identifiers".
struct UserID: JSONIdentifier {
  let rawValue: String

  /// Takes any id that the grammar of old user ids allows, of any server.
  init?(_ text: String) {
    guard let name = NamedIdentifier(text, sigil: "@"),
      name.localpart.utf8.allSatisfy({ $0 < 0x7F })
    else { return nil }
    rawValue = text
  }

  /// What stands before the colon, without the sigil.
  var localpart: Substring { NamedIdentifier(rawValue, sigil: "@")?.localpart ?? "" }

  /// What stands behind the first colon.
  var server: Substring { NamedIdentifier(rawValue, sigil: "@")?.server ?? "" }
}

/// The id of a room: opaque, begins with `!`.
struct RoomID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard IdentifierGrammar.isOpaque(text, sigil: "!") else { return nil }
    rawValue = text
  }
}

/// The id of an event: opaque, begins with `$`.
struct EventID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard IdentifierGrammar.isOpaque(text, sigil: "$") else { return nil }
    rawValue = text
  }
}

/// The alias of a room: `#localpart:server`.
struct RoomAlias: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard NamedIdentifier(text, sigil: "#") != nil else { return nil }
    rawValue = text
  }

  /// What stands behind the first colon.
  var server: Substring { NamedIdentifier(rawValue, sigil: "#")?.server ?? "" }
}

/// The id of a device: opaque, chosen by the client or by this server.
struct DeviceID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard text.canBeKey else { return nil }
    rawValue = text
  }
}

extension String {
  /// Whether it may be a key of the database: not empty, at most 255 bytes, and without U+0000, at
  /// which SQLite's texts end.
  var canBeKey: Bool { (1...255).contains(utf8.count) && !utf8.contains(0) }
}
