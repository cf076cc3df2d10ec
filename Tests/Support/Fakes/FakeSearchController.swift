package import Controllers
package import Signals

/// A search controller whose results the test gives.
package final class FakeSearchController: SearchController {
  package let onSearch = Script<String, [FoundMessage]>("search", .search)

  /// Creates a controller without results.
  package init() {}

  package func messages(
    containing query: String, limit: Int
  ) -> Signal<[FoundMessage], RequestError> {
    onSearch.signal(query)
  }
}
