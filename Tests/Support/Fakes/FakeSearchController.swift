package import Controllers
package import Models
package import Signals

/// A search controller whose results the test gives.
package final class FakeSearchController: SearchController {
  /// What is searched for.
  package struct Query: Hashable, Sendable {
    package let words: String
    package let room: RoomID?
    package let limit: Int

    package init(_ words: String, in room: RoomID? = nil, limit: Int) {
      (self.words, self.room, self.limit) = (words, room, limit)
    }
  }

  package let onSearch = Script<Query, [FoundMessage]>("search", .search)

  /// Creates a controller without results.
  package init() {}

  package func messages(
    containing query: String, in room: RoomID?, limit: Int
  ) -> Signal<[FoundMessage], RequestError> {
    onSearch.signal(Query(query, in: room, limit: limit))
  }
}
