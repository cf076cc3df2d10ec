import Models
import Signals

extension MainViewModel {
  /// Shows all words of a message, of which a timeline shows a limited number of lines.
  public func showWhole(_ row: MessageRowViewModel) {
    guard row.isLong else { return }
    let content = row.content.value
    let title = "Message of \(content.senderText)"
    if let body = content.formattedBody {
      let text = SheetText(body: body, isUncovered: content.isUncovered)
      return show(SheetViewModel(title: title, rows: Property([]), text: text, note: Property("")))
    }
    let parts = WholeText.parts(of: row.words)
    var rows = parts.enumerated().map { SheetRow(part: $1, number: $0) }
    for (number, answer) in (content.poll?.answers ?? []).enumerated() {
      rows.append(SheetRow(answer, number: parts.count + number))
    }
    show(SheetViewModel(title: title, rows: Property(rows), note: Property("")))
  }
}

extension MessageRowViewModel {
  /// Whether a timeline may cut the words of the message.
  public var isLong: Bool {
    content.value.poll != nil || words.utf8.count >= WholeText.fewestBytes
  }
}

extension SheetRow {
  fileprivate init(_ answer: PollText.Answer, number: Int) {
    let votes = [answer.countText, answer.percentText].filter { !$0.isEmpty }
    self.init(
      part: answer.text, number: number, mark: answer.isOwn ? Self.chosenMark : "-",
      note: votes.joined(separator: ", "))
  }
}

/// A long text as entries of a list.
nonisolated enum WholeText {
  /// A text of fewer bytes has no more lines than a timeline shows.
  static let fewestBytes = 400
  /// In the narrowest terminal, an entry has so many columns at most that it fits on the screen.
  private static let mostColumns = 240

  /// The lines of a text; long ones have several parts, which end at blanks if there are any.
  static func parts(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
      var parts: [String] = []
      var rest = line
      while let end = end(of: rest) {
        parts.append(String(rest[..<end]))
        rest = rest[end...].drop { $0 == " " }
      }
      // An empty entry would have no row for the cursor.
      return parts + [rest.isEmpty ? " " : String(rest)]
    }
  }

  /// Where the first part of a line ends; nil when all of it is one.
  private static func end(of line: Substring) -> Substring.Index? {
    var columns = 0
    var blank: Substring.Index?
    for index in line.indices {
      columns += line[index].isASCII ? 1 : 2
      if columns > mostColumns { return blank ?? index }
      if line[index] == " " { blank = index }
    }
    return nil
  }
}
