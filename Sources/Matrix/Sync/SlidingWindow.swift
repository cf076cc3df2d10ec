import MatrixWire

/// How many rooms of the list are requested, the most recently active first.
struct SlidingWindow: Hashable, Sendable {
  /// The rooms that come first, with as much history as a screen shows.
  static let first = 20
  /// More rooms than this are not requested, whatever number a server claims.
  static let most = 10_000

  private(set) var size = first

  /// The next window: a hundred rooms, then four hundred more each time; nil at the end.
  var grown: SlidingWindow? {
    guard size < Self.most else { return nil }
    var next = self
    next.size = size < 100 ? 100 : min(size + 400, Self.most)
    return next
  }
}

/// What a response says about the list in a window.
struct SlidingView {
  /// The rooms that the window shows.
  var shown: Set<String> = []
  /// Whether these are all rooms of the list.
  var isWhole = false
  /// The window to request next; nil to keep the window.
  var next: SlidingWindow?

  init(_ response: RawSlidingSyncResponse, asked window: SlidingWindow) {
    guard let list = response.lists[SlidingList.all] ?? response.lists[SlidingList.first],
      let operation = list.operations.first, operation.range.first == 0
    else { return }
    shown = Set(operation.roomIDs)
    isWhole = list.count <= window.size && shown.count >= list.count
    // A server that shows less than it was asked for has no more.
    if list.count > window.size, shown.count >= window.size { next = window.grown }
  }
}

/// The names of the lists in requests.
enum SlidingList {
  /// The rooms at the top, with history.
  static let first = "first"
  /// All rooms of the window, with their last event.
  static let all = "all"
}
