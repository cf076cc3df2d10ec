import Controllers
import MatrixWire
import ModelKit
import Models

extension OutboxEntry {
  /// What to type to send this text again; nil when it is the body, or the event is no text.
  var draft: String? {
    guard type == EventType.message, let body = content["body"]?.string else { return nil }
    return EventContent.draft(
      of: body, html: content["formatted_body"]?.string, type: content["msgtype"]?.string)
  }
}

extension EventContent {
  /// What to type to send a text again; nil when it is the body, or the message is no text.
  static func draft(of body: String, html: String?, type: String?) -> String? {
    let pills = html.flatMap { PillText(body: body, html: $0)?.source }
    let words = pills ?? body
    let covered = html.flatMap(coveredText)
    switch type {
    case "m.emote": return "/me \(covered ?? words)"
    case "m.text", "m.notice":
      if html == text(words)["formatted_body"]?.string {
        return pills.map { $0.hasPrefix("/") ? "/\($0)" : $0 }
      }
      guard let html else { return "/plain \(body)" }
      if let text = spoilerText(of: html) { return "/spoiler \(text)" }
      guard let covered, html == self.text(covered)["formatted_body"]?.string else {
        return "/html \(html)"
      }
      return covered.hasPrefix("/") ? "/\(covered)" : covered
    default: return nil
    }
  }
}
