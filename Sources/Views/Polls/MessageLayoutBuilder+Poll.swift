import Terminal
import ViewModels

extension MessageLayoutBuilder {
  /// Longer questions are cut: whoever can write a poll could fill screens with one.
  static let mostQuestionLines = 6
  private static let mostAnswerLines = 3
  /// With more answers, each has one line for its words.
  private static let mostLongAnswers = 6
  /// With more answers, the votes stand beside the words.
  private static let mostBars = 12
  private static let widestBar = 20

  /// Adds the answers of a poll, each with its votes below it.
  ///
  /// The marks prove that the lines are no text of the message, and show the account's choice without a
  /// colour.
  mutating func addPoll() {
    guard let poll = content.poll else { return }
    let count = poll.answers.count
    for answer in poll.answers {
      add(
        answer, most: count > Self.mostLongAnswers ? 1 : Self.mostAnswerLines,
        hasBar: count <= Self.mostBars)
    }
    add(SafeText(poll.summaryText), mark: "·", .note)
  }

  private mutating func add(_ answer: PollText.Answer, most: Int, hasBar: Bool) {
    let role: Role = answer.isWinner ? .strong : .text
    let numbers = SafeText("\(answer.countText), \(answer.percentText)")
    let isBeside = answer.share != nil && !hasBar
    let width = max(columns.bodyWidth - (isBeside ? numbers.width + 1 : 0), 2)
    let lines = SafeText.wrapped(answer.text, columns: width, limit: most)
    for (index, line) in lines.enumerated() {
      add(line, mark: index > 0 ? "┊" : answer.isOwn ? "✓" : "-", role)
    }
    if isBeside { return append(numbers, .dim) }
    guard let share = answer.share else { return }
    addBar(share, answer, numbers)
  }

  private mutating func addBar(_ share: Double, _ answer: PollText.Answer, _ numbers: SafeText) {
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
