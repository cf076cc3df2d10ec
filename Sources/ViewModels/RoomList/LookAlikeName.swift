import Models

/// The name of a room that looks like another one's, and the address that tells them apart.
public nonisolated struct LookAlikeName: Equatable, Sendable {
  /// The name alone.
  public let nameText: String
  /// The address.
  public let addressText: String
  /// The end of the address, from where it differs from those of the others: "…:example.org".
  public let differingText: String
}

nonisolated extension LookAlikeName {
  /// Nil for a room that has its address for a name.
  init?(_ room: Room, differing part: String) {
    let address = Names.address(room)
    nameText = Names.label(room)
    addressText = Names.label(address)
    guard nameText != addressText else { return nil }
    differingText = part == address ? addressText : "…" + Names.label(part)
  }

  /// The end of each of some different addresses, from the part in which it first differs from the one that it
  /// shares most with.
  static func differingParts(of addresses: [String]) -> [String: String] {
    let sorted = Set(addresses).sorted()
    var parts: [String: String] = [:]
    for (index, address) in sorted.enumerated() {
      // In order, that one is next to it.
      let neighbours = [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
      let shared = neighbours.map { address.commonPrefix(with: $0) }.max() ?? 0
      let start = address.prefix(shared + 1).lastIndex { !$0.isLetter && !$0.isNumber }
      parts[address] = String(address[(start ?? address.startIndex)...])
    }
    return parts
  }
}

nonisolated extension String {
  /// How many characters are the same at the beginning of both.
  fileprivate func commonPrefix(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
