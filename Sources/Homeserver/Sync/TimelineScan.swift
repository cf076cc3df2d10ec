/// How much of the timelines one sync looks at.
///
/// Used by one thread at a time, while a sync is read.
final class TimelineScan {
  /// How many events of a room are looked at for those that the filter lets pass, and how many of
  /// all rooms before the others are left for the next answer.
  private static let roomLimit = 10_000
  private static let limit = 20_000

  private var all = 0
  private var ofRoom = 0

  var isExhausted: Bool { all >= Self.limit }

  /// Begins with another room.
  func begin() { ofRoom = 0 }

  /// Counts an event; false when there were enough.
  func takesOne() -> Bool {
    guard ofRoom < Self.roomLimit else { return false }
    ofRoom += 1
    all += 1
    return true
  }
}
