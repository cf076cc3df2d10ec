import Signals
import ViewModels

@MainActor
extension MessageRowViewModel {
  /// The row in one line, as a person would tell it; `*` marks the own messages.
  var line: String {
    let content = content.value
    let sender = content.showsSender ? content.senderText : "…"
    let delivery = content.deliveryText.isEmpty ? "" : " [\(content.deliveryText)]"
    return switch content.kind {
    case .day: "-- \(content.dayText)"
    case .newMarker: "-- new"
    case .event: "\(content.timeText) \(content.bodyText)"
    case .locked: "\(content.timeText) \(sender) \(content.bodyText)"
    case .emote: "\(content.timeText) * \(content.senderText) \(content.bodyText)"
    case .notice: "\(content.timeText) \(sender)! \(content.bodyText)"
    case .message(let isOwn):
      "\(content.timeText) \(sender)\(isOwn ? "*" : ":") \(content.bodyText)\(delivery)"
    }
  }
}

@MainActor
extension TimelineViewModel {
  /// All rows, each in one line.
  var lines: [String] { rows.value.map(\.line) }
}
