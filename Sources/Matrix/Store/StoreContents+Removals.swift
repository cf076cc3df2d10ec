import Controllers
import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// How somebody else ended the account's membership of a room; nil when it left by itself, when it was no
  /// member, or when the news do not say.
  func removal(
    in news: RawLeftRoom, from room: RoomState, _ tables: AccountTables
  ) throws -> OwnRemoval? {
    guard room.membership == .joined else { return nil }
    let events = [Array(news.state), Array(news.timeline?.events ?? [])].joined()
    let last = events.last { $0.type == EventType.member && $0.stateKey == userID.rawValue }
    guard let last, let sender = UserID(last.sender), sender != userID else { return nil }
    let membership = last.content["membership"]?.string
    guard membership == "leave" || membership == "ban" else { return nil }
    let reason = last.content["reason"]?.string?.nonEmpty(cutToBytes: Limits.name)
    return OwnRemoval(
      room: try value(of: room, tables),
      remover: try surroundings(tables).user(sender, in: room),
      reason: ignored.contains(sender) ? nil : reason, isBan: membership == "ban")
  }
}
