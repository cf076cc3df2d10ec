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
    case .html: message(Self.plainText(ofHTML: text), html: text, isOptional: false)
    }
  }

  /// The words of a formatted text for those who see no formats, without those that it hides.
  private static func plainText(ofHTML html: String) -> String {
    FormattedText(html: html)?.plainText(
      hidingSpoilers: true, behind: FormattedText.plainCover) ?? html
  }

  /// A message; too large for one event, it goes out without optional formats.
  static func message(
    _ text: String, html: String? = nil, type: String = "m.text", isOptional: Bool = true
  ) -> JSONObject {
    var content: JSONObject = ["msgtype": .string(type), "body": .string(text)]
    guard let html, !isOptional || fits([text, html]) else { return content }
    content["format"] = .string("org.matrix.custom.html")
    content["formatted_body"] = .string(html)
    return content
  }

  /// Whether texts fit into one event together.
  static func fits(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + MessageText.byteCount($1) } <= MessageText.mostBytes
  }
}
