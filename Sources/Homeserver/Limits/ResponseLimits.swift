/// How great answers may become, in bytes of what they tell.
///
/// What does not fit comes with the next answer: pages end sooner, timelines are limited, and a
/// sync leaves rooms for the next one. One event, and one room, are told whatever their size.
struct ResponseLimits: Sendable {
  /// Of the events of a page.
  var page = 1 << 20
  /// Of the timeline of a room in a sync.
  var timeline = 1 << 20
  /// Of all rooms of a sync.
  var sync = 4 << 20
}
