import MatrixGrammar
import ModelKit

/// The id of a user: `@localpart:server`.
///
/// Source: Matrix specification, appendices, "User Identifiers".
struct UserID: JSONIdentifier {
  let rawValue: String

  /// Accepts any id of any server that the grammar of historical user ids allows.
  init?(_ text: String) {
    guard let name = NamedIdentifier(text, sigil: "@"),
      name.localpart.utf8.allSatisfy({ $0 < 0x7F })
    else { return nil }
    rawValue = text
  }

  /// The part before the colon, without the sigil.
  var localpart: Substring { NamedIdentifier(rawValue, sigil: "@")?.localpart ?? "" }

  /// The part after the first colon.
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

  /// The part after the first colon.
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

/// The user and the device that a valid access token stands for.
struct Requester: Sendable, Hashable {
  let user: UserID
  let device: DeviceID
}

extension String {
  /// Whether it may be a key of the database: not empty, at most 255 bytes, and without U+0000,
  /// which ends a text in SQLite.
  var canBeKey: Bool { (1...255).contains(utf8.count) && !utf8.contains(0) }
}
