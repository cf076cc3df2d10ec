import CMD4C

/// Writes the HTML of a Markdown text while md4c reads it.
final class MarkdownWriter {
  private var output = ""
  private var isFormatted = false
  private var hasWords = false
  /// The number of paragraphs and other blocks that are in no other block.
  private var blockCount = 0
  private var depth = 0
  /// Which of the open links are written as links.
  private var links: [Bool] = []
  private var spoilers = SpoilerBars()

  /// The HTML, in which a single paragraph has no element; nil when it says no more than the text, or
  /// has nothing to format, such as that of a lone `#`.
  var html: String? {
    guard isFormatted, hasWords else { return nil }
    let (start, end) = ("<p>", "</p>")
    guard blockCount == 1, output.hasPrefix(start), output.hasSuffix(end) else { return output }
    return String(output.dropFirst(start.count).dropLast(end.count))
  }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkdownWriter? {
    pointer.map { Unmanaged<MarkdownWriter>.fromOpaque($0).takeUnretainedValue() }
  }

  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    if depth == 1 { blockCount += 1 }
    depth += 1
    // A hidden text has no blocks in it.
    coverSpoilers()
    spoilers.enter()
    if type != MD_BLOCK_DOC, type != MD_BLOCK_P { isFormatted = true }
    switch type {
    case MD_BLOCK_DOC: break
    case MD_BLOCK_OL:
      let start = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee.start ?? 1
      output += start == 1 ? "<ol>" : "<ol start=\"\(start)\">"
    case MD_BLOCK_CODE:
      output += "<pre><code"
      let language = detail?.assumingMemoryBound(to: MD_BLOCK_CODE_DETAIL.self).pointee.lang
      if let language, language.size > 0 {
        output += " class=\"language-"
        add(language)
        output += "\""
      }
      output += ">"
    default: output += Self.name(type, detail).map { "<\($0)>" } ?? ""
    }
  }

  func leave(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    depth -= 1
    coverSpoilers()
    spoilers.leave()
    switch type {
    case MD_BLOCK_HR: break
    case MD_BLOCK_CODE: output += "</code></pre>"
    default: output += Self.name(type, detail).map { "</\($0)>" } ?? ""
    }
  }

  func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) {
    spoilers.enter()
    switch type {
    case MD_SPAN_A:
      let address = detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee.href
      let isLink = address.map { LinkTarget(Self.string($0.text, $0.size)) != nil } ?? false
      links.append(isLink)
      guard isLink, let address else { return }
      isFormatted = true
      output += "<a href=\""
      add(address)
      output += "\">"
    // Only uploaded pictures can be shown: the text that stands for this one is.
    case MD_SPAN_IMG: break
    default:
      isFormatted = true
      output += Self.name(type).map { "<\($0)>" } ?? ""
    }
  }

  func leave(_ type: MD_SPANTYPE) {
    coverSpoilers()
    spoilers.leave()
    switch type {
    case MD_SPAN_A: if links.popLast() == true { output += "</a>" }
    case MD_SPAN_IMG: break
    default: output += Self.name(type).map { "</\($0)>" } ?? ""
    }
  }

  private func coverSpoilers() {
    if spoilers.cover(&output) { isFormatted = true }
  }

  /// Adds a text; an entity such as `&amp;` stays as it was typed, because it does so in a message
  /// without formats too.
  func add(_ type: MD_TEXTTYPE, _ text: UnsafePointer<MD_CHAR>?, _ size: MD_SIZE) {
    switch type {
    case MD_TEXT_NULLCHAR: output += "\u{FFFD}"
    case MD_TEXT_BR, MD_TEXT_SOFTBR: output += "<br>"
    default:
      let words = Self.string(text, size).escapedForHTML
      if type == MD_TEXT_NORMAL { spoilers.note(words, after: output) }
      output += words
    }
    switch type {
    case MD_TEXT_BR, MD_TEXT_SOFTBR: break
    default: hasWords = hasWords || !Self.string(text, size).allSatisfy(\.isWhitespace)
    }
  }

  /// Adds the value of an attribute, which comes in pieces.
  private func add(_ value: MD_ATTRIBUTE) {
    var index = 0
    while value.substr_offsets[index] < value.size {
      let (from, to) = (value.substr_offsets[index], value.substr_offsets[index + 1])
      add(value.substr_types[index], value.text + Int(from), to - from)
      index += 1
    }
  }

  private static func string(_ text: UnsafePointer<MD_CHAR>?, _ size: MD_SIZE) -> String {
    let bytes = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(size))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func name(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> String? {
    switch type {
    case MD_BLOCK_QUOTE: "blockquote"
    case MD_BLOCK_UL: "ul"
    case MD_BLOCK_OL: "ol"
    case MD_BLOCK_LI: "li"
    case MD_BLOCK_HR: "hr"
    case MD_BLOCK_H:
      "h\(detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1)"
    case MD_BLOCK_P: "p"
    case MD_BLOCK_TABLE: "table"
    case MD_BLOCK_THEAD: "thead"
    case MD_BLOCK_TBODY: "tbody"
    case MD_BLOCK_TR: "tr"
    case MD_BLOCK_TH: "th"
    case MD_BLOCK_TD: "td"
    default: nil
    }
  }

  private static func name(_ type: MD_SPANTYPE) -> String? {
    switch type {
    case MD_SPAN_EM: "em"
    case MD_SPAN_STRONG: "strong"
    case MD_SPAN_CODE: "code"
    case MD_SPAN_DEL: "del"
    default: nil
    }
  }
}

extension String {
  /// The text as HTML shows it, also within an attribute.
  var escapedForHTML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
