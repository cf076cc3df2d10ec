package import Controllers
package import Models

/// An entry of a room's history as one line, or several if its text has them.
package struct HistoryText {
  private let time: TimeText

  /// - Parameter secondsFromUTC: The time zone at a time.
  package init(secondsFromUTC: @escaping @Sendable (Timestamp) -> Int) {
    time = TimeText(secondsFromUTC: secondsFromUTC, dates: .iso)
  }

  /// "2026-11-26 12:30   Ada: a text", with `>` before the name in a thread and `~` before a new text of an older
  /// message.
  ///
  /// The mark stands where no name does, so that no name can imitate it.
  package func line(_ entry: HistoryEntry) -> String {
    let message = entry.found.message
    let moment = message.timestamp
    let mark = entry.kind == .edit ? "~" : message.threadRoot == nil ? " " : ">"
    return "\(time.dayText(moment, now: moment)) \(time.clock(moment)) \(mark) "
      + FoundText.message(entry.found)
  }
}
