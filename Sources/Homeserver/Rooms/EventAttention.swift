import GRDB
import MatrixPush
import MatrixWire
import ModelKit

/// Whom a new event concerns: the rows by which its members count it as unread.
///
/// Most people have the predefined push rules, and for them one row says all: whether the event
/// notifies, and one more for each mention. The rules of the others are asked, and what they say
/// differently is marked.
struct EventAttention {
  private let draft: EventDraft
  private let event: StoredEvent
  private let isInThread: Bool
  private let room: RoomSnapshot
  private let powers: RoomPowers

  init(
    _ draft: EventDraft, _ event: StoredEvent, isInThread: Bool, room: RoomSnapshot,
    powers: RoomPowers
  ) {
    self.draft = draft
    self.event = event
    self.isInThread = isInThread
    self.room = room
    self.powers = powers
  }

  /// Whether the predefined rules tell everybody of the event.
  static func notifies(_ draft: EventDraft) -> Bool {
    if let key = draft.stateKey { return draft.type == EventType.tombstone && key.isEmpty }
    switch draft.type {
    case EventType.message, EventType.encrypted, EventType.callInvite:
      return draft.content["msgtype"]?.string != "m.notice"
        && EventRelation(draft.content)?.kind != EventRelation.replacement
    default: return false
    }
  }

  func write(in context: WriteContext) throws {
    let mentions = self.mentions
    if event.notifies {
      let users =
        mentions.users.map(\.rawValue) + (mentions.isForRoom ? [EventMentions.everybody] : [])
      for user in users {
        try context.database.run(
          "INSERT INTO mentions (room, user, position) VALUES (?, ?, ?)",
          [event.room, user, event.position])
      }
    }
    try mark(mentions, in: context)
  }

  private var mentions: EventMentions {
    // A new room tells everybody who was in the old one.
    if event.stateKey != nil { return EventMentions(isForRoom: event.notifies) }
    return EventMentions(draft.content, by: event.sender, in: room, powers)
  }

  /// Marks the event for those to whom it is something else than its row says.
  private func mark(_ mentions: EventMentions, in context: WriteContext) throws {
    let usual: PushOutcome = event.notifies ? .notifies : []
    let rules = context.pushRules
    // An event that is no message can mention people too.
    let mentioned =
      event.notifies ? [] : mentions.isForRoom ? Set(room.joinedMembers) : mentions.users
    for user in mentioned.union(rules.keys)
    where user != event.sender && room.membership(of: user) == .join {
      let isMentioned = mentions.isForRoom || mentions.users.contains(user)
      let predefined: PushOutcome = isMentioned ? [.notifies, .highlights] : usual
      let outcome = rules[user].map(ask(for: user)) ?? predefined
      let known: PushOutcome = event.notifies ? predefined : []
      guard outcome.subtracting(.sounds) != known else { continue }
      try PushMarks.add(outcome, of: event, isInThread: isInThread, for: user, context.database)
    }
  }

  private func ask(for user: UserID) -> (PushRuleset) -> PushOutcome {
    { rules in
      rules.outcome(
        of: PushEvent(
          type: event.type, sender: event.sender.rawValue, room: event.room.rawValue,
          stateKey: event.stateKey, content: .object(draft.content)),
        in: PushSurroundings(
          ownName: room.names[user], memberCount: room.joinedCount,
          senderMayNotify: { powers.canNotify(event.sender, by: $0) }))
    }
  }
}
