package import Controllers
import Models

/// The suggestion that the form makes for the chat on this machine.
package struct LocalSuggestion: Hashable {
  package var name: String
  /// Whether local sign-in is most likely what the user wants.
  package var isPreferred: Bool

  /// - Parameters:
  ///   - accounts: The accounts known on this machine, most recently used first.
  ///   - loginName: The user's login name on this machine.
  ///   - ending: How the last session ended, if there was one.
  ///   - isElsewhere: Whether it was one of another server, where somebody may have the same user ID.
  ///   - hasFailed: Whether a stored session exists but could not be restored.
  package init(
    accounts: [LocalAccount], loginName: String, ending: SessionEnding?, isElsewhere: Bool = false,
    hasFailed: Bool
  ) {
    if let user = ending?.account?.user {
      let ended = isElsewhere ? nil : accounts.first { $0.userID == user }
      name = ended?.name ?? Self.name(accounts, loginName)
      isPreferred = ended != nil
    } else {
      name = Self.name(accounts, loginName)
      isPreferred = !accounts.isEmpty || (ending == nil && !hasFailed)
    }
  }

  /// The first known account that is not open, otherwise a new name.
  private static func name(_ accounts: [LocalAccount], _ loginName: String) -> String {
    if let account = accounts.first(where: { !$0.isOpenElsewhere }) { return account.name }
    let name = LocalName.made(from: loginName)
    let taken = Set(accounts.map(\.name))
    guard taken.contains(name) else { return name }
    return (2...taken.count + 2).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) } ?? ""
  }
}
