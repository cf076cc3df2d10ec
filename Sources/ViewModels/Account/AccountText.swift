import Controllers
import Models

/// Words about accounts.
nonisolated enum AccountText {
  /// Where the password is of no use.
  static let elsewhere = "The server has a page for that: “manage it in a browser” in your profile"

  /// "ada:example.org".
  static func name(_ account: AccountID) -> String {
    Names.brief(Names.oneLine(String(account.userID.rawValue.dropFirst())))
  }

  /// The same, with the server where another account has the same ID: two servers of the same name need not
  /// be the same server.
  static func name(_ account: AccountID, among accounts: [AccountID]) -> String {
    guard accounts.count(where: { $0.userID == account.userID }) > 1 else { return name(account) }
    let server = account.server ?? "this machine"
    let place = server.hasPrefix("https://") ? String(server.dropFirst(8)) : server
    return "\(name(account)) (\(place))"
  }

  /// Names that tell accounts from each other: "grace", "grace:example.org", or with the server's address.
  static func briefNames(_ accounts: [AccountID]) -> [AccountID: String] {
    func brief(_ account: AccountID) -> String {
      Names.brief(Names.oneLine(String(account.userID.localpart)))
    }
    var names: [AccountID: String] = [:]
    for account in accounts {
      let alike = accounts.filter { brief($0) == brief(account) }
      names[account] = alike.count == 1 ? brief(account) : name(account, among: accounts)
    }
    return names
  }

  /// The same in a few letters, where these tell them apart, too.
  static func shortNames(_ accounts: [AccountID]) -> [AccountID: String] {
    let names = briefNames(accounts)
    func short(_ name: String) -> String { name.count > 8 ? name.prefix(7) + "…" : name }
    return names.mapValues { name in
      names.values.count { short($0) == short(name) } == 1 ? short(name) : name
    }
  }

  /// What needs attention in an account that is not in front: "grace 3  @1", "grace offline", or empty.
  static func news(_ entry: AccountsOverview.Entry, name: String) -> String {
    let words: String =
      switch entry.account.state {
      case .connecting, .disconnected: ""
      case .ended: "signed out"
      case .failed: "not connected"
      case .connected:
        if case .offline = entry.connection {
          [entry.inbox.countText, "offline"].filter { !$0.isEmpty }.joined(separator: " ")
        } else {
          entry.inbox.countText
        }
      }
    return words.isEmpty ? "" : "\(name) \(words)"
  }

  /// What an account is doing, in a list of accounts.
  static func facts(_ entry: AccountsOverview.Entry, isInFront: Bool) -> String {
    let place = entry.account.id.server ?? "this machine"
    let state: String =
      switch entry.account.state {
      case .connecting: "connecting…"
      case .disconnected: "disconnected"
      case .ended(.locked): "its key is missing; it has to sign in again"
      case .ended: "signed out by the server; it has to sign in again"
      case .failed(let error): "not connected: \(ErrorSentences.text(error))"
      case .connected: connection(entry.connection)
      }
    return ([place, isInFront ? "in front" : "", state, entry.inbox.text])
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func connection(_ state: ConnectionState) -> String {
    switch state {
    case .idle, .connecting: "connecting…"
    case .online: "online"
    case .offline(let error, _): "offline: \(ErrorSentences.text(error))"
    }
  }
}
