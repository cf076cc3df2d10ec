import ViewModels

/// The rows of a timeline that are on the screen, laid out; drawing needs nothing else.
struct TimelineWindow {
  /// The sender of the message at the upper edge, when that message has no room for the name.
  struct Speaker: Equatable {
    let senderText: String
    let colorIndex: Int
    let timeText: String
  }

  /// What lies below the window.
  enum Below: Equatable {
    case nothing
    case more
    /// So many messages, or at least as many, that arrived since the end was last visible.
    case new(Int, isLeast: Bool)
  }

  /// A visible item; its first line may lie above the window (a negative top).
  struct Item {
    enum Content {
      case history(String)
      case row(MessageRowViewModel, MessageLayout)
    }

    let top: Int
    let content: Content

    var height: Int {
      switch content {
      case .history: 1
      case .row(_, let layout): layout.height
      }
    }
  }

  let items: [Item]
  let columns: MessageColumns
  /// The first row, when its time and sender appear in the columns beside it.
  let edge: (row: MessageRowViewModel, content: MessageRowContent)?
  /// The sender that the line above the window names.
  let speaker: Speaker?
  /// The new messages above the window that the user has not seen.
  let above: NewAbove?
  let below: Below
  /// The text shown when there are no rows.
  let emptyText: String
}

extension MessageRowKind {
  /// Whether rows of this kind show their sender.
  var hasSender: Bool {
    switch self {
    case .message, .notice, .emote, .locked: true
    case .event, .changes, .day, .gap, .newMarker: false
    }
  }
}
