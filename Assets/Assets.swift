/// The files that the program carries inside itself, so that it is one file to install.
package enum Assets {
  /// A PNG picture, 64 pixels wide and high, of a person in neutral colours.
  ///
  /// It stands wherever someone has no avatar, or where it has not arrived yet.
  package static var placeholderAvatar: [UInt8] {
    PackageResources.placeholder_avatar_png
  }

  /// The terminfo source of the terminal entries that have 24-bit colours, for `tic`.
  package static var directColorTerminfo: String {
    String(decoding: PackageResources.chat_direct_terminfo, as: UTF8.self)
  }

  /// What a newcomer reads first on a server of this machine: a message each, some of several lines.
  ///
  /// `{words}`, `{server}` and `{folder}` stand for the words that the companion knows, the server's
  /// name and the folder of its data.
  package static var welcomeGuide: [String] {
    String(decoding: PackageResources.welcome_guide_txt, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map { $0.joined(separator: "\n") }
  }
}
