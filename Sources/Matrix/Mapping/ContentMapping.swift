import MatrixWire
import ModelKit
import Models

/// What the content of a message event says.
///
/// Source: Matrix client-server API, "Instant messaging".
func messageContent(_ content: JSONValue) -> MessageContent {
  let body = content["body"]?.string.map { $0.cut(toBytes: Limits.body) }
  guard let type = content["msgtype"]?.string, let body else {
    return unknown(content["msgtype"]?.string ?? EventType.message, content, fallback: body)
  }
  switch type {
  case "m.text": return .text(TextContent(body: withoutReplyFallback(body, content)))
  case "m.notice":
    return .text(TextContent(body: withoutReplyFallback(body, content), kind: .notice))
  case "m.emote":
    return .text(TextContent(body: withoutReplyFallback(body, content), kind: .emote))
  case "m.image": return .image(imageContent(content, body: body))
  default: return unknown(type, content, fallback: body)
  }
}

/// What the content of a sticker event says.
func stickerContent(_ content: JSONValue) -> MessageContent {
  .sticker(imageContent(content, body: content["body"]?.string ?? ""))
}

private func unknown(
  _ type: String, _ content: JSONValue, fallback: String?
) -> MessageContent {
  let text = content.text
  return .unknown(
    UnknownContent(
      type: type.cut(toBytes: Limits.name), fallback: fallback,
      json: text.utf8.count <= Limits.content ? text : "{}"))
}

private func imageContent(_ content: JSONValue, body: String) -> ImageContent {
  let info = content["info"]
  func size(_ name: String) -> Int? {
    info?[name]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
  return ImageContent(
    body: body.cut(toBytes: Limits.name),
    source: content["url"]?.string.flatMap { MediaURI($0) },
    mimeType: info?["mimetype"]?.string?.cut(toBytes: Limits.name),
    width: size("w"), height: size("h"), byteCount: size("size"))
}

/// A reply's text without the quotation that older clients put before it.
///
/// That is lines that begin with `> `, then an empty one.
/// Source: Matrix client-server API before version 1.13, "Rich replies".
private func withoutReplyFallback(_ body: String, _ content: JSONValue) -> String {
  guard content["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string != nil,
    body.hasPrefix("> ")
  else { return body }
  let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
  let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
  guard rest.first?.isEmpty == true, rest.count > 1 else { return body }
  return rest.dropFirst().joined(separator: "\n")
}
