/// The members of an object that is being read: the last value of a key counts.
struct MemberList {
  private(set) var members: [LocatedJSON.Member] = []
  /// Built when the object has more members than are quickly compared one by one.
  ///
  /// Keys are bytes:
  /// JSON knows nothing of Unicode's equivalences.
  private var places: [[UInt8]: Int] = [:]
  private static let tableThreshold = 8

  /// Returns the member of the same key that this one takes the place of.
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
