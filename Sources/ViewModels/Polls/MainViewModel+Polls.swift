import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows the answers of a poll to choose from; each choice is sent at once, and `tell` says why one is not.
  public func showAnswers(
    of row: MessageRowViewModel, tell: @escaping (String) -> Void = { _ in }
  ) {
    guard row.canVote, let message = row.shown, let poll = row.poll else { return }
    let ballot = Ballot(poll, chosen: message.votes?.own ?? [])
    let sender = session.sender
    show(
      SheetViewModel(title: "Vote", rows: ballot.rows, note: ballot.noteText) { [weak row] entry in
        guard row?.canVote == true else { return ballot.noteText.value = "The poll has ended." }
        let before = ballot.chosen.value
        guard let answers = ballot.toggle(entry.id) else { return tell(ballot.noteText.value) }
        _ = sender.send(.vote(answers, in: message.id), to: message.roomID).handled {
          ballot.noteText.value = ErrorSentences.text($0)
          if ballot.chosen.value == answers { ballot.chosen.value = before }
        }.detached()
      })
  }

  /// Asks whether to end a poll.
  public func askToEndPoll(_ row: MessageRowViewModel) {
    guard canEndPoll(row), let message = row.shown, let poll = row.poll, let votes = message.votes
    else { return }
    let (sender, pause) = (session.sender, world.removalPause)
    let key = world.chosen.value.key(.undoLast)
    questions.confirm(
      "End this poll? Everybody sees the result, and nobody can vote any more.",
      "y: end it (\(key) undoes that for \(pause.components.seconds) s), any other key: go on",
      about: quote(of: row)
    ) {
      // The question closes once the end is kept; the message tells the rest.
      sender.send(
        .pollEnd(message.id, result: PollText.result(poll, votes)), to: message.roomID,
        after: pause
      ).take(first: 1).map { _ in }
    }
  }

  /// Whether the account may end the poll of a row.
  public func canEndPoll(_ row: MessageRowViewModel) -> Bool {
    guard row.canVote, !row.isEndingPoll else { return false }
    return row.isOwn || conversation.value?.timeline.canRemoveOthers.value == true
  }
}

extension MessageRowViewModel {
  /// The poll that the row shows.
  var poll: PollContent? {
    guard case .poll(let poll)? = shown?.content else { return nil }
    return poll
  }

  /// Whether the row shows a poll.
  public var hasPoll: Bool { poll != nil }

  /// Whether the account ends the poll, and can still take that back.
  fileprivate var isEndingPoll: Bool {
    if case .heldPollEnd = shown?.pendingChange { true } else { false }
  }

  /// Whether the row shows a poll that has not ended.
  public var canVote: Bool { canRelate && poll != nil && shown?.votes?.isEnded != true }
}

/// The answers of a poll and those that the account chooses.
private final class Ballot {
  let rows: Property<[SheetRow]>
  let noteText: MutableProperty<String>
  let chosen: MutableProperty<[String]>
  private let poll: PollContent

  init(_ poll: PollContent, chosen: [String]) {
    self.poll = poll
    let source = MutableProperty(chosen)
    self.chosen = source
    noteText = MutableProperty(Self.hint(poll.maxSelections))
    rows = source.map { chosen in
      poll.answers.map { answer in
        SheetRow(
          id: RowID(answer.key), timeText: "",
          markText: SheetRow.box(isTicked: chosen.contains(answer.key)),
          quote: QuoteText(bodyText: PollText.words(answer)))
      }
    }
  }

  private static func hint(_ limit: Int) -> String {
    limit == 1
      ? "Choose one answer; choosing it again takes the vote back."
      : "Choose up to \(limit) answers; choosing one again takes it back."
  }

  /// All that the account chooses now; nil when it may not choose another answer.
  func toggle(_ row: RowID) -> [String]? {
    guard let key = poll.answers.first(where: { RowID($0.key) == row })?.key else { return nil }
    if chosen.value.contains(key) {
      chosen.modify { $0.removeAll { $0 == key } }
    } else if poll.maxSelections == 1 {
      chosen.value = [key]
    } else if chosen.value.count < poll.maxSelections {
      chosen.modify { $0.append(key) }
    } else {
      noteText.value = "That is all: take one of your \(poll.maxSelections) answers back first."
      return nil
    }
    noteText.value = Self.hint(poll.maxSelections)
    return chosen.value
  }
}
