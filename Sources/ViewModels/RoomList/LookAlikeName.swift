import Models

/// The name of a room that looks like another one's, and the address that tells them apart.
public nonisolated struct LookAlikeName: Equatable, Sendable {
  /// The name alone.
  public let nameText: String
  /// Whether the name is without its middle: its end may tell it from others as well.
  public let hasNoMiddle: Bool
  /// The address.
  public let addressText: String
  /// The end of the address, from where it differs from those of the others: "…:example.org".
  public let differingText: String
}

nonisolated extension LookAlikeName {
  /// The name behind its address.
  var fullText: String { "\(addressText) (\(nameText))" }

  /// The name behind what tells the room from the others, for a sentence.
  var labelText: String {
    let isShort = addressText.count <= Self.shortCount
    return "\(isShort ? addressText : differingText) (\(nameText))"
  }

  /// The most characters of an address that stands in a sentence.
  private static var shortCount: Int { 30 }
  /// How many characters stand before the first one that differs: the beginning of a long word is the same
  /// for all, and a narrow list shows nothing else of it.
  private static var contextCount: Int { 6 }

  /// Nil for a room that has its address for a name, unless that is too long to be seen as a whole.
  init?(_ room: Room, differing part: String) {
    // The room's ID takes the place of an address that is not its own alone.
    let known = Names.address(room)
    let address = known.hasSuffix(part) ? known : room.id.rawValue
    nameText = Names.label(room)
    hasNoMiddle = Names.beginning(Names.text(room)) != nil
    addressText = Names.ends(address)
    let isSeen = part == address || addressText.count <= Self.shortCount
    guard nameText != addressText || !isSeen else { return nil }
    differingText = part == address ? addressText : "…" + Names.ends(part)
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
      let place = start.map { address.distance(from: address.startIndex, to: $0) } ?? 0
      parts[address] = String(address.dropFirst(max(place, shared - contextCount)))
    }
    return parts
  }
}

nonisolated extension String {
  /// How many characters are the same at the beginning of both.
  fileprivate func commonPrefix(with other: String) -> Int {
    // Most addresses are ASCII; of a thousand rooms, letters would take longer than all else.
    guard isASCII, other.isASCII else { return zip(self, other).prefix { $0 == $1 }.count }
    return zip(utf8, other.utf8).prefix { $0 == $1 }.count
  }
}
