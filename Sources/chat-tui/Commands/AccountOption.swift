import ArgumentParser
import Controllers
import Models

/// The option of commands that use an account.
struct AccountOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this account of this machine instead of the one in front: a user ID, such as "
        + "@ada:example.org, and a server's address behind a blank where two have it.",
      valueName: "id"))
  var account: String?

  func validate() throws {
    if let account, UserID(Self.parts(account).user) == nil {
      throw ValidationError("\(account) is not a user ID such as @ada:example.org")
    }
  }

  /// The account that the option means among those of this machine.
  static func account(_ text: String, among known: [AccountID]) throws(CommandFailure) -> AccountID
  {
    let (user, server) = parts(text)
    let found = known.filter {
      $0.userID.rawValue == user && (server == nil || $0.server == server)
    }
    guard let account = found.first else {
      throw CommandFailure(message: "no account here is \(text): use chat-tui login")
    }
    guard found.count == 1 else {
      let servers = found.map { $0.server ?? "this machine" }.joined(separator: ", ")
      throw CommandFailure(message: "\(found.count) accounts are \(text); add one of \(servers)")
    }
    return account
  }

  private static func parts(_ text: String) -> (user: String, server: String?) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    return (words.first ?? "", words.count > 1 ? words[1] : nil)
  }
}
