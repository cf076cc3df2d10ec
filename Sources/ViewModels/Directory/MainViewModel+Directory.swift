import Controllers
import Models
import Signals

/// The directory of the server, and the rooms of spaces.
extension MainViewModel {
  /// Shows the rooms that the account's server lists; `tell` says what came of a request to join.
  public func browseDirectory(tell: @escaping (String) -> Void) { browseDirectory("", tell) }

  private func browseDirectory(_ words: String, _ tell: @escaping (String) -> Void) {
    let (rooms, server) = (session.rooms, Names.serverLabel(session.userID))
    let emptyText =
      words.isEmpty
      ? "\(server) lists no public rooms."
      : "No public room has these words. / searches for others."
    browse(
      words.isEmpty ? "Public rooms of \(server)" : "Public rooms with “\(words)”", emptyText,
      search: { [weak self] in self?.askToSearch(tell) }, tell
    ) { rooms.publicRooms(words, after: $0) }
  }

  private func askToSearch(_ tell: @escaping (String) -> Void) {
    questions.ask(
      "Search the public rooms", placeholder: "words of their names, topics or addresses",
      isSearch: true
    ) { [weak self] in
      self?.browseDirectory($0, tell)
      return .empty
    }
  }

  /// Whether the entry at an index of the list is a space or in one.
  public func isInSpace(at index: Int) -> Bool { roomList.space(at: index) != nil }

  /// Shows the rooms of the space at an index of the list, also those that the account is not in.
  public func browseSpace(at index: Int, tell: @escaping (String) -> Void) {
    guard let space = roomList.space(at: index) else { return }
    browse(space: space.id, space.name, tell)
  }

  /// Asks whether to leave the space at an index of the list.
  public func askToLeaveSpace(at index: Int) {
    guard let space = roomList.space(at: index) else { return }
    let rooms = session.rooms
    questions.confirm("Leave the space \(space.name)? You stay in its rooms.") {
      rooms.leave(space.id)
    }
  }

  func browse(space: RoomID, _ name: String, _ tell: @escaping (String) -> Void) {
    let rooms = session.rooms
    let key = world.chosen.value.key(.actions)
    let emptyText =
      "You see no rooms in this space. The menu of a room in the list (\(key)) adds it to a space."
    browse("Rooms of \(name)", emptyText, search: nil, tell) {
      rooms.rooms(of: space, after: $0)
    }
  }

  private func browse(
    _ title: String, _ emptyText: String, search: (() -> Void)?,
    _ tell: @escaping (String) -> Void,
    load: @escaping (String?) -> Signal<FoundRooms, RequestError>
  ) {
    let memberships = Property<[RoomID: Room.Membership]>(
      initial: [:],
      then: session.rooms.rooms.map { rooms in
        Dictionary(rooms.map { ($0.id, $0.membership) }) { first, _ in first }
      }.skipRepeats())
    let browser = RoomBrowser(emptyText: emptyText, memberships: memberships, load: load)
    show(
      SheetViewModel(
        title: title, rows: browser.rows, note: browser.noteText, keepsFocus: true,
        more: .init(search: search, load: browser.loadMore)
      ) { [weak self] row in
        if let room = browser.room(of: row) { self?.enter(room, from: browser, tell) }
      })
  }

  private func enter(
    _ room: FoundRoom, from browser: RoomBrowser, _ tell: @escaping (String) -> Void
  ) {
    let name = FoundRoomText.name(room)
    let go: @MainActor (RoomID) -> Void = { [weak self] id in
      guard let self else { return }
      if room.isSpace { browse(space: id, name, tell) } else { open(id) }
    }
    switch (browser.membership(in: room), room.entry) {
    case (.joined, _): go(room.id)
    case (.invited, _), (.left, .join), (nil, .join):
      browser.work(session.rooms.join(room.id.rawValue), saying: "Joining \(name)…", then: go)
    case (.left, .joinOrKnock), (nil, .joinOrKnock):
      let joining = session.rooms.join(room.id.rawValue).recovering { [weak self] error in
        guard error.code == "M_FORBIDDEN" else { return .failed(error) }
        self?.askToKnock(room.id.rawValue, name: name, isRefused: true, tell)
        return .empty
      }
      browser.work(joining, saying: "Joining \(name)…", then: go)
    case (.left, .knock), (nil, .knock):
      askToKnock(room.id.rawValue, name: name, isRefused: false, tell)
    case (.asking, _), (_, .invite): break
    }
  }
}
