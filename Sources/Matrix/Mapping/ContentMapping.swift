import MatrixWire
import ModelKit
import Models

/// Maps the content of a message event.
///
/// Source: Matrix client-server API, "Instant messaging".
func messageContent(_ content: JSONValue) -> MessageContent {
  let body = content["body"]?.string.map { $0.cut(toBytes: Limits.body) }
  guard let type = content["msgtype"]?.string, let body else {
    return unknown(content["msgtype"]?.string ?? EventType.message, content, fallback: body)
  }
  switch type {
  case "m.text": return .text(textContent(content, body: body, kind: .plain))
  case "m.notice": return .text(textContent(content, body: body, kind: .notice))
  case "m.emote": return .text(textContent(content, body: body, kind: .emote))
  case "m.image": return .image(imageContent(content, body: body))
  case "m.file": return .file(fileContent(content, body: body, kind: .file))
  case "m.audio":
    return .file(fileContent(content, body: body, kind: isVoice(content) ? .voice : .audio))
  case "m.video": return .file(fileContent(content, body: body, kind: .video))
  case "m.location":
    return .location(place(body.cut(toBytes: Limits.name), GeoAddress(in: content)))
  default: return unknown(type, content, fallback: body)
  }
}

/// The words for a place, with its coordinates unless they are among the words.
private func place(_ words: String, _ address: GeoAddress?) -> String {
  guard let address, !words.contains(address.text) else { return words }
  return words.isEmpty ? address.text : "\(words) (\(address.text))"
}

/// Maps the content of a sticker event.
func stickerContent(_ content: JSONValue) -> MessageContent {
  .sticker(imageContent(content, body: content["body"]?.string?.cut(toBytes: Limits.body) ?? ""))
}

private func textContent(
  _ content: JSONValue, body: String, kind: TextContent.Kind
) -> TextContent {
  let words = withoutReplyFallback(body, content)
  let formats = formats(content, body: words)
  return TextContent(
    body: words, kind: kind, formatted: formats.text, lacksFormats: formats == .tooLarge)
}

/// Nothing when the message has no formats, or they add nothing to its plain text.
func formats(_ content: JSONValue, body: String) -> FormattedText.Reading {
  guard content["format"]?.string == "org.matrix.custom.html",
    let html = content["formatted_body"]?.string,
    html != body || html.utf8.contains(where: isMarkup)
  else { return .nothing }
  let reading = FormattedText.read(html)
  return reading.text?.addsNothing(to: body) == true ? .nothing : reading
}

private func isMarkup(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
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

extension UnknownContent {
  /// The content of an event of a type that this program does not know; nil when the sender provides no
  /// text for such programs, as events have that no person should see.
  ///
  /// Source: Matrix client-server API, "Extensible events"; MSC1767 has the older names.
  init?(withFallbackIn event: RawEvent) {
    let content = event.content
    let names = ["body", "org.matrix.msc1767.text", "org.matrix.msc1767.message", "m.text"]
    let texts = names.lazy.compactMap { name in
      content[name]?.string ?? content[name]?.array?.first?["body"]?.string
    }
    guard let fallback = texts.first(where: { !$0.isEmpty }) else { return nil }
    self.init(
      type: event.type.cut(toBytes: Limits.name), fallback: fallback.cut(toBytes: Limits.body),
      json: content.text.utf8.count <= Limits.content ? content.text : "{}")
  }
}

extension Mentions {
  /// Nil when the content does not say whom it mentions.
  ///
  /// Source: Matrix client-server API, "User and room mentions".
  init?(in content: JSONValue) {
    guard let mentions = content["m.mentions"], mentions.object != nil else { return nil }
    let users = (mentions["user_ids"]?.array ?? []).prefix(Limits.mentions)
    self.init(
      users: users.compactMap { $0.string.flatMap { UserID($0) } },
      isForRoom: mentions["room"]?.boolean ?? false)
  }
}

/// A reply's text without the quotation that older clients put in front.
///
/// The quotation consists of lines that begin with `> `, followed by an empty line. Source: Matrix
/// client-server API before version 1.13, "Rich replies".
func withoutReplyFallback(_ body: String, _ content: JSONValue) -> String {
  guard content["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string != nil,
    body.hasPrefix("> ")
  else { return body }
  let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
  let rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
  guard rest.first?.isEmpty == true, rest.count > 1 else { return body }
  return rest.dropFirst().joined(separator: "\n")
}
