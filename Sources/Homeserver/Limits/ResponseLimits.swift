/// The sizes of responses, in bytes of their events.
///
/// What does not fit comes with the next response: pages end sooner, timelines are limited, and a
/// sync leaves rooms for the next one. At least one event, or one room, is sent whatever its size.
struct ResponseLimits: Sendable {
  /// The events of a page.
  var page = 1 << 20
  /// The timeline of a room in a sync.
  var timeline = 1 << 20
  /// All rooms of a sync.
  var sync = 4 << 20
}
