/// The files embedded in the program, so that there is only one file to install.
package enum Assets {
  /// A PNG picture, 64 pixels wide and high, of a person in neutral colours.
  ///
  /// Stands in for an avatar that is missing or has not arrived yet.
  package static var placeholderAvatar: [UInt8] {
    PackageResources.placeholder_avatar_png
  }

  /// The terminfo source of the entries with 24-bit colour, for `tic`.
  package static var directColorTerminfo: String {
    String(decoding: PackageResources.chat_direct_terminfo, as: UTF8.self)
  }

  /// What a newcomer reads first on this machine's server: one string per message, some with
  /// several lines.
  ///
  /// The placeholders `{words}`, `{server}` and `{folder}` stand for the words that the companion
  /// understands, the server's name and its data directory.
  package static var welcomeGuide: [String] {
    String(decoding: PackageResources.welcome_guide_txt, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map { $0.joined(separator: "\n") }
  }

  /// The push rules that every Matrix account starts with, as JSON.
  ///
  /// The strings `{user}` and `{localpart}` stand for the id of the account and its local part.
  package static var pushRules: [UInt8] { PackageResources.push_rules_json }

  /// Common emoji, one a line: the emoji, a space, and its names separated by commas.
  package static var emoji: String {
    String(decoding: PackageResources.emoji_txt, as: UTF8.self)
  }
}
