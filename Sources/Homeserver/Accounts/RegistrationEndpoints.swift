import MatrixWire
import ModelKit

/// Endpoints that make accounts.
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
        try await isTokenValid($0)
      },
    ].flatMap { $0 }
  }

  private func register(_ request: Request) async throws -> Response {
    switch request.argument("kind") ?? "user" {
    case "user": break
    case "guest": throw MatrixError.forbidden("this server has no guest accounts")
    default: throw MatrixError(400, "M_UNRECOGNIZED", "unknown kind of account")
    }
    let asker = await request.machineUser()
    let stage = try stage(for: asker)
    let body = try await request.body(RawRegistration.self)
    let signIn = try SignIn(
      device: body.deviceID, deviceName: body.deviceName, isRefreshable: body.wantsRefreshToken)
    let password = body.password ?? ""
    if !password.isEmpty {
      try AccountServices.check(newPassword: password)
    } else if body.auth?.isAttempt == true {
      throw MatrixError.missing("password")
    }
    let user = try await freeUser(body.userName?.lowercased())
    return try await services.registrations.run(body.auth, for: "registration", stage) {
      try services.limits.registrations.take(asker)
      do {
        let hash = try await services.hash(newPassword: password, for: asker)
        return try await add(
          user, hash, body.inhibitsLogin ? nil : signIn, address: request.remoteAddress)
      } catch {
        services.limits.registrations.giveBack(asker)
        throw error
      }
    }
  }

  private func add(
    _ user: UserID, _ hash: String, _ signIn: SignIn?, address: String
  ) async throws -> Response {
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

  /// The authentication stage of a registration.
  ///
  /// - Throws: `M_FORBIDDEN` if registration is closed.
  private func stage(for asker: Asker) throws -> InteractiveAuthentication.Stage {
    switch services.configuration.registration {
    case .closed: throw Self.closed
    case .open: return .init(type: "m.login.dummy") { _ in true }
    case .token(let token):
      return .init(type: Self.tokenStage) { auth in
        guard let given = auth.token else { throw MatrixError.missing("auth.token") }
        return try isRight(given, token, from: asker)
      }
    }
  }

  /// Whether a registration token is right; wrong ones are counted.
  private func isRight(_ given: String, _ token: String, from asker: Asker) throws -> Bool {
    if Sodium.areEqual(given, token) { return true }
    try services.limits.guesses.take(asker)
    return false
  }

  private static let closed = MatrixError.forbidden("registration is closed on this server")

  /// The id of a new user, which is free.
  ///
  /// - Parameter name: Nil if the server chooses.
  private func freeUser(_ name: String?) async throws -> UserID {
    let user = try Users.id(
      localpart: name ?? RandomText.letters(12).lowercased(),
      server: services.configuration.serverName)
    let isTaken = try await services.store.read { try Users.isTaken(user, in: $0) }
    guard !isTaken, !Users.isReserved(user) else {
      throw MatrixError.userInUse
    }
    return user
  }

  private func isAvailable(_ request: Request) async throws -> Response {
    if case .closed = services.configuration.registration { throw Self.closed }
    guard let name = request.argument("username") else { throw MatrixError.missing("username") }
    do {
      _ = try await freeUser(name)
    } catch let error as MatrixError where error == .userInUse {
      try services.limits.guesses.take(await request.machineUser())
      throw error
    }
    return .json(["available": true] as JSONValue)
  }

  private func isTokenValid(_ request: Request) async throws -> Response {
    guard let given = request.argument("token") else { throw MatrixError.missing("token") }
    switch services.configuration.registration {
    case .closed: throw Self.closed
    case .open: return .json(["valid": false] as JSONValue)
    case .token(let token):
      let isValid = try isRight(given, token, from: await request.machineUser())
      return .json(["valid": .boolean(isValid)] as JSONValue)
    }
  }
}
