import Controllers
import Signals

/// A list that the server tells page by page.
final class PagedList<Item: Sendable> {
  /// What has been loaded.
  let items: Property<[Item]>
  /// What is going on, what went wrong, or why there is nothing.
  let statusText: Property<String>

  /// A part of the list, and the token of the next one; nil after the last one.
  typealias Page = (items: [Item], next: String?)

  private let loaded = MutableProperty<[Item]>([])
  private let status = MutableProperty("")
  private let emptyText: String
  private let most: Int
  private let id: (Item) -> AnyHashable
  private let load: (String?) -> Signal<Page, RequestError>
  private let request = SerialDisposable()
  private let lifetime = Lifetime()
  private var next: String?
  private var isLoading = false
  private var isWhole = false

  /// Loads the first page.
  ///
  /// - Parameters:
  ///   - most: How many items nobody wants to look through.
  ///   - id: Tells items that a server repeats.
  ///   - load: Requests the page with a token.
  init(
    emptyText: String, most: Int, id: @escaping (Item) -> AnyHashable,
    load: @escaping (String?) -> Signal<Page, RequestError>
  ) {
    self.emptyText = emptyText
    self.most = most
    self.id = id
    self.load = load
    items = loaded
    statusText = status
    lifetime.add(request)
    loadMore()
  }

  /// Loads the next page, if there is one and none is on its way.
  func loadMore() {
    guard !isLoading, !isWhole else { return }
    isLoading = true
    status.value = loaded.value.isEmpty ? "Loading…" : "Loading more…"
    request.inner = load(next).observe(on: .main).subscribe(
      value: { [weak self] in self?.take($0) },
      failed: { [weak self] in self?.end(ErrorSentences.text($0)) })
  }

  /// Says what goes on with an item; empty for nothing.
  func say(_ text: String) { status.value = text }

  private func take(_ page: Page) {
    let known = Set(loaded.value.map(id))
    let news = page.items.filter { !known.contains(id($0)) }
    let all = Array((loaded.value + news).prefix(most))
    // A server that repeats its pages would be asked forever.
    let isRepeated = news.isEmpty && !page.items.isEmpty
    isWhole = page.next == nil || page.next == next || isRepeated || all.count == most
    next = page.next
    batch {
      loaded.value = all
      end(all.isEmpty ? emptyText : "")
    }
  }

  private func end(_ text: String) {
    isLoading = false
    status.value = text
  }
}
