import Foundation
import Models
import SeededRandom
import Testing

@testable import Matrix

/// Random HTML and Markdown; `Scripts/soak formats` runs many more than the usual tests do.
@Suite("Random formats")
struct RandomFormatTests {
  private static let isLong = ProcessInfo.processInfo.environment["CHATTUI_SOAK"] == "long"
  private static let seeds = (0..<8).map { UInt64($0) }
  private static let documents = isLong ? 20_000 : 150

  private static let tags = [
    "b", "i", "u", "del", "code", "pre", "p", "div", "blockquote", "ul", "ol", "li", "h1", "h6",
    "table",
    "tr", "td", "th", "br", "hr", "span", "a", "img", "mx-reply", "script", "style", "title",
    "caption",
    "details", "select", "svg", "math", "x-y", "html", "body", "head", "",
  ]
  private static let attributes = [
    " href=\"https://example.org/a?b#c\"", " href='javascript:x'",
    " href=\"https://matrix.to/#/@a:b.c\"",
    " href=matrix:r/room:b.c", " data-mx-spoiler", " data-mx-spoiler=\"why\"",
    " class=\"language-swift x\"",
    " start=\"-7\"", " start=99999999999999999999", " alt=\"<b>\"", " =\"", " x='", "\0", " /",
  ]
  private static let texts = [
    "word", " ", "\n", "\t\t", "&amp;", "&#27;[2J", "&#x0;", "&#xD800;", "&bogus;", "&", "<", ">",
    "]]>",
    "<!--", "-->", "<![CDATA[", "<?xml?>", "\u{1B}[2J", "\0", "\u{202E}", "e\u{301}\u{301}", "👩‍👩‍👧",
    "\u{FFFE}",
    "https://example.org", "@a:b.c", "   ", "\r\n",
  ]
  private static let marks = [
    "*", "**", "_", "`", "```", "~~", "#", "> ", "- ", "1. ", "|", "|-|-|", "[x](", ")",
    "](https://e.org)",
    "![", "\\", "    ", "---", "===", "<b>", "&lt;", "<https://e.org>", "\n", "\n\n", "word", " ",
    "\0",
    "[x](javascript:y)", "[x]: https://e.org \"t\"", "||", "\u{1B}",
  ]

  private static func html(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let tag = tags.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        text += "<\(tag)"
        while Bool.random(using: &random) { text += attributes.randomElement(using: &random) ?? "" }
        text += Int.random(in: 0..<20, using: &random) == 0 ? "" : ">"
      case 3, 4: text += "</\(tag)>"
      default: text += texts.randomElement(using: &random) ?? ""
      }
    }
    let repeats = Int.random(in: 0..<20, using: &random) == 0 ? 200 : 1
    return String(repeating: text, count: repeats)
  }

  @Test("any HTML is nothing, or text within the limits", arguments: seeds)
  func anyHTML(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.documents {
      let html = Self.html(&random)
      guard let text = FormattedText(html: html) else { continue }
      let runs = text.blocks.flatMap(\.runs)
      #expect(text.blocks.count + runs.count <= 2 * Limits.htmlRuns, "\(html)")
      #expect(text.blocks.allSatisfy { (0...6).contains($0.quoteDepth) }, "\(html)")
      #expect(text.blocks.allSatisfy { (0...6).contains($0.listDepth) }, "\(html)")
      #expect(!runs.contains { $0.traits.contains(.link) && $0.text.isEmpty }, "\(html)")
      #expect(
        text.plainText(hidingSpoilers: false).utf8.count <= 3 * html.utf8.count + 64, "\(html)")
    }
  }

  @Test("any Markdown becomes elements that Matrix allows, with all else as text", arguments: seeds)
  func anyMarkdown(seed: UInt64) {
    let allowed: Set = [
      "p", "br", "b", "em", "strong", "code", "pre", "del", "blockquote", "ul", "ol", "li", "hr",
      "a", "span",
      "table", "thead", "tbody", "tr", "th", "td", "h1", "h2", "h3", "h4", "h5", "h6",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.documents {
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        text += Self.marks.randomElement(using: &random) ?? ""
      }
      guard let html = Markdown.html(text) else { continue }
      for piece in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
        let name = piece.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        #expect(allowed.contains(String(name)), "\(text.debugDescription): \(html)")
      }
      #expect(!html.contains("href=\"javascript"), "\(text.debugDescription): \(html)")
      _ = FormattedText(html: html)
    }
  }

  @Test("what Markdown leaves of plain words comes back unchanged", arguments: seeds)
  func plainWords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "a", "<b>", "&amp;", "\"", "'", "x<y", "1 > 0", "&", "é", "好", "c++", "a/b", "(", "%s",
    ]
    for _ in 0..<Self.documents {
      let text = (0..<Int.random(in: 1...12, using: &random))
        .compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
      guard let html = Markdown.html("**\(text)**") else { continue }
      #expect(FormattedText(html: html)?.plainText(hidingSpoilers: false) == text, "\(html)")
    }
  }
}
