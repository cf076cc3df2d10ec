import Controllers
import Models
import Signals

/// The whole history of a room that this machine keeps, a part at a time.
@MainActor
struct Export {
  let history: any HistoryController
  let room: RoomID

  /// Writes the messages, oldest first; returns how many there were.
  func run(write: @MainActor (HistoryEntry) throws -> Void) async throws -> Int {
    var (count, place) = (0, HistoryPlace?.none)
    repeat {
      guard let part = try await history.kept(in: room, after: place).first() else { break }
      for entry in part.entries { try write(entry) }
      count += part.entries.count
      place = part.end
    } while place != nil
    return count
  }

  /// The rooms without those in which the account never was, such as declined invites: it is in them, or there
  /// are messages.
  static func entered(_ rooms: [Room], _ history: any HistoryController) async throws -> [Room] {
    var entered: [Room] = []
    for room in rooms {
      if room.membership != .joined {
        let part = try await history.kept(in: room.id, after: nil).first()
        guard let part, !part.entries.isEmpty || part.end != nil else { continue }
      }
      entered.append(room)
    }
    return entered
  }

  /// "812 messages; the server may have older ones, and messages are missing at 2 places".
  static func summary(_ count: Int, _ extent: HistoryExtent) -> String {
    var lacks: [String] = []
    if extent.hasOlder { lacks.append("the server may have older ones") }
    if extent.gapCount > 0 {
      lacks.append(
        "messages are missing at \(extent.gapCount) place\(extent.gapCount == 1 ? "" : "s")")
    }
    let messages = "\(count) message\(count == 1 ? "" : "s")"
    return lacks.isEmpty
      ? "\(messages), from the beginning of the room"
      : "\(messages); " + lacks.joined(separator: ", and ")
  }
}
