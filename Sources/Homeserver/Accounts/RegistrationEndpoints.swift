import MatrixWire
import ModelKit

/// Making accounts.
///
/// Source: Matrix client-server API, "Account registration and management".
struct RegistrationEndpoints: Sendable {
  private static let tokenStage = "m.login.registration_token"

  let services: AccountServices

  var routes: [Route] {
    [
      Route.open("POST", "client/register") { try await register($0) },
      Route.open("GET", "client/register/available") { try await isAvailable($0) },
      Route.open("GET", "/_matrix/client/v1/register/\(Self.tokenStage)/validity") {
        try isTokenValid($0)
      },
    ].flatMap { $0 }
  }

  private func register(_ call: Call) async throws -> Answer {
    switch call.argument("kind") ?? "user" {
    case "user": break
    case "guest":
      throw MatrixError(403, "M_GUEST_ACCESS_FORBIDDEN", "there are no guests on this server")
    default: throw MatrixError(400, "M_UNRECOGNIZED", "there is no such kind of account")
    }
    let stage = try stage(call)
    let body = try await call.body(RawRegistration.self)
    let signIn = try SignIn(
      device: body.deviceID, deviceName: body.deviceName, isRefreshable: body.wantsRefreshToken)
    if let password = body.password, !password.isEmpty {
      try AccountServices.check(newPassword: password)
    }
    let user = try await freeUser(body.userName?.lowercased())
    return try await services.registrations.run(body.auth, for: "registration", stage) {
      guard let password = body.password, !password.isEmpty else {
        throw MatrixError.missing("password")
      }
      try services.limits.registrations.take(call.remoteAddress)
      let hash = try await services.hash(newPassword: password)
      return try await add(
        user, hash, body.inhibitsLogin ? nil : signIn, address: call.remoteAddress)
    }
  }

  private func add(
    _ user: UserID, _ hash: String, _ signIn: SignIn?, address: String
  ) async throws -> Answer {
    let now = services.now
    let session = try await services.store.write { context in
      try Users.add(user, password: hash, now: now, in: context)
      try services.listener.userAdded(user, in: context)
      return try signIn?.run(user, address: address, now: now, in: context)
    }
    let alone: JSONObject = [
      "user_id": .string(user.rawValue), "home_server": .string(String(user.server)),
    ]
    return .json(JSONValue.object(session?.json ?? alone))
  }

  /// What somebody has to show who wants an account.
  ///
  /// - Throws: `M_FORBIDDEN` when nobody can have one.
  private func stage(_ call: Call) throws -> InteractiveAuthentication.Stage {
    switch services.configuration.registration {
    case .closed: throw Self.closed
    case .open: return .init(type: "m.login.dummy") { _ in true }
    case .token(let token):
      return .init(type: Self.tokenStage) { auth in
        guard let given = auth.token else { throw MatrixError.missing("auth.token") }
        try services.limits.questions.take(call.remoteAddress)
        return Sodium.areEqual(given, token)
      }
    }
  }

  private static let closed = MatrixError.forbidden("this server makes no accounts by itself")

  /// The id of a new user, checked to be free.
  ///
  /// - Parameter name: Nil: the server chooses.
  private func freeUser(_ name: String?) async throws -> UserID {
    let user = try Users.id(
      localpart: name ?? RandomText.letters(12).lowercased(),
      server: services.configuration.serverName)
    guard try await !services.store.read({ try Users.isTaken(user, in: $0) }) else {
      throw MatrixError.userInUse
    }
    return user
  }

  private func isAvailable(_ call: Call) async throws -> Answer {
    if case .closed = services.configuration.registration { throw Self.closed }
    guard let name = call.argument("username") else { throw MatrixError.missing("username") }
    try services.limits.questions.take(call.remoteAddress)
    _ = try await freeUser(name)
    return .json(["available": true] as JSONValue)
  }

  private func isTokenValid(_ call: Call) throws -> Answer {
    guard let given = call.argument("token") else { throw MatrixError.missing("token") }
    try services.limits.questions.take(call.remoteAddress)
    switch services.configuration.registration {
    case .closed: throw Self.closed
    case .open: return .json(["valid": false] as JSONValue)
    case .token(let token):
      return .json(["valid": .boolean(Sodium.areEqual(given, token))] as JSONValue)
    }
  }
}
