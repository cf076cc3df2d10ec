import Models

/// The elements of a timeline, in order.
enum TimelinePiece {
  /// A new day begins before this message.
  case day(Message)
  /// Messages are missing before this one.
  case gap(Message)
  /// The messages below are new.
  case newMarker
  case message(Message, showsSender: Bool)
  /// Two or more consecutive changes of members or of the room, or messages of people whom the account ignores.
  case changes([Message])

  /// Divides a part of a history; `newAfter` is the last read message, and messages are missing
  /// before those of `gaps`.
  static func pieces(
    of messages: [Message], in range: Range<Int>, newAfter: EventID?, gaps: [Message.ID],
    builder: RowBuilder
  ) -> [TimelinePiece] {
    var pieces: [TimelinePiece] = []
    var run: [Message] = []
    func endRun() {
      let isHidden = run.first.map(builder.hides) ?? false
      for part in isHidden ? [run] : ChangesText.parts(of: run) {
        pieces.append(
          part.count > 1 || isHidden ? .changes(part) : .message(part[0], showsSender: true))
      }
      run = []
    }
    var previous = range.lowerBound > 0 ? messages[range.lowerBound - 1] : nil
    for message in messages[range] {
      let isNewDay = builder.isNewDay(message, after: previous)
      let isMarked =
        newAfter != nil && previous?.eventID == newAfter && message.sender != builder.ownID
      let isGapped = gaps.contains(message.id)
      let isHidden = builder.hides(message)
      let folds = ChangesText.folding(message) != nil || isHidden
      let isOther = run.last.map { builder.hides($0) != isHidden } ?? false
      if isGapped || isNewDay || isMarked || !folds || isOther { endRun() }
      if isGapped { pieces.append(.gap(message)) }
      if isNewDay { pieces.append(.day(message)) }
      if isMarked { pieces.append(.newMarker) }
      if folds {
        run.append(message)
      } else {
        let showsSender = isGapped || isNewDay || isMarked || !builder.continues(previous, message)
        pieces.append(.message(message, showsSender: showsSender))
      }
      previous = message
    }
    endRun()
    return pieces
  }
}
