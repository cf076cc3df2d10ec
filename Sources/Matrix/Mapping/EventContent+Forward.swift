import MatrixWire
import ModelKit
import Models

extension EventContent {
  /// What a message says, for another room; nil when it says nothing that another room can understand.
  ///
  /// A file is named by its address, which anybody may download who knows it; a key to an encrypted one
  /// stays in its room. Nobody is mentioned, and there is nothing of a message to which this one replied.
  static func forwarded(_ source: CurrentContent) -> JSONObject? {
    guard [EventType.message, EventType.sticker].contains(source.type),
      source.content["file"] == nil
    else { return nil }
    var content = source.content
    if let body = content["body"]?.string {
      content["body"] = .string(withoutReplyFallback(body, .object(content)))
    }
    if let html = content["formatted_body"]?.string {
      content["formatted_body"] = .string(withoutQuotation(html))
    }
    content["m.relates_to"] = nil
    content["m.new_content"] = nil
    // Without this member, programs look for names in the text.
    content["m.mentions"] = [:]
    return content
  }

  /// A formatted reply without the quotation that older clients put in front.
  private static func withoutQuotation(_ html: String) -> String {
    guard html.hasPrefix("<mx-reply>"), let end = html.firstRange(of: "</mx-reply>") else {
      return html
    }
    return String(html[end.upperBound...])
  }
}
