import Controllers
import Models
import Signals

/// What the account's rooms are called to which messages link by their IDs.
///
/// A room is looked up when the first message is shown that links to it.
final class LinkedRoomNames {
  /// Hears of a name that was not there when it was asked for, or has changed.
  var changed: (RoomID) -> Void = { _ in }

  private let rooms: any RoomsController
  private var names: [RoomID: String] = [:]
  private var known: Set<RoomID> = []
  private var isAsking = false
  private let lifetime = Lifetime()

  /// A hostile history can link to any number of rooms.
  private static let most = 100

  init(rooms: any RoomsController) {
    self.rooms = rooms
  }

  /// The name of a room; nil unless the account has joined it, or while it is looked up.
  func name(of id: RoomID) -> String? {
    if known.count < Self.most, known.insert(id).inserted {
      isAsking = true
      lifetime.add(
        rooms.room(id).observe(on: .main).subscribe { [weak self] room in
          self?.take(room.flatMap { $0.membership == .joined ? Names.label($0) : nil }, of: id)
        })
      isAsking = false
    }
    return names[id]
  }

  private func take(_ name: String?, of id: RoomID) {
    guard names[id] != name else { return }
    names[id] = name
    if !isAsking { changed(id) }
  }
}

nonisolated extension FormattedText {
  /// Whether something in it links to a room by its ID.
  func links(to room: RoomID) -> Bool {
    blocks.contains { $0.runs.contains { $0.linkedRoom == room } }
  }
}

nonisolated extension TextRun {
  /// The room that the run links to by its ID, and not to a message in it.
  fileprivate var linkedRoom: RoomID? {
    guard let link, case .room(let name, event: nil)? = MatrixLink(link) else { return nil }
    return RoomID(name)
  }
}

nonisolated extension [TextRun] {
  /// The same runs in which links to rooms say what the account calls these rooms, whatever their sender
  /// wrote; no ID is needed behind such a name.
  func namingRooms(_ name: (RoomID) -> String?) -> [TextRun] {
    var runs: [TextRun] = []
    var replaced: String?
    for run in self {
      if let replaced, run.link == replaced || run.traits.contains(.address) { continue }
      replaced = nil
      if let link = run.link, let words = run.linkedRoom.flatMap(name) {
        runs.append(TextRun(words, run.traits.subtracting(.link).union(.pill), link: link))
        replaced = link
      } else {
        runs.append(run)
      }
    }
    return runs
  }
}
