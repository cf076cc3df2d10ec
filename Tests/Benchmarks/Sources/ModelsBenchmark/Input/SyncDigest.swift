/// A numeric digest of a sync response: equal digests mean equal content.
struct SyncDigest: Hashable {
  private(set) var rooms = 0
  private(set) var messages = 0
  private(set) var members = 0
  private(set) var reactions = 0
  private(set) var others = 0
  /// The total size of the bodies of all messages, in bytes.
  private(set) var bodies = 0
  /// A sum over all fields of all rooms; rooms are added, so their order does not matter.
  private(set) var sum: UInt64 = 0

  enum Kind { case message, member, reaction, other }

  /// The fields of one room, in order.
  struct Fields {
    fileprivate var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String?) {
      guard let text else { return mix(0x1FF) }
      for byte in text.utf8 { mix(UInt64(byte)) }
      mix(0x100)
    }

    mutating func add(_ number: Int?) {
      mix(number.map { UInt64(bitPattern: Int64($0)) } ?? 0x2FF)
    }

    mutating func add(_ flag: Bool?) {
      mix(flag.map { $0 ? 1 : 0 } ?? 0x3FF)
    }

    private mutating func mix(_ number: UInt64) {
      value = (value ^ number) &* 0x100_0000_01B3
    }
  }

  mutating func addRoom(_ fields: Fields) {
    rooms += 1
    sum &+= fields.value
  }

  mutating func count(_ kind: Kind, body: String? = nil) {
    switch kind {
    case .message: messages += 1
    case .member: members += 1
    case .reaction: reactions += 1
    case .other: others += 1
    }
    bodies += body?.utf8.count ?? 0
  }

  /// Whether the counts of another reader, which computes no sum, are the same.
  func agrees(
    rooms: Int, messages: Int, members: Int, reactions: Int, others: Int, bodies: Int
  ) -> Bool {
    (rooms, messages, members) == (self.rooms, self.messages, self.members)
      && (reactions, others, bodies) == (self.reactions, self.others, self.bodies)
  }
}
