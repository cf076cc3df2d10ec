import Models

extension FormattedText {
  /// What becomes of HTML.
  enum Reading: Equatable {
    case text(FormattedText)
    /// It shows nothing.
    case nothing
    /// It exceeds a limit.
    case tooLarge

    var text: FormattedText? {
      if case .text(let text) = self { text } else { nil }
    }
  }

  /// Nil when the HTML exceeds a limit or shows nothing: the message's plain text is shown then.
  init?(html: String) {
    guard let text = Self.read(html).text else { return nil }
    self = text
  }

  /// Reads the HTML that Matrix allows in messages; the text of other elements is kept.
  ///
  /// Source: Matrix client-server API, `m.room.message`, "org.matrix.custom.html".
  static func read(_ html: String) -> Reading {
    guard html.utf8.count <= Limits.body, !html.hasLongTag else { return .tooLarge }
    guard let reader = HTMLReader(html) else { return .nothing }
    var builder = FormattedTextBuilder()
    while let event = reader.next() {
      guard reader.depth <= Limits.htmlDepth, builder.isWithinLimits else { return .tooLarge }
      switch event {
      case .start(let element): builder.start(element) { reader.attribute($0) }
      case .end(let element): builder.end(element)
      case .text(let text): builder.add(text)
      case .other: break
      }
    }
    let blocks = builder.finish()
    guard blocks.contains(where: \.hasVisibleText) else { return .nothing }
    return .text(FormattedText(blocks: blocks))
  }

  /// Whether a plain text says all of this.
  func addsNothing(to body: String) -> Bool {
    blocks.allSatisfy { $0.isPlain } && plainText(hidingSpoilers: false) == body
  }
}

extension TextBlock {
  fileprivate var isPlain: Bool {
    kind == .paragraph && quoteDepth == 0 && listDepth == 0
      && runs.allSatisfy {
        $0.traits.isEmpty && $0.person == nil && $0.color == nil && $0.ground == nil
      }
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
  /// Whether a tag is longer, or has more attributes, than any honest one.
  ///
  /// libxml2 compares each attribute of a tag with all before it: 60 kB of them take a third of a second.
  fileprivate var hasLongTag: Bool {
    var tag: TagScanner?
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      if tag != nil {
        switch tag?.take(byte) {
        case .goesOn, nil: break
        case .ended: tag = nil
        case .tooLong: return true
        }
      } else if last == UInt8(ascii: "<"), byte >= UInt8(ascii: "A") {
        tag = TagScanner()
      }
      last = byte
    }
    return false
  }
}

/// Measures a tag while it is read.
private struct TagScanner {
  enum State {
    case goesOn, ended, tooLong
  }

  private var length = 0
  private var attributes = 0
  private var quote: UInt8?
  private var previous = UInt8(ascii: "A")
  /// The last byte that is no space.
  private var lastInk = UInt8(ascii: "A")

  mutating func take(_ byte: UInt8) -> State {
    length += 1
    defer {
      previous = byte
      if byte > 0x20 { lastInk = byte }
    }
    if let open = quote {
      if byte == open {
        quote = nil
        attributes += 1
      }
    } else {
      switch byte {
      case UInt8(ascii: ">"): return .ended
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if lastInk == UInt8(ascii: "=") { quote = byte }
      case ...0x20: if previous > 0x20 { attributes += 1 }
      default: break
      }
    }
    return length > Limits.htmlTag || attributes > Limits.htmlAttributes ? .tooLong : .goesOn
  }
}
