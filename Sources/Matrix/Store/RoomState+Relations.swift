import Models

/// What other events add to the messages of a timeline.
extension RoomState {
  func withRelations(
    _ messages: [Message], _ around: RoomSurroundings
  ) throws -> [Message] {
    let reacted = try withVotes(withReactions(messages, around), around)
    let changed =
      waitingChanges.isEmpty ? reacted : try withWaiting(reacted, around.tables)
    return try withQuotes(withPins(changed, around.tables), around.tables)
  }

  private func withPins(_ messages: [Message], _ tables: AccountTables) throws -> [Message] {
    let pins = Set(try shownPins(tables))
    guard !pins.isEmpty else { return messages }
    return messages.map { message in
      guard let event = message.eventID, pins.contains(event), message.content != .redacted else {
        return message
      }
      return message.with { $0.isPinned = true }
    }
  }

  /// Replies with what they reply to, which may be a message that is not sent yet.
  private func withQuotes(_ messages: [Message], _ tables: AccountTables) throws -> [Message] {
    let targets = Set(messages.compactMap(\.reply?.target))
    guard !targets.isEmpty else { return messages }
    let shown = messages.flatMap { message in
      [message.id, message.eventID.map { Message.ID($0) }].compactMap { $0 }.map { ($0, message) }
    }
    let known = Dictionary(shown) { first, _ in first }
    let events = targets.filter { known[$0] == nil }.compactMap { EventID($0.rawValue) }
    let stored = events.isEmpty ? [:] : try tables.quotes(of: Set(events), in: number)
    return messages.map { message in
      guard let target = message.reply?.target else { return message }
      let quote =
        known[target].map { ReplyQuote.known(sender: $0.sender, content: $0.content) }
        ?? stored[target.rawValue] ?? quoteOfUnknown(target)
      return message.with { $0.reply = Reply(target: target, quote: quote) }
    }
  }

  func quoteOfUnknown(_ target: Message.ID) -> ReplyQuote {
    guard let event = EventID(target.rawValue) else { return .missing }
    return missingEvents.contains(event) ? .missing : .loading
  }

  private func withReactions(
    _ messages: [Message], _ around: RoomSurroundings
  ) throws -> [Message] {
    let lists = try around.tables.reactions(
      to: messages.compactMap(\.eventID), own: around.own, in: number)
    guard !lists.isEmpty else { return messages }
    return messages.map { message in
      guard message.content != .redacted, let event = message.eventID?.rawValue,
        let list = lists[event]
      else { return message }
      return message.with {
        $0.reactions = list.reactions
        $0.moreReactions = list.more
      }
    }
  }

  /// The messages as they will be once the server has the waiting events.
  func withWaiting(_ messages: [Message], _ tables: AccountTables) throws -> [Message] {
    var messages = messages
    for change in try stillWaiting(waitingChanges, tables) {
      if let index = messages.lastIndex(where: { $0.isNamed(change.target) }) {
        messages[index] = messages[index].changed(by: change)
      } else if case .removal = change.effect {
        let event = try tables.event(of: change.target.rawValue, in: number)
        let names = [change.target, event.map { Message.ID($0) }].compactMap { $0 }
        takeBack(names, from: &messages)
      }
    }
    return messages
  }

  /// Those of some changes that no sync has brought yet.
  func stillWaiting(
    _ changes: [WaitingChange], _ tables: AccountTables
  ) throws -> [WaitingChange] {
    let events = changes.compactMap(\.eventID?.rawValue)
    let listed = try tables.known(changes.map(\.id.rawValue) + events, in: number)
    return changes.filter { change in
      let names = [change.id.rawValue, change.eventID?.rawValue].compactMap { $0 }
      return listed.isDisjoint(with: names)
    }
  }

  /// Removes the account's own reaction, which has one of these names.
  private func takeBack(_ names: [Message.ID], from messages: inout [Message]) {
    let isNamed = { (reaction: Reaction) in reaction.own.map(names.contains) == true }
    guard let index = messages.lastIndex(where: { $0.reactions.contains(where: isNamed) }) else {
      return
    }
    messages[index] = messages[index].with { message in
      message.reactions = message.reactions.compactMap { reaction in
        guard isNamed(reaction) else { return reaction }
        guard reaction.count > 1 else { return nil }
        return Reaction(key: reaction.key, count: reaction.count - 1)
      }
    }
  }
}

extension Message {
  fileprivate func changed(by change: WaitingChange) -> Message {
    guard content != .redacted else { return self }
    switch change.effect {
    case .reaction(let key): return with { $0.reactions.add(key, as: change.id) }
    case .edit(let content, let mentions):
      return with { message in
        message.content = content
        message.mentions = mentions
        message.isEdited = true
        message.pendingChange = .edit
      }
    // The list of the room has it: see `shownPins(_:)`.
    case .pin: return self
    case .vote(let answers): return voted(answers)
    case .pollEnd(nil): return ended
    case .pollEnd(let until?):
      guard votes?.isEnded == false else { return self }
      return with { $0.pendingChange = .heldPollEnd(event: change.id, until: until) }
    case .removal(let until):
      return with {
        $0.pendingChange = until.map { .heldRemoval(event: change.id, until: $0) } ?? .removal
      }
    }
  }
}

extension [Reaction] {
  /// Adds the account's own reaction.
  fileprivate mutating func add(_ key: String, as own: Message.ID) {
    guard let index = firstIndex(where: { $0.key == key }) else {
      return append(Reaction(key: key, count: 1, own: own, isPending: true))
    }
    guard self[index].own == nil else { return }
    self[index] = Reaction(key: key, count: self[index].count + 1, own: own, isPending: true)
  }
}
