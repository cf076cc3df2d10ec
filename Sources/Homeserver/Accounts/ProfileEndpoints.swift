import ModelKit

/// The profiles of users.
///
/// Source: Matrix client-server API, "Profiles".
struct ProfileEndpoints: Sendable {
  /// The longest display name, in characters.
  private static let longestName = 256

  let services: AccountServices

  var routes: [Route] {
    [
      Route.open("GET", "client/profile/:user") { try await whole($0) },
      Route.open("GET", "client/profile/:user/:field") { try await field($0) },
      Route.user("PUT", "client/profile/:user/:field") { try await set($0, $1) },
      Route.user("DELETE", "client/profile/:user/:field") { try await remove($0, $1) },
    ].flatMap { $0 }
  }

  private func whole(_ request: Request) async throws -> Response {
    let user: UserID = try request.identifier("user")
    let profile = try await services.store.read { database in
      try Users.exists(user, in: database) ? try Profiles.whole(of: user, in: database) : nil
    }
    guard let profile else { throw Self.unknown }
    return .json(profile)
  }

  private func field(_ request: Request) async throws -> Response {
    let user: UserID = try request.identifier("user")
    let name = try request.parameter("field")
    let value = try await services.store.read { database in
      try Users.exists(user, in: database)
        ? (try Profiles.field(name, of: user, in: database), true) : (nil, false)
    }
    guard value.1 else { throw Self.unknown }
    guard let json = value.0 else {
      // These two fields exist for every user; when unset they are left out.
      guard Self.isShownToRooms(name) else { throw Self.unknown }
      return .empty
    }
    return .json(JSONWriter.object { $0.member(name, checked: json) })
  }

  private func set(_ request: Request, _ requester: Requester) async throws -> Response {
    let (user, name) = try target(request, requester)
    let body = try CanonicalJSON.checked(try await request.bodyObject(), allowsFractions: true)
    guard let value = body[name] else { throw MatrixError.missing(name) }
    try await change(name, of: user, to: try Self.checked(value, of: name))
    return .empty
  }

  private func remove(_ request: Request, _ requester: Requester) async throws -> Response {
    let (user, name) = try target(request, requester)
    try await change(name, of: user, to: nil)
    return .empty
  }

  private func change(_ name: String, of user: UserID, to value: JSONValue?) async throws {
    try services.limits.profileChanges.take(user)
    let listener = services.listener
    try await services.store.write { context in
      let isChanged = try Profiles.set(name, of: user, to: value, in: context.database)
      guard isChanged, Self.isShownToRooms(name) else { return }
      try listener.profileChanged(of: user, in: context)
    }
  }

  /// The user and the field that a request changes; only the user's own.
  private func target(_ request: Request, _ requester: Requester) throws -> (UserID, String) {
    let user: UserID = try request.identifier("user")
    guard user == requester.user else {
      throw MatrixError.forbidden("you can only change your own profile")
    }
    let name = try request.parameter("field")
    guard name.utf8.count <= Profiles.longestField else {
      throw MatrixError(400, "M_KEY_TOO_LARGE", "the name of a field has at most 255 bytes")
    }
    guard Self.isFieldName(name) else {
      throw MatrixError.invalid("the name of a field consists of a-z, 0-9 and _.-")
    }
    return (user, name)
  }

  private static func isShownToRooms(_ field: String) -> Bool {
    field == "displayname" || field == "avatar_url"
  }

  /// Source: Matrix specification, appendices, "Common Namespaced Identifier Grammar".
  private static func isFieldName(_ text: String) -> Bool {
    text.utf8.first?.isASCIILowercase == true
      && text.utf8.allSatisfy {
        $0.isASCIILowercase || $0.isASCIIDigit || "_.-".utf8.contains($0)
      }
  }

  /// The value to store; nil if an empty one removes the field.
  private static func checked(_ value: JSONValue, of name: String) throws -> JSONValue? {
    guard isShownToRooms(name) else { return value }
    guard let text = value.string else { throw MatrixError.invalid("'\(name)' is not a string") }
    if text.isEmpty { return nil }
    if name == "displayname" {
      guard text.unicodeScalars.count <= longestName else {
        throw MatrixError.invalid("a display name has at most \(longestName) characters")
      }
    } else if !isMediaAddress(text) {
      throw MatrixError.invalid("'\(name)' is not an mxc:// address")
    }
    return value
  }

  /// `mxc://server/id`.
  ///
  /// Source: Matrix client-server API, "Content repository", security considerations.
  private static func isMediaAddress(_ text: String) -> Bool {
    guard text.hasPrefix("mxc://"), text.utf8.count <= 1000 else { return false }
    let parts = text.dropFirst("mxc://".count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].utf8.first else { return false }
    return (first.isASCIIAlphanumeric || first == UInt8(ascii: "["))
      && parts[0].utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.:[]".utf8.contains($0) }
      && !parts[1].isEmpty
      && parts[1].utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-".utf8.contains($0) }
  }

  private static let unknown = MatrixError.notFound("there is no such profile or field")
}
