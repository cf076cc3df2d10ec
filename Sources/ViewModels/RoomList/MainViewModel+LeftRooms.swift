import Controllers
import Models
import Signals

/// The rooms that the account has left.
extension MainViewModel {
  /// Shows the rooms that were left here or elsewhere and are known on this machine, to forget one of them;
  /// `tell` says which was.
  public func showLeftRooms(tell: @escaping (String) -> Void) {
    let rooms = Property<[Room]?>(
      initial: nil,
      then: session.rooms.leftRooms.map { $0.sorted { LeftRoomText.isBefore($0, $1) } })
    show(
      SheetViewModel(
        title: "Rooms that you left", rows: rooms.map { ($0 ?? []).map(LeftRoomText.row) },
        note: rooms.map(LeftRoomText.note), keepsFocus: true
      ) { [weak self] row in
        guard let room = rooms.value?.first(where: { $0.id.rawValue == row.id.text }) else {
          return
        }
        self?.askToForget(room, tell)
      })
  }

  private func askToForget(_ room: Room, _ tell: @escaping (String) -> Void) {
    let (rooms, name) = (session.rooms, Names.label(room))
    questions.confirm(
      "Forget what was written in \(name)?",
      "y: its history is gone for you, here and on the server. Any other key: no"
    ) {
      rooms.forget(room.id).onMain(completed: { tell("Forgotten: \(name)") })
    }
  }
}

/// Words about rooms that were left.
private nonisolated enum LeftRoomText {
  static func row(_ room: Room) -> SheetRow {
    let (name, address) = (Names.label(room), Names.label(room.alias?.rawValue ?? room.id.rawValue))
    return SheetRow(
      id: RowID(room.id.rawValue), nameText: name, factsText: address == name ? "" : address,
      action: "forget")
  }

  static func note(_ rooms: [Room]?) -> String {
    guard let rooms else { return "Loading…" }
    return rooms.isEmpty ? "This machine knows of none." : ""
  }

  /// What was active last comes first.
  static func isBefore(_ first: Room, _ second: Room) -> Bool {
    let (one, two) = (first.lastActivity?.milliseconds ?? 0, second.lastActivity?.milliseconds ?? 0)
    return (one, second.id.rawValue) > (two, first.id.rawValue)
  }
}
