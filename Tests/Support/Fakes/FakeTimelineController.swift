package import Controllers
package import Models
package import Signals
import Synchronization

/// A timeline controller whose timelines the test sends.
package final class FakeTimelineController: TimelineController {
  package let onLoadOlder = Script<RoomID, Void>("loadOlder", .loadTimeline)
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

  package func timeline(of room: RoomID) -> Signal<Timeline, Never> { history(of: room).signal }

  package func loadOlder(in room: RoomID) -> Signal<Void, RequestError> {
    onLoadOlder.signal(room)
  }
}
