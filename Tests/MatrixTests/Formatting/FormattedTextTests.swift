import MatrixWire
import ModelKit
import Testing

@testable import Matrix
@testable import Models

@Suite("Formatted text")
struct FormattedTextTests {
  /// A row of a data file: HTML, and its blocks in the notation below; nil when the plain text is shown.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let html: String
    let shows: [String]?

    static let all: [Row] = Fixture.array("Formatted/rows.json").map { row in
      Row(
        testDescription: row["name"]?.string ?? "", html: row["html"]?.string ?? "",
        shows: row["shows"]?.array?.compactMap(\.string))
    }
  }

  /// A row of a data file: HTML of a size that no honest message has.
  struct Huge: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let html: String

    static let all: [Huge] = Fixture.array("Formatted/huge.json").map { row in
      let middle = String(
        repeating: row["repeated"]?.string ?? "", count: Int(row["times"]?.integer ?? 0))
      return Huge(
        testDescription: row["name"]?.string ?? "",
        html: (row["before"]?.string ?? "") + middle + (row["after"]?.string ?? ""))
    }
  }

  private static func content(_ html: String, body: String = "plain") -> TextContent? {
    let content: JSONValue = [
      "msgtype": "m.text", "body": .string(body), "format": "org.matrix.custom.html",
      "formatted_body": .string(html),
    ]
    guard case .text(let text) = messageContent(content) else { return nil }
    return text
  }

  @Test("HTML becomes blocks and runs", arguments: Row.all)
  func rows(row: Row) {
    #expect(FormattedText(html: row.html)?.blocks.map(\.notation) == row.shows)
  }

  @Test("elements give their text colours, and end them")
  func colors() throws {
    let html = """
      <span data-mx-color="#ff0000" data-mx-bg-color="#00FF00">a<font color="#0000ff">b</font></span>\
      <font data-mx-color="red" color="#12345g">c</font><font color="+12345f">d</font>
      """
    let runs = try #require(FormattedText(html: html)?.blocks.first?.runs)
    #expect(runs.map(\.text) == ["a", "b", "cd"])
    #expect(runs.map(\.color) == [0xFF0000, 0x0000FF, nil])
    #expect(runs.map(\.ground) == [0x00FF00, 0x00FF00, nil])
  }

  @Test("a text that is only coloured keeps its colours")
  func colorsAlone() throws {
    let content = Self.content("<font color=\"#ff0000\">plain</font>")
    #expect(content?.formatted?.blocks.first?.runs.first?.color == 0xFF0000)
  }

  @Test("HTML beyond a limit is shown as plain text, soon", arguments: Huge.all)
  func huge(row: Huge) throws {
    let clock = ContinuousClock()
    var text: TextContent?
    let time = clock.measure { text = Self.content(row.html) }

    let content = try #require(text)
    #expect(content.body == "plain")
    #expect(content.formatted == nil)
    // The other one shows nothing.
    #expect(content.lacksFormats == (row.testDescription != "closing elements"))
    // Measured without optimization: at most 40 ms.
    #expect(time < .seconds(1))
  }

  @Test("a list of 1,500 entries has its formats")
  func longList() throws {
    let entries = (1...1500).map { "<li>\($0)</li>" }.joined()
    let content = try #require(Self.content("<ol>\(entries)</ol>"))
    #expect(content.formatted?.blocks.count == 1500)
    #expect(!content.lacksFormats)
  }

  @Test("formats that add nothing are dropped; other text wins over the body")
  func additions() throws {
    #expect(Self.content("hello", body: "hello")?.formatted == nil)
    #expect(Self.content("<p>hello</p>", body: "hello")?.formatted == nil)
    #expect(Self.content("a &lt; b", body: "a < b")?.formatted == nil)
    #expect(Self.content("<p> </p>", body: "hello") == TextContent(body: "hello"))
    let other = try #require(Self.content("<p>other</p>", body: "hello"))
    #expect(other.shownText == "other")
    #expect(other.searchText == "other")
    #expect(other.body == "hello")
  }

  @Test("another format, or none, leaves the body")
  func otherFormats() {
    for format in [JSONValue.string("org.example.rtf"), .null, 7] {
      let content: JSONValue = [
        "msgtype": "m.text", "body": "a", "format": format, "formatted_body": "<b>b</b>",
      ]
      #expect(messageContent(content) == .text(TextContent(body: "a")))
    }
  }

  @Test("previews hide spoilers; searches find them")
  func spoilers() throws {
    let text = try #require(
      Self.content("It was <span data-mx-spoiler>the <b>butler</b></span>, <i>of course</i>"))
    #expect(text.shownText == "It was ▒▒▒▒▒, of course")
    #expect(text.searchText == "It was the butler, of course")
  }

  @Test("the plain text of blocks has a line for each, and a bar between cells")
  func plain() throws {
    let text = try #require(
      Self.content(
        "<ul><li>a</li></ul><blockquote>b</blockquote><table><tr><td>c</td><td>d</td></tr></table>")
    )
    #expect(text.shownText == "• a\n> b\nc | d")
  }

  @Test("the recorded messages with formats")
  func recorded() throws {
    let sync = try JSONValue(Fixture.bytes("sync-initial-lazy.json"))
    let shown = sync.formattedMessages.compactMap { content -> [String]? in
      guard case .text(let text) = messageContent(content) else { return nil }
      return text.formatted?.blocks.map(\.notation) ?? [text.body]
    }
    #expect(
      shown.contains([
        "code(swift) let x = 1", "+[•] one", "+[•] two {l:link}{a: (example.org)}", ">q",
        "{x:secret} {s:no} red",
      ]))
    #expect(shown.contains(["hi Alice"]))
  }
}

extension Fixture {
  fileprivate static func array(_ name: String) -> [JSONValue] {
    (try? JSONValue(bytes(name)).array) ?? []
  }
}

extension JSONValue {
  /// All contents of messages with formats, at any depth.
  fileprivate var formattedMessages: [JSONValue] {
    if self["formatted_body"]?.string != nil { return [self] }
    let parts = array ?? object.map { $0.map(\.value) } ?? []
    return parts.flatMap(\.formattedMessages)
  }
}

// The notation: quotes as `>`, lists as `+`, the bullet in brackets, the kind of the block, and runs with
// formats as `{letters:text}`.

extension TextBlock {
  fileprivate var notation: String {
    let levels =
      String(repeating: ">", count: quoteDepth) + String(repeating: "+", count: listDepth)
    let marker = marker.map { "[\($0)] " } ?? ""
    return levels + marker + kind.notation + runs.map(\.notation).joined()
  }
}

extension TextBlockKind {
  fileprivate var notation: String {
    switch self {
    case .paragraph: ""
    case .heading(let level): "h\(level) "
    case .code(let language): "code(\(language ?? "")) "
    case .rule: "rule "
    case .tableRow(let isFirst): isFirst ? "row1 " : "row "
    }
  }
}

extension TextRun {
  fileprivate var notation: String {
    if let person { return "{p\(person.rawValue)=\(text)}" }
    let letters: [(TextTraits, String)] = [
      (.strong, "b"), (.emphasis, "i"), (.underlined, "u"), (.struck, "s"), (.code, "c"),
      (.spoiler, "x"), (.link, "l"), (.address, "a"), (.pill, "p"), (.cellStart, "|"),
    ]
    let set = letters.filter { traits.contains($0.0) }.map(\.1).joined()
    return set.isEmpty && text != "\n" ? text : "{\(set):\(text)}"
  }
}
