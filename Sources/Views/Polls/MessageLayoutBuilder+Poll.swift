import Terminal
import ViewModels

extension MessageLayoutBuilder {
  private static let mostAnswerLines = 3
  private static let widestBar = 20

  /// Adds the answers of a poll, each with its votes below it.
  ///
  /// The marks prove that the lines are no text of the message, and show the account's choice without a
  /// colour.
  mutating func addPoll() {
    guard let poll = content.poll else { return }
    for answer in poll.answers { add(answer) }
    add(SafeText(poll.summaryText), mark: "·", .note)
  }

  private mutating func add(_ answer: PollText.Answer) {
    let role: Role = answer.isWinner ? .strong : .text
    let lines = SafeText.wrapped(
      answer.text, columns: columns.bodyWidth, limit: Self.mostAnswerLines)
    for (index, line) in lines.enumerated() {
      add(line, mark: index > 0 ? "┊" : answer.isOwn ? "✓" : "-", role)
    }
    guard let share = answer.share else { return }
    let numbers = SafeText("\(answer.countText), \(answer.percentText)")
    let width = min(Self.widestBar, columns.bodyWidth - numbers.width - 1)
    guard width > 0 else { return add(numbers, mark: "┊", .dim) }
    let filled = min(max(Int((share * Double(width)).rounded()), share > 0 ? 1 : 0), width)
    add(
      SafeText(String(repeating: "█", count: filled)), mark: "┊",
      answer.isOwn ? .accent : .dim)
    let rest = SafeText(String(repeating: "░", count: width - filled))
    let line = layout.lines.count - 1
    layout.lines[line].append(
      .init(column: columns.bodyColumn + filled, text: rest, role: .rule))
    layout.lines[line].append(
      .init(column: columns.bodyColumn + width + 1, text: numbers, role: .dim))
  }

  private mutating func add(_ text: SafeText, mark: SafeText, _ role: Role) {
    layout.lines.append([
      .init(column: columns.markColumn, text: mark, role: mark == "✓" ? .accent : .note),
      .init(column: columns.bodyColumn, text: text, role: role),
    ])
  }
}
