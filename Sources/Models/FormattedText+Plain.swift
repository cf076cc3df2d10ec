extension TextContent {
  /// The text as the screen shows it, for previews and notifications: what is hidden stays hidden.
  package var shownText: String { formatted?.plainText(hidingSpoilers: true) ?? body }

  /// The text by which a search finds the message.
  package var searchText: String { formatted?.plainText(hidingSpoilers: false) ?? body }
}

extension ImageContent {
  /// The caption as the screen shows it.
  package var shownCaption: String { formatted?.plainText(hidingSpoilers: true) ?? caption ?? "" }
}

extension FileContent {
  /// The caption as the screen shows it.
  package var shownCaption: String { formatted?.plainText(hidingSpoilers: true) ?? caption ?? "" }
}

extension MessageContent {
  /// A text or a caption with its formats; nil without any.
  package var formatted: FormattedText? {
    switch self {
    case .text(let text): text.formatted
    case .image(let image), .sticker(let image): image.formatted
    case .file(let file): file.formatted
    default: nil
    }
  }

  /// Whether a text or a caption is shown without its formats because of a limit.
  package var lacksFormats: Bool {
    switch self {
    case .text(let text): text.lacksFormats
    case .image(let image), .sticker(let image): image.lacksFormats
    case .file(let file): file.lacksFormats
    default: false
    }
  }
}

extension FormattedText {
  /// What stands for a hidden text, whatever its length.
  package static let cover = "▒▒▒▒▒"

  /// What stands for a hidden text where there are no formats, such as in another program's list.
  package static let plainCover = "[spoiler]"

  /// The text without formats, each block on a line of its own.
  ///
  /// - Parameter cover: What takes the place of a hidden text.
  package func plainText(
    hidingSpoilers: Bool, behind cover: String = FormattedText.cover
  ) -> String {
    plainText { $0.plainText(cover: hidingSpoilers ? cover : nil) }
  }

  /// The text without formats, with a mark before and behind each text that is hidden.
  package func markingSpoilers(with mark: String) -> String {
    plainText { $0.plainText(marking: mark) }
  }

  private func plainText(_ words: (TextBlock) -> String) -> String {
    blocks.map { block in
      let quotes = String(repeating: "> ", count: block.quoteDepth)
      let marker = block.marker.map { $0 + " " } ?? ""
      return quotes + marker + words(block)
    }.joined(separator: "\n")
  }
}

extension TextBlock {
  fileprivate func plainText(cover: String?) -> String {
    var text = ""
    var isCovered = false
    for (index, run) in runs.enumerated() {
      if run.traits.contains(.cellStart), index > 0 { text += " | " }
      let hidden = run.traits.contains(.spoiler) ? cover : nil
      if let hidden { text += isCovered ? "" : hidden } else { text += run.text }
      isCovered = hidden != nil
    }
    return text
  }

  fileprivate func plainText(marking mark: String) -> String {
    var text = ""
    var isHidden = false
    for run in runs {
      if run.traits.contains(.spoiler) != isHidden { text += mark }
      isHidden = run.traits.contains(.spoiler)
      text += run.text
    }
    return isHidden ? text + mark : text
  }
}
