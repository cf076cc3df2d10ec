package import Controllers
import MatrixPush
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixRoomsController {
  package func setAlerts(_ alerts: Room.Alerts, _ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined else { return }
      let edits = try await Self.rules(network, store).edits(to: alerts, in: room)
      for edit in edits {
        do throws(RequestError) {
          try await network.request(.edit(edit))
        } catch {
          // Another device was faster.
          guard case .remove = edit, error.status == 404 else { throw error }
        }
      }
      try await store.change { contents, tables in
        var changes = StoreChanges()
        if let rules = contents.rules?.applying(edits) {
          try contents.applyRules(rules, &changes, tables)
        }
        return changes
      }
    }
  }

  /// The rules of the last sync, or from the server before the first one that brought any.
  private static func rules(
    _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) -> AccountRules {
    if let rules = store.current.rules { return rules }
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
    let rule = ["pushrules", "global", kind.rawValue, id]
    switch edit {
    case .put(_, _, let members):
      return Endpoint(
        .setAlerts, .put, path: ["_matrix", "client", "v3"] + rule, body: .object(members),
        isIdempotent: true)
    case .enable:
      return Endpoint(
        .setAlerts, .put, path: ["_matrix", "client", "v3"] + rule + ["enabled"],
        body: .object(["enabled": true]), isIdempotent: true)
    case .remove:
      return Endpoint(
        .setAlerts, .delete, path: ["_matrix", "client", "v3"] + rule, isIdempotent: true)
    }
  }
}
