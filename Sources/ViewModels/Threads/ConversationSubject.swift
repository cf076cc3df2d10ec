import Controllers
import Models
import Signals

/// What a conversation shows of its room.
nonisolated enum ConversationSubject: Hashable, Sendable {
  /// The room's own history.
  case room
  /// A thread, by the message that begins it.
  case thread(Message.ID)
  /// The threads of the room.
  case threads

  /// What shows the messages of a home.
  init(_ home: MessageHome) {
    switch home {
    case .room: self = .room
    case .thread(let root): self = .thread(root)
    }
  }

  /// The message that begins the thread.
  var root: Message.ID? {
    if case .thread(let root) = self { root } else { nil }
  }

  var beginningText: String {
    switch self {
    case .room: "Beginning of the room"
    case .thread: "Beginning of the thread"
    case .threads: "The oldest thread"
    }
  }

  var emptyText: String { self == .threads ? "No threads yet." : "No messages yet." }

  /// Whether a message that stands somewhere is shown here.
  func shows(_ message: Message.ID, _ home: MessageHome) -> Bool {
    switch (self, home) {
    case (.room, .room): true
    // The first message is one of the room.
    case (.thread(let root), .room): message == root
    case (.thread(let root), .thread(let other)): root == other
    case (.room, .thread), (.threads, _): false
    }
  }

  func titleText(_ room: String) -> String {
    switch self {
    case .room: room
    case .thread: room.isEmpty ? "Thread" : "Thread in \(room)"
    case .threads: room.isEmpty ? "Threads" : "Threads in \(room)"
    }
  }
}

nonisolated extension TimelineController {
  func timeline(
    of room: RoomID, _ subject: ConversationSubject, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    switch subject {
    case .room: timeline(of: room, around: places)
    case .thread(let root): thread(ThreadID(room: room, root: root), around: places)
    case .threads: threads(of: room)
    }
  }

  /// The newest message that the server has; a list of threads has the newest of all.
  func newestMessage(
    of room: RoomID, _ subject: ConversationSubject
  ) -> Signal<EventID, Never> {
    if subject == .room { return newestMessage(of: room) }
    return timeline(of: room, subject, around: .just(.newest))
      .compactMap { timeline in timeline.messages.last { $0.eventID != nil }?.eventID }
      .skipRepeats()
  }

  func loadOlder(
    of room: RoomID, _ subject: ConversationSubject, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    switch subject {
    case .room: loadOlder(in: room, before: message)
    case .thread(let root): loadOlder(in: ThreadID(room: room, root: root), before: message)
    case .threads: loadThreads(of: room)
    }
  }
}

nonisolated extension RoomsController {
  /// Marks what is shown as read; a list has nothing to mark.
  func markRead(
    _ room: RoomID, _ subject: ConversationSubject, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    switch subject {
    case .room: markRead(room, for: audience)
    case .thread(let root): markRead(ThreadID(room: room, root: root), for: audience)
    case .threads: .empty
    }
  }
}
