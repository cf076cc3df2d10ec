import MatrixWire
import ModelKit

/// Signing in and out.
///
/// Source: Matrix client-server API, "Login", "Refreshing access tokens".
struct SignInEndpoints: Sendable {
  static let password = "m.login.password"

  let services: AccountServices

  var routes: [Route] {
    [
      Route.open("GET", "client/login") { _ in Self.flows },
      Route.open("POST", "client/login") { try await signIn($0) },
      Route.open("POST", "client/refresh") { try await refresh($0) },
      Route.user("POST", "client/logout") { _, requester in try await signOut(requester) },
      Route.user("POST", "client/logout/all") { _, requester in try await signOutAll(requester) },
    ].flatMap { $0 }
  }

  private static let flows = Response.json(
    ["flows": [["type": .string(password)]]] as JSONValue)

  private static let refused = MatrixError.forbidden("the user name or the password is wrong")

  private func signIn(_ request: Request) async throws -> Response {
    let body = try await request.body(RawLogin.self)
    guard let type = body.type else { throw MatrixError.missing("type") }
    guard type == Self.password else {
      throw MatrixError(400, "M_UNKNOWN", "this server does not support this login type")
    }
    guard let password = body.password else { throw MatrixError.missing("password") }
    let user = try meant(by: body)
    let signIn = try SignIn(
      device: body.deviceID, deviceName: body.deviceName, isRefreshable: body.wantsRefreshToken)
    let hash = try await services.matchingHash(password, of: user, for: request)
    guard let user, let hash else { throw Self.refused }
    let now = services.now
    let address = request.remoteAddress
    let session = try await services.store.write { context in
      // The password may have been changed while it was checked.
      guard try Users.password(of: user, in: context.database) == hash else { throw Self.refused }
      return try signIn.run(user, address: address, now: now, in: context)
    }
    return .json(JSONValue.object(session.json))
  }

  /// The user that the request names; nil if this server cannot have such a user.
  private func meant(by body: RawLogin) throws -> UserID? {
    var name = body.user
    if let identifier = body.identifier {
      guard let type = identifier.type else { throw MatrixError.missing("identifier.type") }
      switch type {
      case "m.id.user": name = identifier.user
      // Accounts here have no e-mail addresses or phone numbers.
      case "m.id.thirdparty", "m.id.phone": return nil
      default:
        throw MatrixError(400, "M_UNKNOWN", "this server does not support this identifier type")
      }
    }
    guard let name else { throw MatrixError.missing("identifier.user") }
    return Users.meant(by: name, server: services.configuration.serverName)
  }

  private func refresh(_ request: Request) async throws -> Response {
    guard let token = try await request.body(RawRefresh.self).refreshToken else {
      throw MatrixError.missing("refresh_token")
    }
    let hash = TokenHash(of: token)
    // An unknown token is refused without a write.
    guard try await services.store.read({ try Tokens.isRefreshToken(hash, in: $0) }) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    let now = services.now
    switch try await services.store.write({ try Tokens.refresh(hash, now: now, in: $0) }) {
    case .pair(let tokens): return .json(JSONValue.object(tokens.json))
    case .unknown: throw MatrixError.unknownToken(isSoft: false)
    case .reused: throw MatrixError.unknownToken(isSoft: true)
    }
  }

  private func signOut(_ requester: Requester) async throws -> Response {
    try await services.store.write { context in
      try Devices.end([requester.device], of: requester.user, in: context)
    }
    return .empty
  }

  private func signOutAll(_ requester: Requester) async throws -> Response {
    try await services.store.write { context in
      try Devices.endAll(of: requester.user, in: context)
    }
    return .empty
  }
}
