import Models

/// The answers of a poll with their votes.
public nonisolated struct PollText: Hashable, Sendable {
  /// One answer.
  public struct Answer: Hashable, Sendable {
    /// The sender's words.
    public let text: String
    /// "2", or nothing before the result is shown.
    public let countText: String
    /// "40%", or nothing before the result is shown.
    public let percentText: String
    /// The part of the people who voted that chose the answer, from 0 to 1; nil before the result is
    /// shown.
    public let share: Double?
    /// Whether the account chose it.
    public let isOwn: Bool
    /// Whether nothing else has more votes, now that the poll has ended.
    public let isWinner: Bool

    package init(
      text: String, countText: String = "", percentText: String = "", share: Double? = nil,
      isOwn: Bool = false, isWinner: Bool = false
    ) {
      self.text = text
      self.countText = countText
      self.percentText = percentText
      self.share = share
      self.isOwn = isOwn
      self.isWinner = isWinner
    }
  }

  /// In the order of the poll.
  public let answers: [Answer]
  /// "3 votes, results when it ends".
  public let summaryText: String

  package init(answers: [Answer], summaryText: String) {
    self.answers = answers
    self.summaryText = summaryText
  }

  init(_ poll: PollContent, _ votes: PollVotes?) {
    let votes = votes ?? PollVotes(counts: poll.answers.map { _ in 0 })
    let isShown = poll.isDisclosed || votes.isEnded
    let most = votes.counts.max() ?? 0
    answers = zip(poll.answers, votes.counts).map { answer, count in
      let share = votes.voters > 0 ? Double(count) / Double(votes.voters) : 0
      return Answer(
        text: Self.words(answer), countText: isShown ? "\(count)" : "",
        percentText: isShown ? "\(Int((share * 100).rounded()))%" : "",
        share: isShown ? share : nil, isOwn: votes.own.contains(answer.key),
        isWinner: votes.isEnded && count > 0 && count == most)
    }
    let more = votes.hasMoreVoters ? "+" : ""
    var summary =
      CountText.grouped(votes.voters) + more + (votes.voters == 1 ? " vote" : " votes")
    if votes.isEnded {
      summary = "ended, " + summary
    } else if !poll.isDisclosed {
      summary += ", results when it ends"
    }
    if votes.hasMoreVoters {
      summary += "; no more are counted"
    } else if !votes.isComplete {
      summary += "; some may be missing"
    }
    summaryText = summary
  }

  /// An answer in one line.
  static func words(_ answer: PollAnswer) -> String {
    Names.visible(answer.text) ?? "[empty answer]"
  }

  /// What programs that know no polls show when one ends.
  static func result(_ poll: PollContent, _ votes: PollVotes) -> String {
    let most = votes.counts.max() ?? 0
    guard most > 0 else { return "The poll has ended without votes." }
    let winners = zip(poll.answers, votes.counts).filter { $1 == most }.map { words($0.0) }
    let title = winners.count == 1 ? "Top answer" : "Top answers"
    return "The poll has ended. \(title): \(winners.joined(separator: ", "))"
  }

  /// "[poll]", or how many answers may be chosen.
  static func note(_ poll: PollContent) -> String {
    poll.maxSelections > 1 ? "[poll: choose up to \(poll.maxSelections)]" : "[poll]"
  }
}
