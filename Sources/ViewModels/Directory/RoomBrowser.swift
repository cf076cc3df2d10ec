import Controllers
import Models
import Signals

/// Rooms that the server tells page by page, as the entries of a list.
final class RoomBrowser {
  /// The rooms, with what the account may do with each.
  let rows: Property<[SheetRow]>
  /// What is going on, what went wrong, or why there are no rooms.
  let noteText: Property<String>

  private let found: PagedList<FoundRoom>
  private let memberships: Property<[RoomID: Room.Membership]>
  private let entering = SerialDisposable()
  private let lifetime = Lifetime()

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
    self.memberships = memberships
    found = PagedList(emptyText: emptyText, most: Self.most, id: { $0.id }) { token in
      load(token).map { ($0.rooms, $0.next) }
    }
    rows = found.items.combineLatest(with: memberships).map { found, memberships in
      found.map { SheetRow($0, memberships[$0.id]) }
    }
    noteText = found.statusText
    lifetime.add(entering)
  }

  /// Loads the next page, if there is one and none is on its way.
  func loadMore() { found.loadMore() }

  func room(of row: SheetRow) -> FoundRoom? { found.items.value.first { RowID($0.id) == row.id } }

  func membership(in room: FoundRoom) -> Room.Membership? { memberships.value[room.id] }

  /// Does the work for an entry, unless the list is closed before it ends.
  func work(
    _ request: Signal<RoomID, RequestError>, saying text: String,
    then: @escaping @MainActor (RoomID) -> Void
  ) {
    found.say(text)
    let found = found
    entering.inner = request.observe(on: .main).subscribe(
      value: {
        found.say("")
        then($0)
      },
      failed: { found.say(ErrorSentences.text($0)) },
      completed: { found.say("") })
  }
}
