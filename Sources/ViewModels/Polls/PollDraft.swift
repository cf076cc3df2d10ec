import Controllers
import Models
import Signals

/// What is written behind `/poll`: options, the question, and the answers behind a `|` each.
nonisolated struct PollDraft {
  static let command: Substring = "/poll"

  private var maxSelections: Int? = 1
  private var isDisclosed = true
  private var unknownOption: String?
  private let parts: [String]
  private let byteCount: Int

  /// The event repeats the texts, and must not be larger than 64 KiB.
  private static let mostBytes = 10_000

  init(_ text: String) {
    byteCount = text.utf8.count
    var rest = Substring(text)
    func skipSpace() { rest = rest.drop(while: \.isWhitespace) }
    skipSpace()
    while rest.first == "-" {
      let option = rest.dropFirst().prefix { !$0.isWhitespace && $0 != "|" }
      rest = rest.dropFirst(option.count + 1)
      skipSpace()
      if option == "hidden" {
        isDisclosed = false
      } else if !option.isEmpty, option.allSatisfy({ $0.isASCII && $0.isNumber }) {
        maxSelections = Int(option).flatMap { $0 > 0 ? $0 : nil }
      } else {
        unknownOption = String(option.prefix(20))
        break
      }
    }
    parts = rest.split(whereSeparator: { $0 == "|" || $0.isNewline })
      .map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// What to type to make a poll again.
  static func text(of poll: PollContent) -> String {
    var words = [String(command)]
    if !poll.isDisclosed { words.append("-hidden") }
    if poll.maxSelections > 1 { words.append("-\(poll.maxSelections)") }
    words.append(([poll.question] + poll.answers.map(\.text)).joined(separator: " | "))
    return words.joined(separator: " ")
  }

  /// Why a poll cannot be what the draft is for; nil when it can.
  @MainActor
  static func problem(in draft: RoomDraft, _ chosen: Preferences) -> String? {
    let key = chosen.key(.toMessages)
    if draft.change.value != nil {
      return "A message cannot become a poll: drop the change (\(key)) first."
    }
    return draft.target.value == nil
      ? nil : "A poll cannot be a reply: drop the reply (\(key)) first."
  }

  private var answers: ArraySlice<String> { parts.dropFirst() }

  /// Nil while something is missing.
  var poll: NewPoll? {
    guard problemText.isEmpty, let question = parts.first, let maxSelections else { return nil }
    return NewPoll(
      question: question, answers: Array(answers), maxSelections: maxSelections,
      isDisclosed: isDisclosed)
  }

  /// What to do about a poll that cannot be sent; empty when it can.
  var problemText: String {
    if let unknownOption {
      return "-\(unknownOption) is not an option: -hidden shows votes at the end, -2 allows two."
    }
    if answers.count < 2 { return "Write /poll question | answer | answer (-hidden, -2 in front)." }
    if answers.count > NewPoll.mostAnswers {
      return "A poll has \(NewPoll.mostAnswers) answers at most."
    }
    if byteCount > Self.mostBytes { return "The poll is too long: shorten its texts." }
    if Set(answers).count < answers.count { return "Two answers of the poll are the same." }
    guard let maxSelections, maxSelections <= answers.count else {
      return "There are only \(answers.count) answers to choose from."
    }
    return ""
  }
}
