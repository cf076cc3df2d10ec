package import Controllers
package import Models
package import Signals

/// A history controller whose parts the test gives.
package final class FakeHistoryController: HistoryController {
  package let onKeptRooms = Script<Void, [Room]>("keptRooms", .loadTimeline)
  package let onKept = Script<HistoryPlace?, HistoryPart>("kept", .loadTimeline)
  package let onKeptExtent = Script<RoomID, HistoryExtent>("keptExtent", .loadTimeline)
  package let onNewest = Script<Int, HistoryPart>("newest", .loadTimeline)
  package let onNews = Script<HistoryPlace, HistoryPart>("news", .loadTimeline)

  /// Creates a controller without results.
  package init() {}

  package func keptRooms() -> Signal<[Room], RequestError> { onKeptRooms.signal(()) }

  package func kept(
    in room: RoomID, after place: HistoryPlace?
  ) -> Signal<HistoryPart, RequestError> { onKept.signal(place) }

  package func keptExtent(of room: RoomID) -> Signal<HistoryExtent, RequestError> {
    onKeptExtent.signal(room)
  }

  package func newest(_ count: Int, in room: RoomID) -> Signal<HistoryPart, RequestError> {
    onNewest.signal(count)
  }

  package func news(
    in room: RoomID, after place: HistoryPlace
  ) -> Signal<HistoryPart, RequestError> { onNews.signal(place) }
}
