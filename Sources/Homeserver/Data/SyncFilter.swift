import MatrixWire
import ModelKit

/// What of a sync a client wants.
///
/// `event_fields` and `event_format` are not heeded: all fields are told, in the format of clients.
/// Source: Matrix client-server API, "Filtering".
struct SyncFilter: Sendable {
  /// The number of events of a room where the client asks for none in particular.
  static let defaultLimit = 10
  /// The greatest number of events of a room.
  static let greatestLimit = 1000

  private(set) var accountData = EventSelection.all
  private(set) var timeline = EventSelection.all
  private(set) var state = EventSelection.all
  private(set) var ephemeral = EventSelection.all
  private(set) var roomAccountData = EventSelection.all
  /// Whether rooms are told that the user has left.
  private(set) var includesLeftRooms = false
  private var rooms: Set<RoomID>?
  private var excludedRooms: Set<RoomID> = []

  /// Everything.
  static let all = SyncFilter()

  private init() {}

  /// - Throws: `M_BAD_JSON` for what is no filter.
  init(_ raw: RawFilter) throws {
    let room = raw.room
    accountData = try raw.accountData.map { try EventSelection($0) } ?? .all
    timeline = try room?.timeline.map { try EventSelection($0) } ?? .all
    state = try room?.state.map { try EventSelection($0) } ?? .all
    ephemeral = try room?.ephemeral.map { try EventSelection($0) } ?? .all
    roomAccountData = try room?.accountData.map { try EventSelection($0) } ?? .all
    includesLeftRooms = room?.includeLeave ?? false
    rooms = try room?.rooms.map { try FilterIDs.rooms($0) }
    excludedRooms = try FilterIDs.rooms(room?.notRooms ?? [])
  }

  /// The same without what these send.
  func ignoring(_ users: IgnoredUsers) -> SyncFilter {
    var filter = self
    filter.timeline = timeline.ignoring(users)
    return filter
  }

  /// Reads the JSON of a filter.
  ///
  /// - Throws: `M_NOT_JSON`, `M_BAD_JSON`.
  init(json: [UInt8]) throws {
    try self.init(JSONBody.decode(json) as RawFilter)
  }

  /// How many events of a room are told at most.
  var timelineLimit: Int { min(timeline.limit ?? Self.defaultLimit, Self.greatestLimit) }

  /// Whether members are told only where they are needed.
  var loadsMembersLazily: Bool { state.loadsMembersLazily || timeline.loadsMembersLazily }

  /// Whether members are told again that the device was told before.
  var includesRedundantMembers: Bool { state.includesRedundantMembers }

  /// Whether anything of a room is told.
  func allows(room: RoomID) -> Bool {
    rooms?.contains(room) ?? true && !excludedRooms.contains(room)
  }
}
