import MatrixGrammar

/// Where a room is found: its alias or its ID, and servers that have it.
package struct RoomAddress: Hashable, Sendable {
  /// The alias or the ID.
  package let name: String
  /// The servers that a link names, of which the account's server may ask for the room.
  package let servers: [String]

  /// Reads an alias, an ID, or a link to a room or one of its messages; nil for another text.
  package init?(_ text: String) {
    if MatrixLink.owns(text) {
      guard case .room(let name, _)? = MatrixLink(text) else { return nil }
      self.name = name
      servers = Self.servers(in: text)
    } else {
      guard RoomAlias(text) != nil || RoomID(text) != nil else { return nil }
      name = text
      servers = []
    }
  }

  /// The ID, if that is the address.
  package var room: RoomID? { RoomID(name) }

  /// The server in the address, which newer IDs do not have.
  package var serverName: String? {
    name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) }
  }

  /// More would only make the request long.
  private static let mostServers = 5

  private static func servers(in link: String) -> [String] {
    guard let mark = link.firstIndex(of: "?") else { return [] }
    let query = link[link.index(after: mark)...].prefix { $0 != "#" }
    var servers: [String] = []
    for item in query.split(separator: "&") where servers.count < mostServers {
      guard item.hasPrefix("via="),
        let name = try? PercentEncoding.decoded(item.dropFirst(4).utf8),
        ServerNameGrammar.mayBeName(name[...]), !servers.contains(name)
      else { continue }
      servers.append(name)
    }
    return servers
  }
}
