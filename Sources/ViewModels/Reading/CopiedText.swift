/// A text for the clipboard, and what to say about it.
public nonisolated struct CopiedText: Equatable, Sendable {
  /// The text; its only control characters are line feeds and tabs.
  public let text: String
  /// What was copied, in words.
  public let noticeText: String

  /// Terminals take 100,000 bytes of base64 at most.
  package static let mostBytes = 74_994
  /// A longer text would not fit into the line that tells of it.
  private static let mostQuoted = 60

  /// Takes what a stranger may have written: pasted into a shell, an escape sequence could end the
  /// brackets of the paste and run the rest.
  package init(_ untrusted: String, of subject: String) {
    let all = untrusted.withoutControls
    text = all.cut(toBytes: Self.mostBytes)
    if text.utf8.count < all.utf8.count {
      noticeText =
        "Copied only the first \(text.utf8.count / 1000) kB of \(subject): terminals take no more"
    } else if text.count <= Self.mostQuoted, !text.contains("\n") {
      noticeText = "Copied: \(text)"
    } else {
      let lines = text.count { $0 == "\n" } + 1
      noticeText = "Copied \(subject)\(lines > 1 ? " (\(lines) lines)" : "")"
    }
  }
}

nonisolated extension String {
  /// The same lines without control characters other than tabs.
  fileprivate var withoutControls: String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\r", "\u{2028}", "\u{2029}", "\u{85}": result.append("\n")
      case "\n" where last == "\r": break
      case "\n", "\t": result.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
