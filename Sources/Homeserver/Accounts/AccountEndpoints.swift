import MatrixWire
import ModelKit

/// Endpoints for a user's own account.
///
/// Source: Matrix client-server API, "Account management".
struct AccountEndpoints: Sendable {
  let services: AccountServices

  var routes: [Route] {
    [
      Route.user("GET", "client/account/whoami") { _, requester in Self.whoAmI(requester) },
      Route.user("POST", "client/account/password") { try await changePassword($0, $1) },
      Route.user("POST", "client/account/deactivate") { try await deactivate($0, $1) },
    ].flatMap { $0 }
  }

  private static func whoAmI(_ requester: Requester) -> Response {
    .json(
      [
        "user_id": .string(requester.user.rawValue), "is_guest": false,
        "device_id": .string(requester.device.rawValue),
      ] as JSONValue)
  }

  private func changePassword(_ request: Request, _ requester: Requester) async throws -> Response {
    let body = try await request.body(RawPasswordChange.self)
    let password = body.newPassword ?? ""
    if body.newPassword != nil {
      try AccountServices.check(newPassword: password)
    } else if body.auth?.isAttempt == true {
      throw MatrixError.missing("new_password")
    }
    return try await services.confirm(requester, body.auth, for: "password", request) {
      let hash = try await services.hash(
        newPassword: password, for: await request.machineUser())
      try await services.store.write { context in
        try Users.setPassword(hash, of: requester.user, in: context)
        guard body.logsOutDevices else { return }
        try Devices.endAll(of: requester.user, but: requester.device, in: context)
      }
      return .empty
    }
  }

  private func deactivate(_ request: Request, _ requester: Requester) async throws -> Response {
    let body = try await request.body(RawDeactivation.self)
    let user = requester.user
    return try await services.confirm(requester, body.auth, for: "deactivation", request) {
      try await services.store.write { [listener = services.listener] context in
        try listener.userDeactivated(user, in: context)
        try Devices.endAll(of: user, in: context)
        try Users.deactivate(user, in: context)
        if body.erases { try Profiles.removeAll(of: user, in: context.database) }
      }
      return .json(["id_server_unbind_result": "success"] as JSONValue)
    }
  }
}
