package import Models
package import Signals

/// Keeps what the user was doing, so that the next start continues there.
///
/// Any thread may call. The methods that keep something return at once; another thread writes it to
/// the disk, half a second later at the latest.
package protocol PlacesController: Sendable {
  /// What earlier sessions of the account left; constant during a session.
  var kept: KeptPlaces { get }

  /// Why what was kept last could not be written, such as on a full disk; nil when it could. The current state
  /// at once, then each change; what could not be written is tried again.
  var problem: Signal<RequestError?, Never> { get }

  /// Keeps a room's draft in place of its last one; nil removes it, which is written at once, as is one
  /// that no longer replies or changes a message: none of them must return after a crash.
  ///
  /// Only the beginning of a draft is kept that exceeds `MessageText.mostBytes`, and only as many
  /// drafts as `KeptPlaces.mostDrafts`: those changed last.
  func keep(_ draft: Draft?, in room: RoomID)

  /// Keeps the draft of a thread, in the same way.
  func keep(_ draft: Draft?, in thread: ThreadID)

  /// Keeps which room is open and where; nil for none. Another room or thread is written at once.
  ///
  /// A room keeps its place when another one is opened; the places changed last are kept, as many as
  /// `KeptPlaces.mostPositions`.
  func keep(_ openRoom: OpenRoom?)

  /// Keeps where a thread is read: the message at the lower edge, nil for its end.
  ///
  /// As many are kept as `KeptPlaces.mostPositions`, those changed last.
  func keep(position message: Message.ID?, of thread: ThreadID)

  /// Keeps how the list of rooms is arranged, as many sections as `RoomArrangement.mostSections`.
  func keep(_ arrangement: RoomArrangement)

  /// Keeps where the members of rooms are shown.
  func keep(_ members: MembersPlace)

  /// Keeps as what others see the account.
  func keep(shownAs state: Presence.State)

  /// Writes what is not on the disk yet, and returns when it is there or `problem` says why it is not.
  ///
  /// Blocks on the disk: on the main thread only when the program ends or is stopped.
  func flush()
}

/// What the user was doing when an account was used last.
package struct KeptPlaces: Hashable, Sendable {
  /// The maximum number of drafts of rooms, and of those of threads.
  package static let mostDrafts = 200
  /// The maximum number of rooms whose place in their history is kept, and of threads.
  package static let mostPositions = 200

  /// What is written but not sent, by room.
  package var drafts: [RoomID: Draft]
  /// What is written but not sent, by thread.
  package var threadDrafts: [ThreadID: Draft]
  /// The room that was open.
  package var openRoom: OpenRoom?
  /// The message at the lower edge, by room; none for rooms that were left at their end.
  package var positions: [RoomID: Message.ID]
  /// The same by thread.
  package var threadPositions: [ThreadID: Message.ID]
  /// The last read message before those that nobody has seen, by room; see `OpenRoom.unseen`.
  package var unseen: [RoomID: Message.ID]
  /// How the list of rooms is arranged.
  package var arrangement: RoomArrangement
  /// Where the members of rooms are shown.
  package var members: MembersPlace
  /// As what others see the account.
  package var shownAs: Presence.State

  /// Creates places; by default there is nothing to continue.
  package init(
    drafts: [RoomID: Draft] = [:], threadDrafts: [ThreadID: Draft] = [:],
    openRoom: OpenRoom? = nil, positions: [RoomID: Message.ID] = [:],
    threadPositions: [ThreadID: Message.ID] = [:], unseen: [RoomID: Message.ID] = [:],
    arrangement: RoomArrangement = RoomArrangement(), members: MembersPlace = MembersPlace(),
    shownAs: Presence.State = .online
  ) {
    self.shownAs = shownAs
    self.arrangement = arrangement
    self.members = members
    self.drafts = drafts
    self.threadDrafts = threadDrafts
    self.openRoom = openRoom
    self.positions = positions
    self.threadPositions = threadPositions
    self.unseen = unseen
  }
}

/// Where the members of rooms are shown.
package struct MembersPlace: Hashable, Sendable {
  /// Whether they are beside the messages where there is room for both.
  package var isBeside: Bool
  /// Whether they are in the place of the messages.
  package var isAlone: Bool

  /// Creates a place, by default that of a new account.
  package init(isBeside: Bool = true, isAlone: Bool = false) {
    self.isBeside = isBeside
    self.isAlone = isAlone
  }
}

/// A text that is written but not sent.
package struct Draft: Hashable, Sendable {
  /// The text; empty only for a reply or a change that has none yet.
  package var text: String
  /// The number of characters before the cursor.
  package var cursor: Int
  /// Whether the text was too long to be kept, and this is its beginning.
  package var isCut: Bool
  /// The message that the text replies to.
  package var reply: ReplyTarget?
  /// The change of a message that stands in the composer meanwhile; the text returns after it.
  package var change: DraftChange?

  /// Creates a draft, by default a whole one that is no reply.
  package init(
    text: String, cursor: Int, isCut: Bool = false, reply: ReplyTarget? = nil,
    change: DraftChange? = nil
  ) {
    self.reply = reply
    self.change = change
    self.text = text
    self.cursor = cursor
    self.isCut = isCut
  }
}

/// A change of a sent message that is written but not sent.
package struct DraftChange: Hashable, Sendable {
  /// The message.
  package var message: Message.ID
  /// Its text, as it was when the change began.
  package var original: String
  /// The text that it is to have.
  package var text: String

  /// Creates a change.
  package init(message: Message.ID, original: String, text: String) {
    self.message = message
    self.original = original
    self.text = text
  }
}

/// The room on the screen and the part of its history that the user looks at.
package struct OpenRoom: Hashable, Sendable {
  /// The room.
  package var room: RoomID
  /// The message at the lower edge; nil at the end of the history.
  package var message: Message.ID?
  /// The message that begins the thread on the screen; nil while the room itself is.
  package var thread: Message.ID?
  /// The last read message of a room that counts as read although the first message below has not been on
  /// the screen; nil for other rooms.
  package var unseen: Message.ID?

  /// Creates a place, by default the end of the room's history.
  package init(
    room: RoomID, message: Message.ID? = nil, thread: Message.ID? = nil, unseen: Message.ID? = nil
  ) {
    self.unseen = unseen
    self.room = room
    self.message = message
    self.thread = thread
  }
}
