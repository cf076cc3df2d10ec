import Terminal
import ViewModels

extension MessageLayoutBuilder {
  /// A longer key is no emoji: it would take the place of the others.
  private static let widestKey = 16

  /// Adds the reactions below the message; the mark before them proves that they are not its text.
  mutating func addReactions() {
    var pieces = content.reactions.map { reaction in
      let key = SafeText.line(reaction.keyText, columns: Self.widestKey)
        .prefix(fittingColumns: Self.widestKey)
      return (text: key + SafeText(" \(reaction.countText)"), role: Self.role(of: reaction))
    }
    if !content.moreReactionsText.isEmpty {
      pieces.append((SafeText(content.moreReactionsText), .note))
    }
    var column = Int.max / 2
    var mark: SafeText = "+"
    for piece in pieces {
      if column + piece.text.width > columns.bodyColumn + columns.bodyWidth {
        layout.lines.append([.init(column: columns.markColumn, text: mark, role: .note)])
        column = columns.bodyColumn
        mark = "┊"
      }
      let text = piece.text.prefix(fittingColumns: columns.bodyWidth)
      layout.lines[layout.lines.count - 1].append(
        .init(column: column, text: text, role: piece.role))
      column += text.width + 2
    }
  }

  private static func role(of reaction: ReactionText) -> Role {
    if reaction.isPending { return .note }
    return reaction.isOwn ? .accent : .dim
  }
}
