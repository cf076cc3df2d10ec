/// A typical hand-written struct, without set bits: the floor for merging and comparing.
struct PlainPerson: Hashable {
  let id: String
  var displayName: String?
  var avatar: String?
  var status: String?
  var lastActive: Int?

  func merging(_ newer: PlainPerson) -> PlainPerson {
    PlainPerson(
      id: id, displayName: newer.displayName ?? displayName, avatar: newer.avatar ?? avatar,
      status: newer.status ?? status, lastActive: newer.lastActive ?? lastActive)
  }

  func changed(from older: PlainPerson) -> Int {
    (displayName == older.displayName ? 0 : 1) | (avatar == older.avatar ? 0 : 2)
      | (status == older.status ? 0 : 4) | (lastActive == older.lastActive ? 0 : 8)
  }
}
