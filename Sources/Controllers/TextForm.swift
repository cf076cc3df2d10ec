/// How the text of an outgoing message is to be read.
package enum TextForm: Hashable, Sendable {
  /// Text without formats.
  case plain
  /// Markdown.
  case markdown
  /// Markdown that says what the account does.
  case emote
  /// Markdown that stays covered until its reader uncovers it.
  case spoiler
  /// The HTML that Matrix allows in messages.
  case html
}
