import Controllers
import Models
import Signals

extension MainViewModel {
  /// Opens the thread of a message, to answer there or to begin it.
  public func openThread(of row: MessageRowViewModel) {
    guard row.canOpenThread, let message = row.shown else { return }
    let origin = conversation.value?.subject ?? .room
    show(.thread(message.threadName), in: message.roomID, from: origin)
  }

  /// Opens the list of the open room's threads.
  public func openThreads() {
    guard let conversation = conversation.value, conversation.subject != .threads else { return }
    show(.threads, in: conversation.roomID, from: .room)
  }

  /// Goes back from a thread or a list of threads to where it was opened.
  public func closeThread() {
    guard let conversation = conversation.value, let origin = conversation.origin else { return }
    show(origin, in: conversation.roomID, from: .room)
  }

  /// An event for the thread that is open, or for its room.
  func inOpenThread(_ event: OutgoingEvent, of room: RoomID) -> OutgoingEvent {
    guard let open = conversation.value, open.roomID == room, let thread = open.thread else {
      return event
    }
    return .threaded(event, in: thread)
  }
}

extension MessageRowViewModel {
  /// Whether the row's message begins a thread, or a draft for one is written.
  public var hasThread: Bool { content.value.thread != nil }

  /// Whether the row's message begins a thread or may: messages of a thread begin none.
  public var canOpenThread: Bool {
    hasThread || canRelate && shown?.threadRoot == nil
  }
}

extension Message {
  /// The name of the thread that the message begins or may begin.
  var threadName: Message.ID { eventID.map { Message.ID($0) } ?? id }
}

extension RoomRowViewModel {
  /// Whether all that is unread in the room is in its threads.
  var hasNewsInThreadsOnly: Bool {
    room.threadUnreadCount > 0 && room.threadUnreadCount == room.unreadCount
  }
}

extension ConversationViewModel {
  /// Whether a thread or a list of threads is open instead of the room.
  public var isBesideRoom: Bool { origin != nil }

  /// What a step outward leads to, in one word; nil in the room itself.
  public var outwardText: String? {
    origin.map { $0 == .threads ? "threads" : "room" }
  }

  /// Whether the room's threads are listed.
  public var isThreadList: Bool { subject == .threads }

  /// The row to which a step outward leads: that of the message from which the user came, or of the one that
  /// begins the thread, where that is listed.
  public var outwardRow: RowID? {
    if let cameFrom { return RowID(cameFrom.rawValue) }
    guard let root = subject.root else { return nil }
    return timeline.messages.first { $0.isNamed(root) }.map { RowID($0.id.rawValue) }
  }

  /// The thread that new messages belong to.
  var thread: ThreadTarget? { timeline.threadTarget }
}
