/// Allows options before the subcommand as well as after it.
///
/// The parser would assign options before a subcommand to the default one, `screen`. This moves
/// them behind the subcommand, in front of its own options, because the last of repeated options
/// wins.
enum ArgumentOrder {
  /// The options that take the next argument as their value.
  static let valued: Set<String> = [
    "--account", "--allow-origin", "--bind", "--caption", "--data-dir", "--file", "--homeserver",
    "--limit", "--lines",
    "--login-token-file", "--notify", "--notify-command", "--output", "--password-file", "--port",
    "--provider", "--server-name", "--spelling",
    "--token-file", "--undo-seconds", "--user",
  ]

  /// The arguments with the subcommand first; unchanged when there is none.
  static func subcommandFirst(_ arguments: [String], subcommands: Set<String>) -> [String] {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "--" {
      index += valued.contains(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, subcommands.contains(arguments[index]) else { return arguments }
    return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
  }
}
