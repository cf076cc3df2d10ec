package import Controllers
package import Models
public import Signals

/// The room list: invites, favourites, direct chats, spaces and rooms, each section in its order.
///
/// A change of a room updates only its own row: no other row is created, compared or sorted.
public final class RoomListViewModel {
  /// The list's entries, in order.
  public let entries: Property<RoomListEntries>
  /// The row of the open room.
  public let selectedRow: Property<RoomRowViewModel?>
  /// How often a room was opened, also one that was open already.
  public let openingCount: Property<Int>
  /// The text shown when the list is empty.
  public let emptyText: Property<String>
  /// What the list is restricted to: "unread", or empty.
  public let filterText: Property<String>
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
  private let listed = MutableProperty(RoomListEntries(RoomOrder(), RoomFolds()))
  private let selected = MutableProperty<RoomRowViewModel?>(nil)
  private let openings = MutableProperty(0)
  private let filtering: MutableProperty<String>
  let marked = MutableProperty<RowID?>(nil)
  let asked = MutableProperty<RowID?>(nil)
  private let sweep: InviteSweep
  private let places: any PlacesController
  private(set) var order: RoomOrder
  private(set) var folds: RoomFolds
  private(set) var rowsByID: [RowID: RoomRowViewModel] = [:]
  private(set) var spaces: [RoomID: Room] = [:]

  /// - Parameters:
  ///   - drafts: The rooms with an unsent draft.
  ///   - lookAlikes: The rooms whose names look like others, with what tells their addresses apart.
  ///   - reading: The room whose newest messages are in front.
  package init(
    session: Session, selection: Property<RoomID?>, drafts: Property<Set<RoomID>> = Property([]),
    lookAlikes: Property<[RoomID: String]> = Property([:]),
    reading: Property<RoomID?> = Property(nil),
    chosen: Property<Preferences> = Property(Preferences()), navigator: Navigator
  ) {
    maker = RoomRowMaker(
      ownID: session.userID, rooms: session.rooms, drafts: drafts, lookAlikes: lookAlikes,
      reading: reading, navigator: navigator)
    let (listed, sweep) = (listed, InviteSweep(rooms: session.rooms))
    self.selection = selection
    self.sweep = sweep
    places = session.places
    let kept = session.places.kept.arrangement
    order = RoomOrder(RoomPlan(kept))
    folds = RoomFolds(kept)
    let filtering = MutableProperty("")
    self.filtering = filtering
    filterText = filtering
    entries = listed
    selectedRow = selected
    openingCount = openings
    let hasAnswer = MutableProperty(false)
    let keys = chosen.map { [$0.key(.createRoom), $0.key(.joinRoom), $0.key(.messagePerson)] }
    // The open room may be one that the account has left, or that is about to be listed.
    let hints = selection.combineLatest(with: keys).map { room, keys in
      "No \(room == nil ? "rooms yet" : "other rooms"). \(keys[0]) creates one, \(keys[1]) joins one, "
        + "\(keys[2]) writes to a person."
    }
    let state = Property<(Bool, String, String)>.combineLatest(hasAnswer, filtering, hints)
    emptyText = listed.map(\.isEmpty).combineLatest(with: state).map { isEmpty, state in
      guard isEmpty else { return "" }
      guard state.1.isEmpty else { return "No room is shown by this filter." }
      return state.0 ? state.2 : "Loading rooms…"
    }
    let inviteCount = listed.map(\.invites.count)
    moreInvitesText = listed.map(\.moreInviteCount).map {
      $0 == 1 ? "and 1 more invite" : "and \(CountText.grouped($0)) more invites"
    }
    declineAllQuestionText = inviteCount.map {
      $0 == 1 ? "Decline the invite?" : "Decline all \(CountText.grouped($0)) invites?"
    }
    declineAllInvites = Command(isEnabled: inviteCount.map { $0 > 0 }) { _ in
      sweep.decline(listed.value.invites.map(\.roomID))
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
    lifetime.add(selection.observe { [weak self] _ in self?.followSelection() })
    lifetime.add(follow(drafts) { $0.symmetricDifference($1) })
    lifetime.add(
      follow(lookAlikes) { old, new in Set(old.keys).union(new.keys).filter { old[$0] != new[$0] } }
    )
    lifetime.add(follow(reading) { Set([$0, $1].compactMap(\.self)) })
    lifetime.add(
      reading.observe { [weak self] _ in
        // The line of a folded section counts what is in front as its row does.
        if let self, !folds.sections.isEmpty { show() }
      })
  }

  /// Updates the rows of rooms that get a mark, another one, or lose it.
  private func follow<Marks: Equatable>(
    _ marks: Property<Marks>, _ changed: @escaping (Marks, Marks) -> Set<RoomID>
  ) -> any Disposable {
    var last = marks.value
    return marks.observe { [weak self] marks in
      for room in changed(last, marks) { self?.rowsByID[RowID(room)]?.showContent() }
      last = marks
    }
  }

  /// The rows of all rooms in order, including those that are not shown; a room keeps its row while it is
  /// listed.
  public var rows: Property<[RoomRowViewModel]> { listed.map(\.rows) }

  /// All rooms, invites and joined spaces, in no particular order.
  var allRooms: [Room] { rowsByID.values.map(\.room) + spaces.values }

  /// Unfolds or folds the invites beyond the first dozen.
  public func toggleInvites() {
    folds.showsAllInvites = !listed.value.showsAllInvites
    show()
  }

  /// The index of an entry in `entries`; what is folded has the index of the line that represents it.
  ///
  /// Takes logarithmic time in the number of rooms.
  public func index(of id: RowID) -> Int? {
    if id == .moreInvites { return listed.value.moreInvitesIndex }
    guard let row = rowsByID[id] else { return listed.value.index(of: id) }
    return order.place(of: row).flatMap { listed.value.index(of: $0) }
  }

  /// Folds parts of the list, and remembers that.
  func fold(_ change: (inout RoomFolds) -> Void) {
    change(&folds)
    show()
    keep()
  }

  /// Sorts and filters the rooms anew.
  func arrange(_ change: (inout RoomPlan) -> Void) {
    var plan = order.plan
    change(&plan)
    guard plan != order.plan else { return }
    plan.open = plan.isFiltering ? selection.value : nil
    let isKept = plan.sorts == order.plan.sorts
    order = RoomOrder(plan, sorting: rowsByID.values)
    batch {
      filtering.value = plan.filterText
      show()
    }
    if !isKept { keep() }
  }

  private func show() {
    let entries = RoomListEntries(order, folds)
    // A later flood of invites is folded again.
    folds.showsAllInvites = entries.showsAllInvites
    listed.value = entries
  }

  private func keep() { places.keep(RoomArrangement(order.plan, folds)) }
}

extension RoomListViewModel {
  func noteOpening() { openings.value += 1 }

  private func follow(_ change: RoomsChange) {
    switch change {
    case .all(let rooms): replaceAll(rooms)
    case .changed(let rooms): follow(rooms)
    }
    show()
    showSelection()
    sweep.forgetFailures { id in rowsByID[RowID(id)]?.room.membership == .invited }
  }

  private func replaceAll(_ rooms: [Room]) {
    var kept: [RowID: RoomRowViewModel] = [:]
    kept.reserveCapacity(rooms.count)
    for room in rooms where room.isListed {
      let id = RowID(room.id)
      let row = rowsByID[id] ?? RoomRowViewModel(room, maker: maker)
      row.show(room)
      kept[id] = row
    }
    rowsByID = kept
    spaces = Dictionary(
      rooms.filter(\.isShownSpace).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var plan = order.plan
    plan.show(SpaceTree(spaces.values))
    order = RoomOrder(plan, sorting: kept.values)
  }

  private func follow(_ rooms: [Room]) {
    for room in rooms { follow(room) }
    let changed = rooms.filter { $0.isShownSpace ? spaces[$0.id] != $0 : spaces[$0.id] != nil }
    guard !changed.isEmpty else { return }
    for space in changed { spaces[space.id] = space.isShownSpace ? space : nil }
    var plan = order.plan
    plan.show(SpaceTree(spaces.values))
    if plan != order.plan { order = RoomOrder(plan, sorting: rowsByID.values) }
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

  /// A room that has been opened stays in a filtered list until another one is.
  private func followSelection() {
    if order.plan.isFiltering, order.plan.open != selection.value {
      var plan = order.plan
      plan.open = selection.value
      order = RoomOrder(plan, sorting: rowsByID.values)
      show()
    }
    showSelection()
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
