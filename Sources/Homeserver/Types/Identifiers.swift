import ModelKit

/// The id of a user: `@localpart:server`.
///
/// Source: Matrix specification, appendices, "User Identifiers".
struct UserID: JSONIdentifier {
  let rawValue: String

  /// Takes any id that the grammar of old user ids allows, of any server.
  init?(_ text: String) {
    guard let name = SigilName(text, sigil: "@"), !name.localpart.isEmpty,
      name.localpart.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    rawValue = text
  }

  /// What stands before the colon, without the sigil.
  var localpart: Substring { SigilName(rawValue, sigil: "@")?.localpart ?? "" }

  /// What stands behind the first colon.
  var server: Substring { SigilName(rawValue, sigil: "@")?.server ?? "" }
}

/// The id of a room: opaque, begins with `!`.
struct RoomID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard text.isOpaqueID("!") else { return nil }
    rawValue = text
  }
}

/// The id of an event: opaque, begins with `$`.
struct EventID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard text.isOpaqueID("$") else { return nil }
    rawValue = text
  }
}

/// The alias of a room: `#localpart:server`.
struct RoomAlias: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard let name = SigilName(text, sigil: "#"), !name.localpart.isEmpty,
      name.localpart.utf8.allSatisfy({ $0 != 0 })
    else { return nil }
    rawValue = text
  }

  /// What stands behind the first colon.
  var server: Substring { SigilName(rawValue, sigil: "#")?.server ?? "" }
}

/// The id of a device: opaque, chosen by the client or by this server.
struct DeviceID: JSONIdentifier {
  let rawValue: String

  init?(_ text: String) {
    guard text.canBeKey else { return nil }
    rawValue = text
  }
}

/// `<sigil>localpart:server`, at most 255 bytes in all.
private struct SigilName {
  let localpart: Substring
  let server: Substring

  init?(_ text: String, sigil: Character) {
    guard text.first == sigil, text.utf8.count <= 255,
      let colon = text.firstIndex(of: ":")
    else { return nil }
    localpart = text[text.index(after: text.startIndex)..<colon]
    server = text[text.index(after: colon)...]
    let allowed = server.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
    guard !server.isEmpty, allowed else { return nil }
  }
}

extension String {
  /// Whether it may be a key of the database: not empty, at most 255 bytes, and without U+0000, at
  /// which SQLite's texts end.
  var canBeKey: Bool { (1...255).contains(utf8.count) && !utf8.contains(0) }

  /// Whether it is an id of which nothing is known but how it begins.
  fileprivate func isOpaqueID(_ sigil: Unicode.Scalar) -> Bool {
    unicodeScalars.first == sigil && canBeKey && utf8.count > 1
  }
}
