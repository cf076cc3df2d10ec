import Controllers
import MatrixPush
import MatrixWire
import ModelKit
import Models

/// Changes push rules on the server, and in the store until a sync brings them.
struct RuleChanger: Sendable {
  let network: MatrixNetworkController
  let store: AccountStore

  /// Makes the changes that `edits` wants of the rules of now.
  func apply(_ edits: (AccountRules) -> [AccountRules.Edit]) async throws(RequestError) {
    let edits = edits(try await rules())
    for edit in edits {
      do throws(RequestError) {
        try await network.request(.edit(edit))
      } catch {
        // Another device was faster.
        guard case .remove = edit, error.status == 404 else { throw error }
      }
    }
    guard !edits.isEmpty else { return }
    try await store.change { contents, tables in
      var changes = StoreChanges()
      if let rules = contents.rules?.applying(edits) {
        try contents.applyRules(rules, &changes, tables)
      }
      return changes
    }
  }

  /// The rules as the server has them: those of the last sync may be older than the last change.
  private func rules() async throws(RequestError) -> AccountRules {
    let content = try await network.request(
      .accountData(EventType.pushRules, of: store.userID, for: .setAlerts))
    guard let rules = AccountRules(content) else {
      throw RequestError(operation: .setAlerts, reason: .tooLarge)
    }
    return rules
  }
}

extension Endpoint where Response == Void {
  /// Changes a push rule.
  fileprivate static func edit(_ edit: AccountRules.Edit) -> Endpoint {
    let (kind, id) = edit.place
    let rule = ["_matrix", "client", "v3", "pushrules", "global", kind.rawValue, id]
    func put(_ path: [String], _ body: JSONObject) -> Endpoint {
      Endpoint(.setAlerts, .put, path: path, body: .object(body), isIdempotent: true)
    }
    switch edit {
    case .put(_, _, let members): return put(rule, members)
    case .turn(_, _, let isEnabled):
      return put(rule + ["enabled"], ["enabled": .boolean(isEnabled)])
    case .act(_, _, let actions): return put(rule + ["actions"], ["actions": .array(actions)])
    case .remove: return Endpoint(.setAlerts, .delete, path: rule, isIdempotent: true)
    }
  }
}
