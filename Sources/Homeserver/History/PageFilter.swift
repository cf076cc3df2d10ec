import GRDB
import MatrixWire
import ModelKit

/// Which events of a room a client wants to page through: the argument `filter`.
struct PageFilter: Sendable {
  private let selection: EventSelection

  /// - Throws: `M_NOT_JSON`, `M_BAD_JSON`.
  init(_ call: Call) throws {
    guard let text = call.argument("filter"), !text.isEmpty else {
      selection = .all
      return
    }
    selection = try EventSelection(JSONBody.decode(Array(text.utf8)) as RawRoomEventFilter)
  }

  /// How many at most; nil when it says nothing.
  var limit: Int? { selection.limit }

  /// Whether only members are told that are needed to show the events.
  var isLazy: Bool { selection.loadsMembersLazily }

  /// A page of what is wanted of a room.
  func page(
    _ request: PageRequest, _ access: RoomAccess, for user: UserID, from database: Database
  ) throws -> Page {
    guard selection.allows(room: access.room) else { return Page() }
    return try access.page(request, for: user, from: database, allows: selection.allows)
  }
}
