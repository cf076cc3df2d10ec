package import Models
package import Signals

/// The message history of rooms.
package protocol TimelineController: Sendable {
  /// The part of a room's history around a place, with unsent messages at its end: first the current
  /// state, then each change, also of the place.
  ///
  /// What the store has of a history may be far longer than a timeline, which has a few hundred
  /// messages at most.
  func timeline(
    of room: RoomID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never>

  /// The newest message of a room that the server has: the current one at once, if there is one, then
  /// each that takes its place.
  func newestMessage(of room: RoomID) -> Signal<EventID, Never>

  /// Makes older messages available: those before a message of the timeline, or, for nil, before
  /// all that are known.
  ///
  /// Completes at once when the store has older ones or when there are none; otherwise requests one
  /// page and completes when the timeline can include it.
  func loadOlder(in room: RoomID, before message: Message.ID?) -> Signal<Void, RequestError>

  /// Makes messages available that are missing before one of the timeline, one page at a time, from the side
  /// of the gap at which the user looks.
  ///
  /// - Parameter place: Where that is.
  func fillGap(
    in room: RoomID, before message: Message.ID, near place: Message.ID
  ) -> Signal<Void, RequestError>

  /// Makes a message available that may be far from all that are known, with some around it.
  ///
  /// One that may lie between known messages is reached page by page, so that its place is certain.
  /// Completes when the timeline around it can include it, and also when it cannot, because it is too
  /// many pages away, or the server returned something else.
  func loadMessages(around message: Message.ID, in room: RoomID) -> Signal<Void, RequestError>

  /// Where a message stands: in its room's own history or in a thread; nil while it is not known.
  ///
  /// Emits once, then completes.
  func home(of message: Message.ID, in room: RoomID) -> Signal<MessageHome?, Never>

  /// The pinned messages of a room, the one pinned last first: the current ones at once, then each
  /// change, also of what is known of them.
  func pinnedMessages(in room: RoomID) -> Signal<[PinnedMessage], Never>

  /// Tells the administrators of the account's server of an event; completes when the server has done it.
  func report(_ event: EventID, in room: RoomID, reason: String) -> Signal<Void, RequestError>

  /// Requests what an edited message said before; emits that once, then completes.
  func versions(of message: Message.ID, in room: RoomID) -> Signal<MessageVersions, RequestError>

  /// The JSON of a message's event as this machine keeps it, for people who read it: indented, of visible
  /// characters alone, and no longer than a screen can bear; emits that once, then completes.
  func source(of message: Message.ID, in room: RoomID) -> Signal<EventSource, RequestError>

  /// The edits and the removal of a message, the reactions to it and the votes in it, as far as this machine
  /// keeps them, newest first and no more than a person steps through; emits them once, then completes.
  func relatedEvents(
    to message: Message.ID, in room: RoomID
  ) -> Signal<[RelatedEvent], RequestError>

  /// A page of a room's messages with files, from the newest on; emits it, then completes.
  ///
  /// - Parameter token: Names the page after another one; nil for the first one.
  func files(in room: RoomID, after token: String?) -> Signal<MessagePage, RequestError>

  /// The others who have read a message, as far as their clients tell, the one who did last in front:
  /// those who are known, then each change.
  func readers(of message: Message.ID, in room: RoomID) -> Signal<[MessageReader], Never>

  /// The people who have reacted to a message: those who are known, then each change.
  func reactions(to message: Message.ID, in room: RoomID) -> Signal<MessageReactions, Never>

  /// Finds the first line of a room's history at or after a time, or else the last one before it, and makes
  /// it available; emits it once, then completes.
  func message(at time: Timestamp, in room: RoomID) -> Signal<Message.ID, RequestError>

  /// The part of a thread around a place, as `timeline(of:around:)` has it of a room: the message that
  /// begins the thread, then those that answer there. Requests the newest ones if some may be missing.
  func thread(
    _ thread: ThreadID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never>

  /// Makes older messages of a thread available, as `loadOlder(in:before:)` does for a room.
  func loadOlder(in thread: ThreadID, before message: Message.ID?) -> Signal<Void, RequestError>

  /// Makes a message of a thread available with those around it, page by page from the newest on.
  ///
  /// Completes also when the message is not one of the thread, or too many pages away.
  func loadMessages(
    around message: Message.ID, in thread: ThreadID
  ) -> Signal<Void, RequestError>

  /// The threads of a room by the messages that begin them, the one with the newest message last: those
  /// that are known, then each change.
  func threads(of room: RoomID) -> Signal<Timeline, Never>

  /// Requests the next page of a room's threads, from the one with the newest message on; completes at
  /// once when all are known.
  func loadThreads(of room: RoomID) -> Signal<Void, RequestError>
}

extension TimelineController {
  /// The end of a room's history.
  package func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    timeline(of: room, around: .just(.newest))
  }
}

/// Where a message stands.
package enum MessageHome: Hashable, Sendable {
  /// In the room's own history.
  case room
  /// In the thread that this message begins.
  case thread(Message.ID)
}

/// The part of a room's history to look at.
package enum TimelinePlace: Hashable, Sendable {
  /// The end, where new messages appear.
  case newest
  /// The messages around one of them.
  case message(Message.ID)

  /// The message; nil for the end.
  package var message: Message.ID? {
    switch self {
    case .newest: nil
    case .message(let message): message
    }
  }
}
