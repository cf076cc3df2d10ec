/// A member of a `MemberList` that knows its slot.
protocol ListMember: AnyObject {
  /// The slot, or -1 if it is in no list; guarded by the list's lock.
  var slot: Int { get set }
}

/// Observers in order of arrival; adding and removing take constant time on average.
///
/// The slots of removed members stay empty until half of the slots are empty.
struct MemberList<Member: ListMember> {
  private(set) var members: [Member?] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ member: Member) {
    member.slot = members.count
    members.append(member)
    count += 1
  }

  /// Removes a member; the caller holds its own reference to it.
  mutating func remove(_ member: Member) {
    guard member.slot >= 0 else { return }
    members[member.slot] = nil
    member.slot = -1
    count -= 1
    if count * 2 < members.count { compact() }
  }

  /// Removes all members.
  mutating func removeAll() -> [Member] {
    let taken = members.compactMap(\.self)
    for member in taken { member.slot = -1 }
    members = []
    count = 0
    return taken
  }

  private mutating func compact() {
    members = members.filter { $0 != nil }
    for (slot, member) in members.enumerated() { member?.slot = slot }
  }
}
