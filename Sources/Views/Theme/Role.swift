import ViewModels

/// The meaning of a piece of text; the theme decides its style.
enum Role: Hashable {
  /// Ordinary text.
  case text
  /// Prominent text: names of open items, headings.
  case strong
  /// Secondary text: times, previews, topics.
  case dim
  /// Program text among people's messages, in a style that no message has.
  case note
  /// Rules and dividers.
  case rule
  /// The single accent colour: the focused element, keys in hints.
  case accent
  /// Accented and bold: the brand, unread counts.
  case accentStrong
  /// Mentions of the user.
  case mention
  case success
  case warning
  case error
  /// A word that no dictionary has.
  case misspelled
  /// A person's words with formats, and the colours that the person chose.
  case body(FormattedBody.Traits, FormattedBody.Colors? = nil)
  /// A sender's name; the number distinguishes people.
  case sender(Int)
}

/// The background of a piece of text.
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
