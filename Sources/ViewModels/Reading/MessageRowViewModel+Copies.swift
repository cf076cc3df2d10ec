import Models
import Signals

extension MessageRowViewModel {
  /// Whether the message has words of a person.
  public var hasWords: Bool {
    content.value.formattedBody != nil || !content.value.bodyText.isEmpty
  }

  /// Whether a part of the message is a program.
  public var hasCode: Bool { content.value.formattedBody?.blocks.contains(where: \.isCode) == true }

  /// Whether others can be led to the message.
  public var hasAddress: Bool { shown?.eventID != nil }

  /// The words of the message as they are shown: what is covered stays so, and links have their whole
  /// addresses.
  public var copiedWords: CopiedText { CopiedText(words, of: "the message") }

  /// The words of the message as they are shown, without a limit of lines.
  var words: String {
    let content = content.value
    return content.formattedBody?.words(isUncovered: content.isUncovered) ?? content.bodyText
  }

  /// The text of the blocks of code and nothing else.
  public var copiedCode: CopiedText {
    let blocks = content.value.formattedBody?.blocks.filter(\.isCode) ?? []
    let code = blocks.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")
    return CopiedText(code, of: "the code")
  }

  /// The ID of the message; nil while the server does not have it.
  public var copiedID: CopiedText? {
    shown?.eventID.map { CopiedText($0.rawValue, of: "the message's ID") }
  }

  /// A link to the message; nil while the server does not have it.
  public var copiedAddress: CopiedText? {
    guard let shown, let event = shown.eventID, let server = ownServer else { return nil }
    return CopiedText(
      MatrixLink.address(of: event, in: shown.roomID, via: server), of: "the message's address")
  }
}

nonisolated extension FormattedBody {
  fileprivate func words(isUncovered: Bool) -> String {
    blocks.map { $0.words(isUncovered: isUncovered) }.joined(separator: "\n")
  }
}

nonisolated extension FormattedBody.Block {
  fileprivate var isCode: Bool { if case .code = kind { true } else { false } }

  fileprivate func words(isUncovered: Bool) -> String {
    var text = String(repeating: "> ", count: quoteDepth)
    text += String(repeating: "  ", count: max(listDepth - 1, 0))
    if !markerText.isEmpty { text += markerText + " " }
    var isCovered = false
    for (index, run) in runs.enumerated() {
      if run.traits.contains(.cellStart), index > 0 { text += " | " }
      let hides = run.traits.contains(.spoiler) && !isUncovered
      if hides {
        text += isCovered ? "" : FormattedText.plainCover
      } else if run.traits.contains(.address), let link = run.link {
        text += " (\(link))"
      } else {
        text += run.text
      }
      isCovered = hides
    }
    return text
  }
}
