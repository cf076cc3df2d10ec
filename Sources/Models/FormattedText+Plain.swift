extension TextContent {
  /// The text as the screen shows it, for previews and notifications: what is hidden stays hidden.
  package var shownText: String { formatted?.plainText(hidingSpoilers: true) ?? body }

  /// The text by which a search finds the message.
  package var searchText: String { formatted?.plainText(hidingSpoilers: false) ?? body }
}

extension FormattedText {
  /// What stands for a hidden text, whatever its length.
  package static let cover = "▒▒▒▒▒"

  /// The text without formats, each block on a line of its own.
  package func plainText(hidingSpoilers: Bool) -> String {
    blocks.map { block in
      let quotes = String(repeating: "> ", count: block.quoteDepth)
      let marker = block.marker.map { $0 + " " } ?? ""
      return quotes + marker + block.plainText(hidingSpoilers: hidingSpoilers)
    }.joined(separator: "\n")
  }
}

extension TextBlock {
  fileprivate func plainText(hidingSpoilers: Bool) -> String {
    var text = ""
    var isCovered = false
    for (index, run) in runs.enumerated() {
      if run.traits.contains(.cellStart), index > 0 { text += " | " }
      let isHidden = hidingSpoilers && run.traits.contains(.spoiler)
      if !isHidden { text += run.text } else if !isCovered { text += FormattedText.cover }
      isCovered = isHidden
    }
    return text
  }
}
