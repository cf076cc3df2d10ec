import Signals

protocol PageClient: Sendable {
  func rows(after last: String?) async throws(PageError) -> [String]
}

enum PageError: Error { case offline }

@MainActor
final class PagedListModel {
  let rows: Property<[String]>
  /// Disabled while a page is loading, and after the last page.
  let loadMore: Command<Void, [String], PageError>

  init(_ client: some PageClient) {
    let rows = MutableProperty<[String]>([])
    let isComplete = MutableProperty(false)
    loadMore = Command(isEnabled: isComplete.not()) { () async throws(PageError) in
      try await client.rows(after: rows.value.last)
    }
    self.rows = rows
    isComplete <~ loadMore.values.map(\.isEmpty)
    rows <~ loadMore.values.scan([], +)
  }
}
