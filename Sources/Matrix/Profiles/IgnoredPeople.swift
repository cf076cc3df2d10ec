import Controllers
import MatrixWire
import ModelKit
import Models

/// Changes the list of people whom the account ignores.
///
/// Runs one change at a time, so that none overwrites another.
actor IgnoredPeople {
  private let network: MatrixNetworkController
  private let store: AccountStore
  private var last: Task<Void, Never>?

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// Adds a person to the list that the server has now, or removes them from it.
  func set(_ isIgnored: Bool, _ user: UserID) async throws(RequestError) {
    let previous = last
    let work = Task { () -> Result<Void, RequestError> in
      await previous?.value
      do throws(RequestError) {
        return .success(try await change(isIgnored, user))
      } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await work.value }
    try await work.value.get()
  }

  private func change(_ isIgnored: Bool, _ user: UserID) async throws(RequestError) {
    let (type, own) = (EventType.ignoredUsers, store.userID)
    var content = try await network.accountData(type, of: own, for: .ignore).object ?? [:]
    var people = content["ignored_users"]?.object ?? [:]
    people[user.rawValue] = isIgnored ? .object([:]) : nil
    content["ignored_users"] = .object(people)
    let changed = JSONValue.object(content)
    try await network.request(.setAccountData(type, of: own, to: changed, for: .ignore))
    try await store.change { contents, tables in
      var changes = StoreChanges()
      try contents.applyIgnored(changed, &changes, tables)
      return changes
    }
  }
}

extension EventType {
  /// The account data with the people whom the account ignores.
  static let ignoredUsers = "m.ignored_user_list"
}
