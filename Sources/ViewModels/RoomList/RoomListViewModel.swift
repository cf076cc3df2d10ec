package import Controllers
package import Models
public import Signals

/// The list of rooms: invites, direct chats, rooms, each section with the newest activity first.
public final class RoomListViewModel {
  /// The rows in order; a room keeps its row for as long as it is listed.
  public let rows: Property<[RoomRowViewModel]>
  /// The row of the open room.
  public let selectedRow: Property<RoomRowViewModel?>
  /// What to say instead of an empty list.
  public let emptyText: Property<String>

  private let lifetime = Lifetime()
  private let listed = MutableProperty<[RoomRowViewModel]>([])
  private var rowsByRoom: [RoomID: RoomRowViewModel] = [:]
  private let makeRow: (Room) -> RoomRowViewModel
  private let ownID: UserID

  package init(session: Session, selection: Property<RoomID?>, navigator: Navigator) {
    let controller = session.rooms
    ownID = session.userID
    makeRow = { RoomRowViewModel(room: $0, rooms: controller, navigator: navigator) }
    rows = listed
    let hasAnswer = MutableProperty(false)
    selectedRow = listed.combineLatest(with: selection).map { rows, id in
      rows.first { $0.roomID == id }
    }
    emptyText = listed.combineLatest(with: hasAnswer).map { rows, hasAnswer in
      guard rows.isEmpty else { return "" }
      return hasAnswer
        ? "No rooms yet. c creates one, J joins one, m writes to a person." : "Loading rooms…"
    }
    lifetime.add(
      controller.rooms.observe(on: .main).subscribe { [weak self] rooms in
        batch {
          hasAnswer.value = true
          self?.show(rooms, selection: selection.value)
        }
      })
    lifetime.add(selection.observe { [weak self] in self?.select($0) })
  }

  private func show(_ rooms: [Room], selection: RoomID?) {
    let sorted = rooms.filter(\.isListed).sorted(by: Self.isBefore)
    var kept: [RoomID: RoomRowViewModel] = [:]
    var section: Section?
    let rows = sorted.map { room in
      let row = rowsByRoom[room.id] ?? makeRow(room)
      kept[room.id] = row
      let own = Section(room)
      row.contentSource.value = content(
        room, heading: own == section ? "" : own.title, isSelected: room.id == selection)
      section = own
      return row
    }
    rowsByRoom = kept
    if !listed.value.elementsEqual(rows, by: ===) { listed.value = rows }
  }

  private func select(_ id: RoomID?) {
    for row in listed.value {
      row.contentSource.modify { $0.isSelected = row.roomID == id }
    }
  }

  private func content(_ room: Room, heading: String, isSelected: Bool) -> RoomRowContent {
    var content = RoomRowContent()
    content.nameText = Names.text(room)
    content.addressText = room.alias?.rawValue ?? room.id.rawValue
    content.previewText = preview(room)
    content.unreadText = room.unreadCount > 0 ? CountText.text(room.unreadCount) : ""
    content.mentionText = room.mentionCount > 0 ? "@\(CountText.text(room.mentionCount))" : ""
    content.isInvite = room.membership == .invited
    content.isDirect = room.directUser != nil
    content.isLocked = room.isEncrypted
    content.isSelected = isSelected
    content.sectionText = heading
    return content
  }

  private func preview(_ room: Room) -> String {
    if room.membership == .invited {
      return room.inviter.map { "invited by \(Names.text($0))" } ?? "invite"
    }
    guard let message = room.latestMessage else { return "" }
    let named = [room.latestSender].compactMap(\.self) + room.heroes
    let people = Dictionary(named.map { ($0.id, $0) }) { first, _ in first }
    let text = EventText { people[$0].map(Names.text) ?? String($0.localpart) }
    return text.preview(message, isOwn: message.sender == ownID)
  }

  private enum Section: Int {
    case invites, direct, rooms

    init(_ room: Room) {
      self = room.membership == .invited ? .invites : room.directUser == nil ? .rooms : .direct
    }

    var title: String {
      switch self {
      case .invites: "Invites"
      case .direct: "Direct"
      case .rooms: "Rooms"
      }
    }
  }

  private static func isBefore(_ left: Room, _ right: Room) -> Bool {
    let (one, other) = (Section(left), Section(right))
    if one != other { return one.rawValue < other.rawValue }
    let (activity, otherActivity) = (left.lastActivity, right.lastActivity)
    if activity != otherActivity {
      return (activity?.milliseconds ?? .min) > (otherActivity?.milliseconds ?? .min)
    }
    return left.id.rawValue < right.id.rawValue
  }
}
