/// Lets options stand before the subcommand as well as behind it.
///
/// The parser reads what stands before a subcommand as meant for `screen`, the default. Here such
/// options move behind it, in front of those that are there: of an option given twice the last
/// counts.
enum ArgumentOrder {
  /// The options whose value is the next argument.
  static let valued: Set<String> = [
    "--allow-origin", "--bind", "--data-dir", "--homeserver", "--password-file", "--port",
    "--server-name", "--user",
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
