import Signals
import ViewModels

/// So many messages, or at least as many, came while the user was away and stand above the window.
///
/// Such messages count as read once the end is shown, as in other clients, so only this tells of those that
/// nobody has seen.
struct NewAbove: Equatable {
  /// 0 when nothing tells how many.
  let messages: Int
  let isLeast: Bool

  var text: String { messages == 0 ? "new above" : "\(messages)\(isLeast ? "+" : "") new above" }

  /// Nil when there are none; notes that the first of them is seen once it stands in the window.
  ///
  /// - Parameters:
  ///   - visible: The indexes of the rows in the window.
  ///   - seen: The new rows that have been in the window: what is written below moves them out of it again.
  ///   - wasAbove: Whether the window before this one had some above it: keys that follow each other fast may
  ///     scroll past the first of them.
  init?(_ model: TimelineViewModel, visible: Range<Int>, seen: Set<RowID>, wasAbove: Bool) {
    guard model.hasUnseenBeginning, !visible.isEmpty else { return nil }
    let rows = model.rows.value
    let isFarBack = model.loadOlder.isEnabled.value || model.loadOlder.isExecuting.value
    // In a room that was never read, what is loaded begins with it once nothing is further back.
    let first = model.isAllNew && !isFarBack ? rows.firstIndex(where: \.hasSender) : nil
    let begin = rows.lastIndex(where: \.isNewMarker).map { $0 + 1 } ?? first
    if let begin, begin >= visible.lowerBound {
      // Who looks at another window sees nothing in this one.
      if visible.contains(begin) || wasAbove, model.isSeen.value { model.beginningSeen() }
      return nil
    }
    // Neither other messages than the newest ones nor a whole room say anything of a beginning that is not
    // among them.
    guard begin != nil || isFarBack && !model.hasNewer.value else { return nil }
    let count = rows[(begin ?? 0)..<visible.lowerBound].count {
      $0.hasSender && !seen.contains($0.id)
    }
    // All that is loaded may be changes of the room, which anybody can make many of to hide what is new.
    let isFurtherUp = begin == nil && !model.isAllNew && visible.lowerBound > 0
    guard count > 0 || isFurtherUp else { return nil }
    messages = count
    isLeast = begin == nil
  }
}
