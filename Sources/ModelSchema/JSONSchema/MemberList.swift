/// The members of an object while it is parsed; the last value of a key wins.
struct MemberList {
  private(set) var members: [LocatedJSON.Member] = []
  /// Built once a linear search over the members would be slow.
  ///
  /// Keys are bytes, because JSON ignores Unicode's canonical equivalence.
  private var places: [[UInt8]: Int] = [:]
  private static let tableThreshold = 8

  /// Returns the earlier member with the same key that this one replaces.
  mutating func insert(_ member: LocatedJSON.Member) -> LocatedJSON.Member? {
    if let place = place(of: member.key) {
      let earlier = members[place]
      members[place] = member
      return earlier
    }
    if !places.isEmpty { places[Array(member.key.utf8)] = members.count }
    members.append(member)
    if members.count == Self.tableThreshold {
      for (place, member) in members.enumerated() { places[Array(member.key.utf8)] = place }
    }
    return nil
  }

  private func place(of key: String) -> Int? {
    guard places.isEmpty else { return places[Array(key.utf8)] }
    return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
  }
}
