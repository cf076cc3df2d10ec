import Signals

protocol SearchIndex: Sendable {
  func find(_ text: String) async throws(SearchError) -> [String]
}

enum SearchError: Error { case offline }

@MainActor
final class SearchModel {
  let text = MutableProperty("")
  let results: Property<[String]>
  let hint: Property<String>

  init(_ index: some SearchIndex, on scheduler: some Scheduler) {
    let found = text.signal
      .skip(first: 1)
      .debounce(.milliseconds(200), on: scheduler)
      .skipRepeats()
      .flatMap(.latest) { text in  // a new text cancels the search for the previous one
        Signal.from { () async throws(SearchError) in try await index.find(text) }
          .map { (rows: $0, hint: $0.isEmpty ? "Nothing found." : "") }
          .catch { _ in .just((rows: [], hint: "The index is offline.")) }
      }
    let latest = Property(initial: (rows: [], hint: ""), then: found)
    results = latest.map(\.rows)
    hint = latest.map(\.hint)
  }
}
