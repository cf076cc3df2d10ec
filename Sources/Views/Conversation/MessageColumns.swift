import Terminal

/// The columns of the timeline: time, sender and text side by side, or the sender above the text.
///
/// A column of marks precedes the text. User content never reaches that column, so a mark proves
/// that the program wrote the line.
struct MessageColumns: Hashable {
  /// The smallest width with a separate sender column.
  static let minimumSideBySideWidth = 60
  /// Longer lines are hard to read.
  static let maximumBodyWidth = 100

  /// A wider timeline leaves blank columns on the right.
  static let widestUsed = 130

  private static let tallestPicture = 10

  let width: Int
  /// The terminal's emoji support determines the width of text.
  let profile: WidthProfile
  /// The columns of the longest time of the day.
  let timeWidth: Int
  /// The maximum height of a picture preview.
  let pictureHeight: Int

  /// - Parameter height: The rows of the window; in a low one, a picture leaves room for the lines above it
  ///   that say who sent it and what it is called.
  init(
    width: Int, height: Int? = nil, timeWidth: Int = 5, profile: WidthProfile = .current
  ) {
    pictureHeight = height.map { min(max($0 - 2, 1), Self.tallestPicture) } ?? Self.tallestPicture
    self.width = width
    self.timeWidth = timeWidth
    self.profile = profile
  }

  var isStacked: Bool { width < Self.minimumSideBySideWidth }
  /// The column of the marker for messages that mention the account.
  var mentionColumn: Int { 0 }
  var timeColumn: Int { 1 }
  var senderColumn: Int { isStacked ? 1 : timeColumn + timeWidth + 1 }
  var senderWidth: Int { isStacked ? max(width - timeWidth - 5, 8) : min(max(width / 5, 12), 18) }
  var markColumn: Int { isStacked ? 1 : senderColumn + senderWidth + 1 }
  var bodyColumn: Int { markColumn + 2 }
  var bodyWidth: Int { max(min(width - bodyColumn - 1, Self.maximumBodyWidth), 2) }

  /// The maximum width of a picture preview.
  var pictureWidth: Int { min(bodyWidth, 40) }
}
