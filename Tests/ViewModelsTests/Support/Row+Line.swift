import Signals
import ViewModels

@MainActor
extension MessageRowViewModel {
  /// The row in one line; `*` marks one's own messages.
  var line: String {
    let content = content.value
    let sender = content.showsSender ? content.senderText : "…"
    let note = content.noteText
    let words = [note, content.bodyText].filter { !$0.isEmpty }.joined(separator: " ")
    let delivery = content.deliveryText.isEmpty ? "" : " [\(content.deliveryText)]"
    return switch content.kind {
    case .day: "-- \(content.dayText)"
    case .gap: "~~ \(note)"
    case .newMarker: "-- \(note)"
    case .event: "\(content.timeText) · \(note)"
    case .changes(let isOpen): "\(content.timeText) \(isOpen ? "▾" : "▸") \(note)"
    case .locked: "\(content.timeText) \(sender) \(note)"
    case .emote: "\(content.timeText) \(sender) * \(content.bodyText)"
    case .notice: "\(content.timeText) \(sender) - \(content.bodyText)"
    case .message(let isOwn):
      "\(content.timeText) \(sender)\(isOwn ? "*" : ":") \(words)\(delivery)"
    }
  }
}

@MainActor
extension TimelineViewModel {
  /// All rows, each in one line.
  var lines: [String] { rows.value.map(\.line) }
}
