import MatrixWire
import ModelKit

/// The parts of a sync that a client wants.
///
/// The server ignores `event_fields` and `event_format`: it sends all fields in the client format.
/// Source: Matrix client-server API, "Filtering".
struct SyncFilter: Sendable {
  /// The number of events of a room when the client names none.
  static let defaultLimit = 10
  /// The maximum number of events of a room.
  static let greatestLimit = 1000

  private(set) var accountData = EventSelection.all
  private(set) var presence = EventSelection.all
  private(set) var timeline = EventSelection.all
  private(set) var state = EventSelection.all
  private(set) var ephemeral = EventSelection.all
  private(set) var roomAccountData = EventSelection.all
  /// Whether the sync includes rooms that the user has left.
  private(set) var includesLeftRooms = false
  private var rooms: Set<RoomID>?
  private var excludedRooms: Set<RoomID> = []

  /// Everything.
  static let all = SyncFilter()

  private init() {}

  /// - Throws: `M_BAD_JSON` for an invalid filter.
  init(_ raw: RawFilter) throws {
    let room = raw.room
    accountData = try raw.accountData.map { try EventSelection($0) } ?? .all
    presence = try raw.presence.map { try EventSelection($0) } ?? .all
    timeline = try room?.timeline.map { try EventSelection($0) } ?? .all
    state = try room?.state.map { try EventSelection($0) } ?? .all
    ephemeral = try room?.ephemeral.map { try EventSelection($0) } ?? .all
    roomAccountData = try room?.accountData.map { try EventSelection($0) } ?? .all
    includesLeftRooms = room?.includeLeave ?? false
    rooms = try room?.rooms.map { try Set(filter: $0) }
    excludedRooms = try Set(filter: room?.notRooms ?? [])
  }

  /// The same filter without the messages of ignored users.
  func ignoring(_ users: IgnoredUsers) -> SyncFilter {
    var filter = self
    filter.timeline = timeline.ignoring(users)
    return filter
  }

  /// - Throws: `M_NOT_JSON`, `M_BAD_JSON`.
  init(json: [UInt8]) throws {
    try self.init(JSONBody.decode(json) as RawFilter)
  }

  /// The maximum number of timeline events per room.
  var timelineLimit: Int { min(timeline.limit ?? Self.defaultLimit, Self.greatestLimit) }

  var loadsMembersLazily: Bool { state.loadsMembersLazily || timeline.loadsMembersLazily }

  /// Whether the sync includes a room.
  func allows(room: RoomID) -> Bool {
    rooms?.contains(room) ?? true && !excludedRooms.contains(room)
  }
}
