import MatrixGrammar

/// A link to a person, a room or a message, as Matrix programs write it.
///
/// Source: Matrix specification, appendices, "matrix.to navigation" and "Matrix URI scheme".
package enum MatrixLink: Hashable, Sendable {
  case person(UserID)
  /// A room by its alias or its ID, and an event in it.
  case room(String, event: EventID?)

  /// Nil for another link, and for one that leads nowhere.
  package init?(_ text: String) {
    guard text.utf8.count <= WebAddress.longest else { return nil }
    if let rest = text.dropping(prefix: "matrix:") {
      self.init(uri: rest)
    } else if let rest = text.dropping(prefix: Self.navigation) {
      self.init(path: rest.prefix { $0 != "?" })
    } else {
      return nil
    }
  }

  /// Whether a link belongs to Matrix, wherever it leads.
  package static func owns(_ text: String) -> Bool {
    text.dropping(prefix: "matrix:") != nil || text.dropping(prefix: "https://matrix.to/") != nil
  }

  /// The link to an event, with a server that has the room.
  package static func address(of event: EventID, in room: RoomID, via server: String) -> String {
    let parts = [room.rawValue, event.rawValue].map(PercentEncoding.encode)
    return "\(navigation)\(parts.joined(separator: "/"))?via=\(PercentEncoding.encode(server))"
  }

  private static let navigation = "https://matrix.to/#/"

  private init?(path: Substring) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let identifier = parts.first?.decoded else { return nil }
    self.init(identifier: identifier, event: parts.dropFirst().first.map { $0.decoded ?? "" })
  }

  private init?(uri: Substring) {
    let parts = uri.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count == 2 || parts.count == 4 && ["e", "event"].contains(parts[2]),
      let name = parts[1].decoded
    else { return nil }
    let event = parts.count == 4 ? "$" + (parts[3].decoded ?? "") : nil
    switch parts[0] {
    case "u": self.init(identifier: "@" + name, event: event)
    case "r": self.init(identifier: "#" + name, event: event)
    case "roomid": self.init(identifier: "!" + name, event: event)
    default: return nil
    }
  }

  private init?(identifier: String, event: String?) {
    let id = event.flatMap { EventID($0) }
    guard event == nil || id != nil else { return nil }
    if let person = UserID(identifier) {
      guard event == nil else { return nil }
      self = .person(person)
    } else if RoomAlias(identifier) != nil || RoomID(identifier) != nil {
      self = .room(identifier, event: id)
    } else {
      return nil
    }
  }
}

extension Substring {
  /// Without percent-encoding.
  fileprivate var decoded: String? { try? PercentEncoding.decoded(utf8) }
}
