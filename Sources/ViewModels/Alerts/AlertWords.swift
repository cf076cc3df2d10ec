import Controllers
import Models

/// The words of a notice about new messages.
enum AlertWords {
  /// The most messages that are counted.
  static let most = 1_000
  /// The most rooms that are named.
  private static let mostNames = 4

  /// A message alone is quoted; of several, there are the numbers.
  static func text(_ arrivals: [NewMessage]) -> AlertText {
    guard let last = arrivals.last else { return AlertText(titleText: "", bodyText: "") }
    guard arrivals.count > 1 else { return single(last) }
    let rooms = arrivals.reversed().reduce(into: [Room]()) { rooms, arrival in
      if !rooms.contains(where: { $0.id == arrival.room.id }) { rooms.append(arrival.room) }
    }
    let hasInvite = arrivals.contains { $0.message == nil }
    let messages =
      "\(CountText.text(arrivals.count)) new \(hasInvite ? "messages and invites" : "messages")"
    guard rooms.count > 1 else {
      return AlertText(
        titleText: "\(messages) \(place(last.room))", bodyText: words(last))
    }
    let names = rooms.prefix(mostNames).map { Names.label($0) }
    let more = rooms.count > mostNames ? ["…"] : []
    return AlertText(
      titleText: "\(messages) in \(rooms.count) rooms",
      bodyText: (names + more).joined(separator: ", "))
  }

  private static func single(_ arrival: NewMessage) -> AlertText {
    let name = Names.label(arrival.sender)
    guard let message = arrival.message else {
      return AlertText(titleText: "\(name) invites you", bodyText: words(arrival))
    }
    let title = arrival.room.directUser == nil ? "\(name) in \(Names.label(arrival.room))" : name
    let text = EventText(name: { _ in name })
    let parts = [text.note(message), text.speech(message)].filter { !$0.isEmpty }
    return AlertText(titleText: title, bodyText: parts.joined(separator: " "))
  }

  private static func place(_ room: Room) -> String {
    room.directUser == nil ? "in \(Names.label(room))" : "from \(Names.label(room))"
  }

  private static func words(_ arrival: NewMessage) -> String {
    guard let message = arrival.message else {
      return arrival.room.directUser == nil ? "to \(Names.label(arrival.room))" : "to a chat"
    }
    return EventText(name: { _ in Names.label(arrival.sender) }).preview(message, isOwn: false)
  }
}
