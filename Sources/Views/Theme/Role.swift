/// What a piece of text means; the theme says how that looks.
enum Role: Hashable {
  /// Ordinary text.
  case text
  /// Text that must stand out: names of what is open, headings.
  case strong
  /// Secondary text: times, previews, topics.
  case dim
  /// What the program says among people's messages: in a style that no message has.
  case note
  /// Lines between parts.
  case rule
  /// The one accent colour: what has the focus, keys in hints.
  case accent
  /// Accent and weight together: the brand, unread counts.
  case accentStrong
  /// Somebody wants the user: mentions.
  case mention
  case success
  case warning
  case error
  /// A sender's name; the number tells people apart.
  case sender(Int)
}

/// What a piece of text stands on.
enum Ground: Hashable {
  /// The screen.
  case plain
  /// The status line and the footer.
  case bar
  /// The entry under the cursor of the focused list.
  case selection
  /// A field that takes text.
  case field
}
