import MatrixGrammar
import Models

/// What a link in a message leads to.
enum LinkTarget {
  case person(UserID)
  /// A room, by the name that is shown.
  case room(String)
  case web(WebAddress)

  /// Nil for an address that no message may link to, such as `javascript:`.
  ///
  /// Source: Matrix specification, appendices, "matrix.to navigation" and "Matrix URI scheme".
  init?(_ text: String) {
    guard text.utf8.count <= WebAddress.longest else { return nil }
    if let target = Self(matrixURI: text) ?? Self(navigation: text) {
      self = target
    } else if let address = WebAddress(text) {
      self = .web(address)
    } else {
      return nil
    }
  }

  var isPill: Bool { if case .web = self { false } else { true } }

  private init?(matrixURI text: String) {
    guard let rest = text.dropping(prefix: "matrix:") else { return nil }
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count == 2, let name = parts[1].decoded else { return nil }
    switch parts[0] {
    case "u": self.init(identifier: "@" + name)
    case "r": self.init(identifier: "#" + name)
    default: return nil
    }
  }

  private init?(navigation text: String) {
    guard let rest = text.dropping(prefix: "https://matrix.to/#/"), !rest.contains("/") else {
      return nil
    }
    guard let identifier = rest.prefix(while: { $0 != "?" }).decoded else { return nil }
    self.init(identifier: identifier)
  }

  private init?(identifier: String) {
    if let id = UserID(identifier) {
      self = .person(id)
    } else if RoomAlias(identifier) != nil {
      self = .room(identifier)
    } else {
      return nil
    }
  }
}

/// The address of a web page or a mailbox.
struct WebAddress {
  /// Bytes of an address that a link may have.
  static let longest = 2_083

  private let text: String
  /// The server's name with its port; the mailbox of a mail address.
  private let place: String
  private let isObvious: Bool

  /// Nil for an address of another kind.
  init?(_ text: String) {
    self.text = text
    if let mailbox = text.dropping(prefix: "mailto:") {
      place = String(mailbox.prefix { $0 != "?" })
      isObvious = true
    } else if let rest = text.dropping(prefix: "https://") ?? text.dropping(prefix: "http://") {
      // Browsers take a backslash for a slash.
      let authority = rest.prefix { !"/\\?#".contains($0) }
      place =
        authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
      isObvious = !authority.contains("@")
    } else {
      return nil
    }
    guard (1...255).contains(place.utf8.count),
      place.unicodeScalars.allSatisfy({ $0.isPartOfPlace })
    else { return nil }
  }

  /// What to show beside a link's text; nil when the text is the address itself.
  func addition(toText shown: String) -> String? {
    let shown = shown.bareAddress
    return isObvious && (shown == text.bareAddress || shown == place) ? nil : place
  }
}

extension Unicode.Scalar {
  /// Whether the name of a server or a mailbox can have the scalar; others could hide a part of it.
  fileprivate var isPartOfPlace: Bool {
    value > 0x20 && value != 0x7F && !properties.isWhitespace
      && !properties.isDefaultIgnorableCodePoint && self != "(" && self != ")"
  }
}

extension StringProtocol {
  /// The rest after a prefix in either case.
  fileprivate func dropping(prefix: String) -> Substring? {
    guard utf8.count >= prefix.utf8.count else { return nil }
    let head = self.prefix(prefix.count)
    return head.lowercased() == prefix ? Substring(self[head.endIndex...]) : nil
  }

  /// Without percent-encoding.
  fileprivate var decoded: String? { try? PercentEncoding.decoded(Substring(self).utf8) }

  /// Without the scheme, the slash at the end, and spaces around.
  fileprivate var bareAddress: String {
    let words = split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return String(self) }
    let rest = ["https://", "http://", "mailto:"].lazy.compactMap { word.dropping(prefix: $0) }
      .first
    let bare = rest ?? Substring(word)
    return String(bare.hasSuffix("/") ? bare.dropLast() : bare)
  }
}
