import Models

extension RoomState {
  /// Polls with their votes.
  func withVotes(
    _ messages: [Message], _ around: RoomSurroundings
  ) throws -> [Message] {
    try messages.map { message in
      guard case .poll(let poll) = message.content else { return message }
      guard let event = message.eventID else {
        return message.with { $0.votes = PollVotes(counts: poll.answers.map { _ in 0 }) }
      }
      let votes = try around.tables.votes(
        in: poll, event, by: message.sender, own: around.own,
        enders: pollEnders.adding(creators), in: number)
      let isComplete = try votes.isComplete && hasVotes(of: event, around.tables)
      return message.with { $0.votes = votes.with { $0.isComplete = isComplete } }
    }
  }

  /// Whether no vote of a poll can be missing: votes come after it, so only gaps after it may have some.
  private func hasVotes(of poll: EventID, _ tables: AccountTables) throws -> Bool {
    // The account has just sent it, and no sync has brought it yet.
    guard let place = try tables.position(of: poll, in: number) else { return true }
    let chunks = [place.map(EventPosition.chunk), countedPolls[poll]].compactMap { $0 }
    guard let known = chunks.max(), known != Chunk.excerpt else { return false }
    return try tables.gaps(of: number).allSatisfy { $0 <= known }
  }
}

extension Message {
  /// The message once the account has chosen some answers of its poll.
  func voted(_ keys: [String]) -> Message {
    guard case .poll(let poll) = content, let votes, !votes.isEnded else { return self }
    return with {
      $0.votes = poll.votes(votes, choosing: keys)
      $0.pendingChange = .vote
    }
  }

  /// The message once the account has ended its poll.
  var ended: Message {
    guard let votes, !votes.isEnded else { return self }
    return with {
      $0.votes = votes.with { $0.isEnded = true }
      $0.pendingChange = .pollEnd
    }
  }
}

extension PollContent {
  fileprivate func votes(_ votes: PollVotes, choosing keys: [String]) -> PollVotes {
    let chosen = selections(in: keys)
    return votes.with { new in
      new.counts = zip(answers, votes.counts).map { answer, count in
        let isAdded = chosen.contains(answer.key)
        return count + (isAdded ? 1 : 0) - (votes.own.contains(answer.key) ? 1 : 0)
      }
      new.voters = votes.voters + (chosen.isEmpty ? 0 : 1) - (votes.own.isEmpty ? 0 : 1)
      new.own = chosen
    }
  }
}
