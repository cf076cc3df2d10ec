import Terminal

/// The columns of the timeline: time, sender and text side by side, or the sender above the text.
///
/// Before the text stands a column of marks. Nothing that a person wrote reaches it, so that what has a
/// mark there is what the program says.
struct MessageColumns: Hashable {
  /// The smallest width with the sender in a column of its own.
  static let minimumSideBySideWidth = 60
  /// Longer lines are hard to read.
  static let maximumBodyWidth = 100

  /// A wider timeline has blank columns at its right.
  static let widestUsed = 130

  let width: Int
  /// What the terminal makes of emoji decides how wide text is.
  let profile: WidthProfile

  init(width: Int, profile: WidthProfile = .current) {
    self.width = width
    self.profile = profile
  }

  var isStacked: Bool { width < Self.minimumSideBySideWidth }
  /// Where it is told that a message means the account.
  var mentionColumn: Int { 0 }
  var timeColumn: Int { 1 }
  var timeWidth: Int { 5 }
  var senderColumn: Int { isStacked ? 1 : timeColumn + timeWidth + 1 }
  var senderWidth: Int { isStacked ? max(width - 10, 8) : min(max(width / 5, 12), 18) }
  var markColumn: Int { isStacked ? 1 : senderColumn + senderWidth + 1 }
  var bodyColumn: Int { markColumn + 2 }
  var bodyWidth: Int { max(min(width - bodyColumn - 1, Self.maximumBodyWidth), 2) }

  /// The box that a picture's preview may take.
  var pictureWidth: Int { min(bodyWidth, 40) }
  var pictureHeight: Int { 10 }
}
