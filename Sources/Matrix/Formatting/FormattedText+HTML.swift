import Models

extension FormattedText {
  /// Reads the HTML that Matrix allows in messages; the text of other elements is kept.
  ///
  /// Nil when the HTML exceeds a limit or shows nothing: the message's plain text is shown then. Source:
  /// Matrix client-server API, `m.room.message`, "org.matrix.custom.html".
  init?(html: String) {
    guard html.utf8.count <= Limits.body, !html.hasLongTag, let reader = HTMLReader(html) else {
      return nil
    }
    var builder = FormattedTextBuilder()
    while let event = reader.next() {
      guard reader.depth <= Limits.htmlDepth, builder.isWithinLimits else { return nil }
      switch event {
      case .start(let element): builder.start(element) { reader.attribute($0) }
      case .end(let element): builder.end(element)
      case .text(let text): builder.add(text)
      case .other: break
      }
    }
    let blocks = builder.finish()
    guard blocks.contains(where: \.hasVisibleText) else { return nil }
    self.init(blocks: blocks)
  }

  /// Whether a plain text says all of this.
  func addsNothing(to body: String) -> Bool {
    blocks.allSatisfy { $0.isPlain } && plainText(hidingSpoilers: false) == body
  }
}

extension TextBlock {
  fileprivate var isPlain: Bool {
    kind == .paragraph && quoteDepth == 0 && listDepth == 0
      && runs.allSatisfy { $0.traits.isEmpty && $0.person == nil }
  }

  fileprivate var hasVisibleText: Bool {
    runs.contains { $0.text.unicodeScalars.contains { $0.isVisible } }
  }
}

extension Unicode.Scalar {
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    // The last one is a Braille pattern without dots.
    default: !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
    }
  }
}

extension String {
  /// Whether a tag is longer than any honest one.
  ///
  /// libxml2 compares each attribute of a tag with all before it: 60 kB of them take a third of a second.
  fileprivate var hasLongTag: Bool {
    var start: Int?
    var quote: UInt8?
    var last = UInt8(ascii: " ")
    for (index, byte) in utf8.enumerated() {
      if let tag = start {
        if index - tag > Limits.htmlTag { return true }
        switch byte {
        case UInt8(ascii: ">") where quote == nil: start = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          if quote == byte { quote = nil } else if last == UInt8(ascii: "=") { quote = byte }
        default: break
        }
      } else if last == UInt8(ascii: "<"), byte >= UInt8(ascii: "A") {
        (start, quote) = (index, nil)
      }
      if byte > 0x20 { last = byte }
    }
    return false
  }
}
