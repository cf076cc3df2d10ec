/// A poll to send.
package struct NewPoll: Hashable, Sendable {
  /// The most answers that a poll has.
  ///
  /// Source: MSC3381.
  package static let mostAnswers = 20

  /// What is asked.
  package var question: String
  /// What people can choose.
  package var answers: [String]
  /// How many answers a person may choose.
  package var maxSelections: Int
  /// Whether the votes are shown before the poll ends.
  package var isDisclosed: Bool

  /// Creates a poll, by default one with a single choice and votes that everybody sees.
  package init(
    question: String, answers: [String], maxSelections: Int = 1, isDisclosed: Bool = true
  ) {
    self.question = question
    self.answers = answers
    self.maxSelections = maxSelections
    self.isDisclosed = isDisclosed
  }
}
