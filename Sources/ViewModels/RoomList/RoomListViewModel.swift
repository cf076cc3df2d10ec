package import Controllers
package import Models
public import Signals

/// The room list: invites, direct chats, rooms; each section sorts by newest activity.
///
/// A change of a room updates only its own row: no other row is created, compared or sorted.
public final class RoomListViewModel {
  /// The list's entries, in order.
  public let entries: Property<RoomListEntries>
  /// The row of the open room.
  public let selectedRow: Property<RoomRowViewModel?>
  /// The text shown when the list is empty.
  public let emptyText: Property<String>
  /// "and 1,988 more invites", on the line of folded invites.
  public let moreInvitesText: Property<String>
  /// Declines all invites; disabled when there are none.
  ///
  /// Continues after a failure; `invitesErrorText` then says how many are left.
  public let declineAllInvites: Command<Void, Void, Never>
  /// "Decline all 2,000 invites?", the confirmation question.
  public let declineAllQuestionText: Property<String>
  /// The progress of declining all invites.
  public let invitesBusyText: Property<String>
  /// What went wrong while declining all invites.
  public let invitesErrorText: Property<String>

  /// How often row texts were created, for tests.
  package var contentCount: Int { maker.contentCount }

  private let maker: RoomRowMaker
  private let lifetime = Lifetime()
  private let selection: Property<RoomID?>
  private let listed = MutableProperty(RoomListEntries(RoomOrder(), showsAllInvites: false))
  private let selected = MutableProperty<RoomRowViewModel?>(nil)
  private let sweep: InviteSweep
  private(set) var order = RoomOrder()
  private var rowsByID: [RowID: RoomRowViewModel] = [:]

  package init(session: Session, selection: Property<RoomID?>, navigator: Navigator) {
    maker = RoomRowMaker(ownID: session.userID, rooms: session.rooms, navigator: navigator)
    let (listed, sweep) = (listed, InviteSweep(rooms: session.rooms))
    self.selection = selection
    self.sweep = sweep
    entries = listed
    selectedRow = selected
    let hasAnswer = MutableProperty(false)
    emptyText = listed.map(\.isEmpty).combineLatest(with: hasAnswer).map { isEmpty, hasAnswer in
      guard isEmpty else { return "" }
      return hasAnswer
        ? "No rooms yet. c creates one, J joins one, m writes to a person." : "Loading rooms…"
    }
    let inviteCount = listed.map(\.inviteCount)
    moreInvitesText = listed.map(\.moreInviteCount).map {
      $0 == 1 ? "and 1 more invite" : "and \(CountText.grouped($0)) more invites"
    }
    declineAllQuestionText = inviteCount.map {
      $0 == 1 ? "Decline the invite?" : "Decline all \(CountText.grouped($0)) invites?"
    }
    declineAllInvites = Command(isEnabled: inviteCount.map { $0 > 0 }) { _ in
      let entries = listed.value
      return sweep.decline(entries.rows.prefix(entries.inviteCount).map(\.roomID))
    }
    invitesBusyText = sweep.busyText
    invitesErrorText = sweep.errorText
    lifetime.add(
      session.rooms.roomChanges.observe(on: .main).subscribe { [weak self] change in
        batch {
          hasAnswer.value = true
          self?.follow(change)
        }
      })
    lifetime.add(selection.observe { [weak self] _ in self?.showSelection() })
  }

  /// The rows of all rooms in order, including the folded ones; a room keeps its row while it is
  /// listed.
  public var rows: Property<[RoomRowViewModel]> { listed.map(\.rows) }

  /// Unfolds or folds the invites beyond the first dozen.
  public func toggleInvites() {
    listed.value = RoomListEntries(order, showsAllInvites: !listed.value.showsAllInvites)
  }

  /// The index of an entry in `entries`; a folded invite has the index of the line that represents
  /// it.
  ///
  /// Takes logarithmic time in the number of rooms.
  public func index(of id: RowID) -> Int? {
    if id == .moreInvites { return listed.value.moreInvitesIndex }
    let row = rowsByID[id].flatMap { order.index(of: $0) }
    return row.map { listed.value.index(ofRow: $0) }
  }
}

extension RoomListViewModel {
  private func follow(_ change: RoomsChange) {
    switch change {
    case .all(let rooms): replaceAll(rooms)
    case .changed(let rooms): for room in rooms { follow(room) }
    }
    listed.value = RoomListEntries(order, showsAllInvites: listed.value.showsAllInvites)
    showSelection()
    sweep.forgetFailures { id in rowsByID[RowID(id)]?.room.membership == .invited }
  }

  private func replaceAll(_ rooms: [Room]) {
    var kept: [RowID: RoomRowViewModel] = [:]
    for room in rooms where room.isListed {
      let id = RowID(room.id)
      let row = rowsByID[id] ?? RoomRowViewModel(room, maker: maker)
      row.show(room)
      kept[id] = row
    }
    rowsByID = kept
    order = RoomOrder(sorting: Array(kept.values))
  }

  private func follow(_ room: Room) {
    let id = RowID(room.id)
    switch (rowsByID[id], room.isListed) {
    case (let row?, true): order.show(room, on: row)
    case (let row?, false):
      order.remove(row)
      rowsByID[id] = nil
    case (nil, true):
      let row = RoomRowViewModel(room, maker: maker)
      order.insert(row)
      rowsByID[id] = row
    case (nil, false): break
    }
  }

  /// Marks the row of the open room only.
  private func showSelection() {
    let row = selection.value.flatMap { rowsByID[RowID($0)] }
    guard row !== selected.value else { return }
    selected.value?.select(false)
    row?.select(true)
    selected.value = row
  }
}
