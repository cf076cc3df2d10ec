import GRDB

@testable import Homeserver

extension EventRows {
  /// The first events of a room in a range, oldest first.
  static func forwards(
    in room: RoomID, after: Int64, through: Int64, limit: Int, from database: Database
  ) throws -> [StoredEvent] {
    try events(
      of: room, after: after, through: through, isBackwards: false, limit: limit, from: database)
  }
}
