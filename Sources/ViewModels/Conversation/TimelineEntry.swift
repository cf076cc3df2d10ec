import Models

/// A message of a timeline with its rows.
struct TimelineEntry {
  let message: Message
  var showsSender = true
  /// The rows above the message: a new day, the new-messages marker.
  let dividers: [MessageRowViewModel]
  /// The row into which the message is folded.
  var fold: MessageRowViewModel?
  /// Whether that row stands above this message.
  var isFirstOfFold = false
  /// The message's own row; nil while it is folded.
  var row: MessageRowViewModel?

  var rows: [MessageRowViewModel] {
    dividers + [isFirstOfFold ? fold : nil, row].compactMap(\.self)
  }

  /// The number of rows.
  var rowCount: Int {
    dividers.count + (isFirstOfFold ? 1 : 0) + (row == nil ? 0 : 1)
  }
}

/// The entries that a change replaces, by identity: what stays keeps its row.
struct ReplacedEntries {
  private(set) var messages: [Message.ID: TimelineEntry] = [:]
  private(set) var dividers: [RowID: MessageRowViewModel] = [:]
  /// The rows into which messages were folded.
  var folds: Set<RowID> { Set(messages.values.compactMap(\.fold?.id)) }

  init(_ entries: ArraySlice<TimelineEntry>) {
    for entry in entries {
      messages[entry.message.id] = entry
      for row in entry.dividers { dividers[row.id] = row }
    }
  }
}
