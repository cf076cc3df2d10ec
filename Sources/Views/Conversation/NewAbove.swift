import Signals
import ViewModels

/// What came while the user was away, as long as its beginning stands above the window.
///
/// Such messages count as read once the end is shown, as in other clients, so only this tells of those that
/// nobody has seen.
struct NewAbove {
  /// So many messages, or at least as many, above the window.
  struct Count: Equatable {
    let messages: Int
    let isLeast: Bool

    var text: String { "\(messages)\(isLeast ? "+" : "") new above" }
  }

  /// The mark whose beginning was in the window.
  private var seen: RowID?

  /// Returns how many of the new messages are above a row of the window.
  ///
  /// - Parameter first: The index of the first row in the window.
  mutating func count(_ model: TimelineViewModel, first: Int?) -> Count? {
    guard let mark = model.newMark, mark != seen, let first else { return nil }
    let rows = model.rows.value
    let begin = rows.lastIndex { $0.content.value.kind == .newMarker }
    if let begin, begin >= first {
      // Who looks at another window sees nothing in this one.
      if model.isSeen.value { seen = mark }
      return nil
    }
    // Neither other messages than the newest ones nor a whole room say anything of a beginning that is not
    // among them.
    let isFarBack = model.loadOlder.isEnabled.value || model.loadOlder.isExecuting.value
    guard begin != nil || isFarBack && !model.hasNewer.value else { return nil }
    let count = rows[(begin.map { $0 + 1 } ?? 0)..<first].count { $0.content.value.kind.hasSender }
    return count > 0 ? Count(messages: count, isLeast: begin == nil) : nil
  }
}
