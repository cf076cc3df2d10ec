package import Controllers
package import Models
package import Signals
import Synchronization

/// A timeline controller whose timelines the test sends.
package final class FakeTimelineController: TimelineController {
  package let onLoadOlder = Script<RoomID, Void>("loadOlder", .loadTimeline)
  package let onLoadAround = Script<Message.ID, Void>("loadMessages", .loadTimeline)
  private let seen = Mutex<[TimelinePlace]>([])
  private let loads = Mutex<[Message.ID?]>([])
  private let histories = Mutex<[RoomID: ReplaySubject<Timeline, Never>]>([:])

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

  package func loadOlder(
    in room: RoomID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    loads.withLock { $0.append(message) }
    return onLoadOlder.signal(room)
  }

  package func loadMessages(
    around message: Message.ID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    onLoadAround.signal(message)
  }
}
