/// The answer of `GET /sync`.
///
/// Source: Matrix client-server API, "Syncing".
package struct RawSyncAnswer: Decodable, Sendable {
  /// Where the next sync goes on; nil when the server left it out.
  package let nextBatch: String?
  package let accountData: [RawBareEvent]
  package let joined: [String: RawJoinedRoom]
  package let invited: [String: RawInvitedRoom]
  package let left: [String: RawLeftRoom]
  /// How many parts could not be read, each of which cost only itself.
  package let dropped: Int

  package init(
    nextBatch: String?, accountData: [RawBareEvent] = [], joined: [String: RawJoinedRoom] = [:],
    invited: [String: RawInvitedRoom] = [:], left: [String: RawLeftRoom] = [:], dropped: Int = 0
  ) {
    self.nextBatch = nextBatch
    self.accountData = accountData
    self.joined = joined
    self.invited = invited
    self.left = left
    self.dropped = dropped
  }

  enum Keys: String, CodingKey {
    case nextBatch = "next_batch"
    case accountData = "account_data"
    case rooms
  }

  private struct Rooms: Decodable {
    let join: [String: RawJoinedRoom]
    let invite: [String: RawInvitedRoom]
    let leave: [String: RawLeftRoom]
    let dropped: Int

    enum Keys: String, CodingKey { case join, invite, leave }

    init(from decoder: any Decoder) throws {
      var reader = try LenientReader(decoder, keyedBy: Keys.self)
      join = reader.map(.join)
      invite = reader.map(.invite)
      leave = reader.map(.leave)
      let inner =
        join.values.reduce(0) { $0 + $1.dropped } + invite.values.reduce(0) { $0 + $1.dropped }
        + leave.values.reduce(0) { $0 + $1.dropped }
      dropped = reader.dropped + inner
    }
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    nextBatch = reader.value(.nextBatch)
    accountData = reader.events(in: .accountData)
    let rooms: Rooms? = reader.value(.rooms)
    joined = rooms?.join ?? [:]
    invited = rooms?.invite ?? [:]
    left = rooms?.leave ?? [:]
    dropped = reader.dropped + (rooms?.dropped ?? 0)
  }
}
