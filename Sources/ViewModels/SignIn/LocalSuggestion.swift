package import Controllers
import Models

/// What the form proposes for the chat on this machine.
package struct LocalSuggestion: Hashable {
  package var name: String
  /// Whether it is what the person most likely wants.
  package var isPreferred: Bool

  /// - Parameters:
  ///   - accounts: The accounts that are known here, the one that was used last first.
  ///   - loginName: What the machine calls the person.
  ///   - ending: How the last session ended, if there was one.
  ///   - hasFailed: Whether there is a stored session that could not be used.
  package init(
    accounts: [LocalAccount], loginName: String, ending: SessionEnding?, hasFailed: Bool
  ) {
    if case .refused(_, let user, _) = ending {
      let ended = accounts.first { $0.userID == user }
      name = ended?.name ?? Self.name(accounts, loginName)
      isPreferred = ended != nil
    } else {
      name = Self.name(accounts, loginName)
      isPreferred = !accounts.isEmpty || (ending == nil && !hasFailed)
    }
  }

  /// An account that is not open, or else a new name.
  private static func name(_ accounts: [LocalAccount], _ loginName: String) -> String {
    if let account = accounts.first(where: { !$0.isOpenElsewhere }) { return account.name }
    let name = LocalName.made(from: loginName)
    let taken = Set(accounts.map(\.name))
    guard taken.contains(name) else { return name }
    return (2...taken.count + 2).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) } ?? ""
  }
}
