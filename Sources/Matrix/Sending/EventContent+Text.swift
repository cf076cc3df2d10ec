import Controllers
import MatrixWire
import ModelKit
import Models

extension EventContent {
  /// The content of a text message, with its formats if it has any.
  ///
  /// Source: Matrix client-server API, `m.room.message`.
  static func text(_ text: String, as form: TextForm = .markdown) -> JSONObject {
    switch form {
    case .plain: message(text)
    case .markdown: message(text, html: Markdown.html(text))
    case .emote: message(text, html: Markdown.html(text), type: "m.emote")
    case .html:
      message(
        FormattedText(html: text)?.plainText(hidingSpoilers: false) ?? text, html: text,
        isOptional: false)
    }
  }

  /// The content that replaces that of another message.
  ///
  /// Clients that do not know edits show its own body. Source: Matrix client-server API, "Event
  /// replacements".
  static func edit(of target: Message.ID, _ text: String) -> JSONObject {
    // The formats are there twice, or not at all.
    let html = Markdown.html(text).flatMap { fits([text, text, $0, $0]) ? $0 : nil }
    var content = message("* \(text)", html: html.map { "* \($0)" })
    content["m.new_content"] = .object(message(text, html: html))
    content["m.relates_to"] = .object(relation("m.replace", to: target))
    return content
  }

  /// A message; too large for one event, it goes out without optional formats.
  private static func message(
    _ text: String, html: String? = nil, type: String = "m.text", isOptional: Bool = true
  ) -> JSONObject {
    var content: JSONObject = ["msgtype": .string(type), "body": .string(text)]
    guard let html, !isOptional || fits([text, html]) else { return content }
    content["format"] = .string("org.matrix.custom.html")
    content["formatted_body"] = .string(html)
    return content
  }

  private static func fits(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + MessageText.byteCount($1) } <= MessageText.mostBytes
  }
}
