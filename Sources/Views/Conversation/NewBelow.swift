import ViewModels

/// The messages below the window that arrived since the user last saw the end.
///
/// Where this view has never shown the end, as after a switch of the room or a start, they are those behind the
/// marker of new messages.
struct NewBelow {
  /// What the number was counted from.
  struct Start: Equatable {
    /// The last row when the end was visible.
    var lastSeen: RowID?
    /// What stands at the lower edge, where no end was visible.
    var edge: TimelineView.ItemID?
  }

  var start = Start()
  private(set) var messages = 0
  /// The first of them, if the way to what is new leads there.
  var first: MessageRowViewModel?

  mutating func count(after index: Int?, in rows: [MessageRowViewModel]) {
    guard let index else { return }
    let below = rows[(index + 1)...].lazy.filter { $0.hasSender && !$0.isOwn }
    messages = below.count
    first = below.first
  }
}
