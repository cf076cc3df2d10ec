package import Controllers
package import Models
package import Signals
import Synchronization

/// A timeline controller whose timelines the test sends.
package final class FakeTimelineController: TimelineController {
  package let onLoadOlder = Script<RoomID, Void>("loadOlder", .loadTimeline)
  /// The places near which gaps were filled.
  package let onFillGap = Script<Message.ID, Void>("fillGap", .loadTimeline)
  package let onLoadAround = Script<Message.ID, Void>("loadMessages", .loadTimeline)
  package let onReport = Script<Report, Void>("report", .report)
  package let onRelated = Script<Message.ID, [RelatedEvent]>("relatedEvents", .loadTimeline)
  package let onSource = Script<Message.ID, EventSource>("source", .loadTimeline)
  package let onVersions = Script<Message.ID, MessageVersions>("versions", .loadTimeline)
  package let onFiles = Script<String?, MessagePage>("files", .loadTimeline)
  package let onFind = Script<Timestamp, Message.ID>("message", .findDate)
  /// The reactions to whichever message; replays the latest.
  package let reactions = ReplaySubject<MessageReactions, Never>(capacity: 1)
  /// The readers of whichever message; replays the latest.
  package let readers = ReplaySubject<[MessageReader], Never>(capacity: 1)
  /// The pinned messages of whichever room; replays the latest.
  package let pins = ReplaySubject<[PinnedMessage], Never>(capacity: 1)
  package let onLoadOlderInThread = Script<ThreadID, Void>("loadOlder", .loadTimeline)
  package let onLoadThreads = Script<RoomID, Void>("loadThreads", .loadTimeline)
  package let onLoadAroundInThread = Script<Message.ID, Void>("loadMessages", .loadTimeline)
  private let homes = Mutex<[Message.ID: MessageHome]>([:])
  private let seen = Mutex<[TimelinePlace]>([])
  private let loads = Mutex<[Message.ID?]>([])
  private let threads = Mutex<[ThreadID: ReplaySubject<Timeline, Never>]>([:])
  /// The lists of threads; replays the latest.
  package let threadList = ReplaySubject<Timeline, Never>(capacity: 1)
  private let histories = Mutex<[RoomID: ReplaySubject<Timeline, Never>]>([:])

  /// A message that is reported.
  package struct Report: Hashable, Sendable {
    package var event: EventID
    package var room: RoomID
    package var reason: String

    package init(_ event: EventID, _ room: RoomID, reason: String) {
      self.event = event
      self.room = room
      self.reason = reason
    }
  }

  /// Creates a controller that has loaded nothing.
  package init() {}

  /// The timelines of a room; replays the latest.
  package func history(of room: RoomID) -> ReplaySubject<Timeline, Never> {
    histories.withLock { histories in
      let history = histories[room] ?? ReplaySubject(capacity: 1)
      histories[room] = history
      return history
    }
  }

  /// The places that were looked at, oldest first.
  package var places: [TimelinePlace] { seen.withLock { $0 } }

  /// Before which messages older ones were asked for, oldest first.
  package var loadsBefore: [Message.ID?] { loads.withLock { $0 } }

  package func timeline(
    of room: RoomID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    places.flatMap(.latest) { [self, history = history(of: room)] place in
      seen.withLock { $0.append(place) }
      return history.signal
    }
  }

  package func newestMessage(of room: RoomID) -> Signal<EventID, Never> {
    history(of: room).signal
      .compactMap { timeline in timeline.messages.last { $0.eventID != nil }?.eventID }
      .skipRepeats()
  }

  package func loadOlder(
    in room: RoomID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    loads.withLock { $0.append(message) }
    return onLoadOlder.signal(room)
  }

  package func fillGap(
    in room: RoomID, before message: Message.ID, near place: Message.ID
  ) -> Signal<Void, RequestError> {
    loads.withLock { $0.append(message) }
    return onFillGap.signal(place)
  }

  package func loadMessages(
    around message: Message.ID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    onLoadAround.signal(message)
  }

  package func loadMessages(
    around message: Message.ID, in thread: ThreadID
  ) -> Signal<Void, RequestError> {
    onLoadAroundInThread.signal(message)
  }

  /// Says where messages stand; others are not known.
  package func place(_ messages: [Message.ID: MessageHome]) {
    homes.withLock { $0 = messages }
  }

  package func home(of message: Message.ID, in room: RoomID) -> Signal<MessageHome?, Never> {
    .just(homes.withLock { $0[message] })
  }

  package func pinnedMessages(in room: RoomID) -> Signal<[PinnedMessage], Never> { pins.signal }

  package func report(
    _ event: EventID, in room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    onReport.signal(Report(event, room, reason: reason))
  }

  package func versions(
    of message: Message.ID, in room: RoomID
  ) -> Signal<MessageVersions, RequestError> {
    onVersions.signal(message)
  }

  package func files(
    in room: RoomID, after token: String?
  ) -> Signal<MessagePage, RequestError> { onFiles.signal(token) }

  package func source(
    of message: Message.ID, in room: RoomID
  ) -> Signal<EventSource, RequestError> {
    onSource.signal(message)
  }

  package func relatedEvents(
    to message: Message.ID, in room: RoomID
  ) -> Signal<[RelatedEvent], RequestError> { onRelated.signal(message) }

  package func readers(
    of message: Message.ID, in room: RoomID
  ) -> Signal<[MessageReader], Never> { readers.signal }

  package func reactions(
    to message: Message.ID, in room: RoomID
  ) -> Signal<MessageReactions, Never> { reactions.signal }

  package func message(
    at time: Timestamp, in room: RoomID
  ) -> Signal<Message.ID, RequestError> {
    onFind.signal(time)
  }

  /// The timelines of a thread; replays the latest.
  package func history(of thread: ThreadID) -> ReplaySubject<Timeline, Never> {
    threads.withLock { threads in
      let history = threads[thread] ?? ReplaySubject(capacity: 1)
      threads[thread] = history
      return history
    }
  }

  package func thread(
    _ thread: ThreadID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    places.flatMap(.latest) { [history = history(of: thread)] _ in history.signal }
  }

  package func loadOlder(
    in thread: ThreadID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    onLoadOlderInThread.signal(thread)
  }

  package func threads(of room: RoomID) -> Signal<Timeline, Never> { threadList.signal }

  package func loadThreads(of room: RoomID) -> Signal<Void, RequestError> {
    onLoadThreads.signal(room)
  }
}
