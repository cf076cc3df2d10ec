import Controllers
import Models
import Signals

/// Rooms that the server tells page by page, as the entries of a list.
final class RoomBrowser {
  /// The rooms, with what the account may do with each.
  let rows: Property<[SheetRow]>
  /// What is going on, what went wrong, or why there are no rooms.
  let noteText: Property<String>

  private let found = MutableProperty<[FoundRoom]>([])
  private let status = MutableProperty("")
  private let memberships: Property<[RoomID: Room.Membership]>
  private let emptyText: String
  private let load: (String?) -> Signal<FoundRooms, RequestError>
  private let request = SerialDisposable()
  private let entering = SerialDisposable()
  private let lifetime = Lifetime()
  private var next: String?
  private var isLoading = false
  private var isWhole = false

  /// Nobody looks for a room among more.
  private static let most = 2_000

  /// Loads the first page.
  ///
  /// - Parameters:
  ///   - memberships: The rooms that the account is in or invited to.
  ///   - load: Requests the page with a token.
  init(
    emptyText: String, memberships: Property<[RoomID: Room.Membership]>,
    load: @escaping (String?) -> Signal<FoundRooms, RequestError>
  ) {
    self.emptyText = emptyText
    self.memberships = memberships
    self.load = load
    rows = found.combineLatest(with: memberships).map { found, memberships in
      found.map { SheetRow($0, memberships[$0.id]) }
    }
    noteText = status
    lifetime.add(request)
    lifetime.add(entering)
    loadMore()
  }

  /// Loads the next page, if there is one and none is on its way.
  func loadMore() {
    guard !isLoading, !isWhole else { return }
    isLoading = true
    status.value = found.value.isEmpty ? "Loading…" : "Loading more…"
    request.inner = load(next).observe(on: .main).subscribe(
      value: { [weak self] in self?.take($0) },
      failed: { [weak self] in self?.end(ErrorSentences.text($0)) })
  }

  private func take(_ page: FoundRooms) {
    let known = Set(found.value.map(\.id))
    let news = page.rooms.filter { !known.contains($0.id) }
    let rooms = Array((found.value + news).prefix(Self.most))
    // A server that repeats its pages would be asked forever.
    isWhole = page.next == nil || page.next == next || news.isEmpty || rooms.count == Self.most
    next = page.next
    batch {
      found.value = rooms
      end(rooms.isEmpty ? emptyText : "")
    }
  }

  private func end(_ text: String) {
    isLoading = false
    status.value = text
  }

  func room(of row: SheetRow) -> FoundRoom? { found.value.first { RowID($0.id) == row.id } }

  func membership(in room: FoundRoom) -> Room.Membership? { memberships.value[room.id] }

  /// Does the work for an entry, unless the list is closed before it ends.
  func work(
    _ request: Signal<RoomID, RequestError>, saying text: String,
    then: @escaping @MainActor (RoomID) -> Void
  ) {
    status.value = text
    let status = status
    entering.inner = request.observe(on: .main).subscribe(
      value: {
        status.value = ""
        then($0)
      },
      failed: { status.value = ErrorSentences.text($0) })
  }
}
