package import Controllers
package import Models
package import Signals

/// Searches in an account's cache through a connection that only reads, so also beside the screen
/// that has the account open; any thread may call.
package final class MatrixSearchController: SearchController {
  private let directory: AccountDirectory
  private let userID: UserID

  /// Makes a controller for the account in a folder.
  package init(directory: AccountDirectory, userID: UserID) {
    self.directory = directory
    self.userID = userID
  }

  package func messages(
    containing query: String, sent times: Range<Timestamp>?, in room: RoomID?, limit: Int
  ) -> Signal<[FoundMessage], RequestError> {
    .from { [directory, userID] () async throws(RequestError) -> [FoundMessage] in
      do throws(StorageError) {
        return try Cache.read(in: directory, of: userID) {
          try $0.messages(containing: query, sent: times, in: room, limit: limit, for: userID)
        } ?? []
      } catch {
        throw error.requestError(.search)
      }
    }
  }
}

extension AccountTables {
  fileprivate func messages(
    containing query: String, sent times: Range<Timestamp>?, in room: RoomID?, limit: Int,
    for own: UserID
  ) throws -> [FoundMessage] {
    let ignored = try ignored(by: own)
    let terms = SearchTerms(query)
    let found = try search(terms, sent: times, in: room, besides: ignored, limit: limit)
    return try found.compactMap { found in
      guard let room = try self.room(found.room), let line = try line(found.event, of: found.room)
      else { return nil }
      let message = line.message(in: room.id)
      let sender =
        try member(message.sender, of: found.room)?.user ?? person(message.sender)
        ?? User(id: message.sender)
      return FoundMessage(room: room, message: message, sender: sender)
    }
  }
}
