import Controllers
import Models

/// The changes that are not on the disk yet.
struct WaitingPlaces {
  /// When a change is to be written.
  enum Urgency {
    /// It needs no write, or one that is planned already.
    case none
    case soon
    case now
  }

  /// What the vault has in one table, which is written as a whole.
  struct Arrangement {
    var rooms: RoomArrangement
    var members: MembersPlace
    var shownAs: Presence.State
  }

  /// Where a room was left, and what was not seen of it.
  struct Position {
    var message: Message.ID?
    var unseen: Message.ID?
  }

  /// Changes that go to the disk together.
  struct Changes {
    /// Nil inside where a draft is removed.
    var drafts: [RoomID: Draft?] = [:]
    var threadDrafts: [ThreadID: Draft?] = [:]
    /// Nil when it stays; nil inside when no room is open.
    var openRoom: OpenRoom??
    /// With no messages inside for a room that is at its end again.
    var positions: [RoomID: Position] = [:]
    /// Nil inside for a thread that is at its end again.
    var threadPositions: [ThreadID: Message.ID?] = [:]
    /// Nil when it stays.
    var arrangement: Arrangement?
  }

  private var changes = Changes()
  private var openRoom: OpenRoom?
  private var threadPositions: [ThreadID: Message.ID]
  private var arrangement: Arrangement
  /// The rooms whose drafts reply to a message or change one.
  private var related: Set<RoomID>
  private var isPlanned = false
  private var isRetryPlanned = false

  init(_ kept: KeptPlaces) {
    openRoom = kept.openRoom
    threadPositions = kept.threadPositions
    arrangement = Arrangement(
      rooms: kept.arrangement, members: kept.members, shownAs: kept.shownAs)
    related = Set(kept.drafts.filter { $0.value.isRelated }.keys)
  }

  mutating func keep(_ draft: Draft?, in room: RoomID) -> Urgency {
    changes.drafts.updateValue(draft, forKey: room)
    guard draft?.isRelated != true else {
      related.insert(room)
      return plan()
    }
    let dropsRelation = related.remove(room) != nil
    return draft == nil || dropsRelation ? .now : plan()
  }

  mutating func keep(_ draft: Draft?, in thread: ThreadID) -> Urgency {
    changes.threadDrafts.updateValue(draft, forKey: thread)
    return draft == nil ? .now : plan()
  }

  mutating func keep(_ next: OpenRoom?) -> Urgency {
    guard next != openRoom else { return .none }
    let isOther = next?.room != openRoom?.room || next?.thread != openRoom?.thread
    openRoom = next
    changes.openRoom = .some(next)
    if let next {
      changes.positions[next.room] = Position(message: next.message, unseen: next.unseen)
    }
    return isOther ? .now : plan()
  }

  mutating func keep(position message: Message.ID?, of thread: ThreadID) -> Urgency {
    guard message != threadPositions[thread] else { return .none }
    threadPositions[thread] = message
    changes.threadPositions.updateValue(message, forKey: thread)
    return plan()
  }

  mutating func keep(_ rooms: RoomArrangement) -> Urgency {
    arrangement.rooms = rooms
    changes.arrangement = arrangement
    return plan()
  }

  mutating func keep(shownAs state: Presence.State) -> Urgency {
    guard state != arrangement.shownAs else { return .none }
    arrangement.shownAs = state
    changes.arrangement = arrangement
    return plan()
  }

  mutating func keep(_ members: MembersPlace) -> Urgency {
    guard members != arrangement.members else { return .none }
    arrangement.members = members
    changes.arrangement = arrangement
    return plan()
  }

  /// Hands out all changes; nil when there are none.
  mutating func take() -> Changes? {
    isPlanned = false
    guard
      !changes.drafts.isEmpty || !changes.threadDrafts.isEmpty || changes.openRoom != nil
        || changes.arrangement != nil || !changes.threadPositions.isEmpty
    else { return nil }
    defer { changes = Changes() }
    return changes
  }

  /// Takes back changes that could not be written; what has changed since is newer.
  ///
  /// Returns whether another try is to be planned: there is one at a time, however many changes fail.
  mutating func putBack(_ older: Changes) -> Bool {
    changes.drafts.merge(older.drafts) { newer, _ in newer }
    changes.threadDrafts.merge(older.threadDrafts) { newer, _ in newer }
    changes.openRoom = changes.openRoom ?? older.openRoom
    changes.arrangement = changes.arrangement ?? older.arrangement
    changes.positions.merge(older.positions) { newer, _ in newer }
    changes.threadPositions.merge(older.threadPositions) { newer, _ in newer }
    defer { isRetryPlanned = true }
    return !isRetryPlanned
  }

  /// The try that was planned begins.
  mutating func beginRetry() { isRetryPlanned = false }

  private mutating func plan() -> Urgency {
    guard !isPlanned else { return .none }
    isPlanned = true
    return .soon
  }
}

extension Draft {
  /// Whether it replies to a message or changes one.
  fileprivate var isRelated: Bool { reply != nil || change != nil }
}
