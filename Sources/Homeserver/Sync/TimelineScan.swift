/// Limits how many events one sync scans, against filters that let few of many events pass.
///
/// Used by one thread at a time, while a sync is read.
final class TimelineScan {
  /// The most events of one room that a sync scans.
  private static let roomLimit = 10_000
  /// The most events of all rooms; the remaining rooms follow in the next part.
  private static let limit = 20_000

  private var all = 0
  private var ofRoom = 0

  var isExhausted: Bool { all >= Self.limit }

  /// Starts on another room.
  func begin() { ofRoom = 0 }

  /// Counts an event; returns false when the room's limit is reached.
  func takesOne() -> Bool {
    guard ofRoom < Self.roomLimit else { return false }
    ofRoom += 1
    all += 1
    return true
  }
}
