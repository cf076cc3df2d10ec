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
      case .markdown: message(words.text, markdown: text)
      case .emote: message(words.text, markdown: text, type: "m.emote")
      case .spoiler: message(ofHTML: spoiler(text))
      case .html: message(ofHTML: words.html)
      }
    // Source: Matrix client-server API, "User and room mentions".
    content.mention(words.people)
    return content
  }

  private static let cover = SpoilerBars.cover

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

  /// What was typed to make HTML that hides some of its words; nil when it hides none.
  ///
  /// Other formats are lost: whoever needs them compares what it makes.
  static func coveredText(of html: String) -> String? {
    guard hidesWords(html), let text = FormattedText(html: html) else { return nil }
    let words = text.markingSpoilers(with: SpoilerBars.bars)
    return PillText(body: words, html: html)?.source ?? words
  }

  /// Whether HTML hides some of its words: they would be legible without it.
  static func hidesWords(_ html: String) -> Bool { html.contains(cover.start) }

  private static func message(
    _ text: String, markdown: String, type: String = "m.text"
  ) -> JSONObject {
    let html = Markdown.htmlWithPills(markdown)
    if let html, hidesWords(html) { return message(ofHTML: html, type: type) }
    return message(text, html: html, type: type)
  }

  private static func message(ofHTML html: String, type: String = "m.text") -> JSONObject {
    message(plainText(ofHTML: html), html: html, type: type, isOptional: false)
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
