import Controllers
import MatrixWire
import ModelKit
import Models

extension EventContent {
  /// The content of a text message, with its formats if it has any.
  ///
  /// Source: Matrix client-server API, `m.room.message`.
  static func text(_ text: String, as form: TextForm = .markdown) -> JSONObject {
    let words = PillText(source: text)
    var content =
      switch form {
      case .plain: message(words.text)
      case .markdown: message(words.text, html: Markdown.htmlWithPills(text))
      case .emote: message(words.text, html: Markdown.htmlWithPills(text), type: "m.emote")
      case .spoiler: message(ofHTML: spoiler(text))
      case .html: message(ofHTML: words.html)
      }
    // Source: Matrix client-server API, "User and room mentions".
    content.mention(words.people)
    return content
  }

  /// The start and the end of a text that is hidden as a whole.
  ///
  /// Source: Matrix client-server API, "Spoiler messages".
  private static let cover = (start: "<span data-mx-spoiler>", end: "</span>")

  /// A text between them; an element of the line holds no blocks, so that one with blocks has no formats.
  private static func spoiler(_ text: String) -> String {
    let html =
      Markdown.htmlWithPills(text).flatMap { Markdown.isOneLine($0) ? $0 : nil }
      ?? PillText(source: text).text.escapedForHTML.replacing("\n", with: "<br>")
    return cover.start + html + cover.end
  }

  /// What was typed behind `/spoiler` to make this HTML; nil when that did not.
  static func spoilerText(of html: String) -> String? {
    guard html.hasPrefix(cover.start), html.hasSuffix(cover.end) else { return nil }
    let covered = html.dropFirst(cover.start.count).dropLast(cover.end.count)
    let text = FormattedText(html: String(covered))?.plainText(hidingSpoilers: false)
    return text.flatMap { spoiler($0) == html ? $0 : nil }
  }

  private static func message(ofHTML html: String) -> JSONObject {
    message(plainText(ofHTML: html), html: html, isOptional: false)
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

extension JSONObject {
  /// Adds people to those whom an event mentions.
  mutating func mention(_ people: [UserID]) {
    guard !people.isEmpty else { return }
    let known = self["m.mentions"]?["user_ids"]?.array ?? []
    let new = people.map { JSONValue.string($0.rawValue) }.filter { !known.contains($0) }
    self["m.mentions"] = ["user_ids": .array(known + new)]
  }
}

extension PillText {
  /// HTML in which the names are links; all else is as it was typed.
  fileprivate var html: String {
    linked { name, target in
      "<a href=\"\(target.address)\">\(String(name).escapedForHTML)</a>"
    }
  }
}

extension TextForm {
  /// Whether the message says less, or too much, without its formats.
  var needsFormats: Bool {
    switch self {
    case .html, .spoiler: true
    case .plain, .markdown, .emote: false
    }
  }
}

extension Markdown {
  /// Whether HTML made of Markdown has no blocks: otherwise it begins with one.
  static func isOneLine(_ html: String) -> Bool {
    let blocks = ["<p>", "<ul>", "<ol", "<pre>", "<blockquote>", "<table>", "<h"]
    return !blocks.contains { html.hasPrefix($0) }
  }

  /// The HTML of a text that may link to people and rooms.
  ///
  /// A link in a program stays as it was typed there: such a text has no links, only names.
  static func htmlWithPills(_ text: String) -> String? {
    let words = PillText(source: text)
    guard !words.pills.isEmpty, let html = html(text) else { return html(text) }
    let links = html.ranges(of: "<a href=\"\(PillTarget.prefix)").count
    return links >= words.pills.count ? html : self.html(words.text)
  }
}
