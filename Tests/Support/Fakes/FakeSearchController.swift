package import Controllers
package import Models
package import Signals

/// A search controller whose results the test gives.
package final class FakeSearchController: SearchController {
  /// What is searched for.
  package struct Query: Hashable, Sendable {
    package let words: String
    package let times: Range<Timestamp>?
    package let room: RoomID?
    package let limit: Int

    package init(
      _ words: String, sent times: Range<Timestamp>? = nil, in room: RoomID? = nil, limit: Int
    ) {
      (self.words, self.times, self.room, self.limit) = (words, times, room, limit)
    }
  }

  package let onSearch = Script<Query, [FoundMessage]>("search", .search)

  /// Creates a controller without results.
  package init() {}

  package func messages(
    containing query: String, sent times: Range<Timestamp>?, in room: RoomID?, limit: Int
  ) -> Signal<[FoundMessage], RequestError> {
    onSearch.signal(Query(query, sent: times, in: room, limit: limit))
  }
}
