import Controllers
import MatrixWire
import ModelKit

extension OutboxEntry {
  /// What to type to send this text again; nil when it is the body, or the event is no text.
  var draft: String? {
    guard type == EventType.message, let body = content["body"]?.string else { return nil }
    let html = content["formatted_body"]?.string
    switch content["msgtype"]?.string {
    case "m.emote": return "/me \(body)"
    case "m.text":
      if html == EventContent.text(body)["formatted_body"]?.string { return nil }
      return html.map { "/html \($0)" } ?? "/plain \(body)"
    default: return nil
    }
  }
}
