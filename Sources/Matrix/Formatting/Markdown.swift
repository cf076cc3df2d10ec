import CMD4C

/// Markdown, as people type it.
enum Markdown {
  /// The HTML of a text; nil when the text has no formats, or there is no md4c.
  ///
  /// HTML in the text is text. A line break stays one, and four spaces do not make a program.
  static func html(_ text: String) -> String? {
    // Most messages have no such character, and the library stays closed.
    guard text.utf8.contains(where: marks.contains) || text.hasNumber, let parse = library else {
      return nil
    }
    let writer = MarkdownWriter()
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_TABLES
        | MD_FLAG_STRIKETHROUGH)
    parser.enter_block = { type, detail, writer in
      MarkdownWriter.of(writer)?.enter(type, detail)
      return 0
    }
    parser.leave_block = { type, detail, writer in
      MarkdownWriter.of(writer)?.leave(type, detail)
      return 0
    }
    parser.enter_span = { type, detail, writer in
      MarkdownWriter.of(writer)?.enter(type, detail)
      return 0
    }
    parser.leave_span = { type, _, writer in
      MarkdownWriter.of(writer)?.leave(type)
      return 0
    }
    parser.text = { type, text, size, writer in
      MarkdownWriter.of(writer)?.add(type, text, size)
      return 0
    }
    var text = freeingTables(text)
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        parse(
          bytes.baseAddress, MD_SIZE(bytes.count), &parser,
          Unmanaged.passUnretained(writer).toOpaque())
      }
    }
    return status == 0 ? withExtendedLifetime(writer) { writer.html } : nil
  }

  /// Formats need one of these, except numbered lists.
  private static let marks = Set("*_`~#>+-|[<=".utf8)

  private static let library: md_parse_function? = md_open("libmd4c.so.0")
}

extension String {
  /// Whether there is a digit before a dot or a bracket, as before the entry of a list.
  fileprivate var hasNumber: Bool {
    zip(utf8, utf8.dropFirst()).contains { digit, mark in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
        && (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"))
    }
  }
}
