/// Something that stands in a `MemberList` and knows its place.
protocol ListMember: AnyObject {
  /// The place, or -1 when it stands in no list; belongs to the list's lock.
  var slot: Int { get set }
}

/// Observers in the order of their arrival; adding and removing take constant time on average.
///
/// The slots of removed members stay empty until half of the slots are.
struct MemberList<Member: ListMember> {
  private(set) var members: [Member?] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ member: Member) {
    member.slot = members.count
    members.append(member)
    count += 1
  }

  /// Takes a member out; the caller holds a reference of its own to it.
  mutating func remove(_ member: Member) {
    guard member.slot >= 0 else { return }
    members[member.slot] = nil
    member.slot = -1
    count -= 1
    if count * 2 < members.count { compact() }
  }

  /// Takes all members out.
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
