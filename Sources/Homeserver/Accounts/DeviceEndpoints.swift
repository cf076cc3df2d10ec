import MatrixWire
import ModelKit

/// Endpoints for a user's own devices.
///
/// Source: Matrix client-server API, "Device management".
struct DeviceEndpoints: Sendable {
  let services: AccountServices

  var routes: [Route] {
    [
      Route.user("GET", "client/devices") { _, requester in try await list(requester) },
      Route.user("GET", "client/devices/:device") { try await show($0, $1) },
      Route.user("PUT", "client/devices/:device") { try await rename($0, $1) },
      Route.user("DELETE", "client/devices/:device") { try await delete($0, $1) },
      Route.user("POST", "client/delete_devices") { try await deleteMany($0, $1) },
    ].flatMap { $0 }
  }

  private func list(_ requester: Requester) async throws -> Response {
    let devices = try await services.store.read { database in
      try Devices.list(of: requester.user, in: database)
    }
    return .json(["devices": .array(devices)] as JSONValue)
  }

  private func show(_ request: Request, _ requester: Requester) async throws -> Response {
    let device = try device(request, of: requester)
    let found = try await services.store.read { try Devices.find(device, in: $0) }
    guard let found else { throw Self.unknown }
    return .json(found)
  }

  private func rename(_ request: Request, _ requester: Requester) async throws -> Response {
    let device = try device(request, of: requester)
    let name = try await request.body(RawDeviceChange.self).displayName
    try Devices.check(name: name)
    let isThere = try await services.store.write { context in
      guard let name else { return try Devices.find(device, in: context.database) != nil }
      return try Devices.rename(device, to: name, in: context)
    }
    guard isThere else { throw Self.unknown }
    return .empty
  }

  private func delete(_ request: Request, _ requester: Requester) async throws -> Response {
    let device = try device(request, of: requester).device
    let auth = try await request.body(RawAuthenticatedRequest.self).auth
    return try await end([device], of: requester, auth, request)
  }

  private func deleteMany(_ request: Request, _ requester: Requester) async throws -> Response {
    let body = try await request.body(RawDeviceDeletion.self)
    guard let names = body.devices else { throw MatrixError.missing("devices") }
    guard names.count <= Devices.most else {
      throw MatrixError.invalid("at most \(Devices.most) devices can be removed at once")
    }
    // An invalid id cannot name a device, so it is ignored like an unknown one.
    return try await end(names.compactMap(DeviceID.init), of: requester, body.auth, request)
  }

  private func end(
    _ devices: [DeviceID], of requester: Requester, _ auth: RawAuthentication?, _ request: Request
  ) async throws -> Response {
    let names = devices.map { JSONValue.string($0.rawValue) }
    let purpose = "devices \(JSONValue.array(names).text)"
    return try await services.confirm(requester, auth, for: purpose, request) {
      try await services.store.write { context in
        try Devices.end(devices, of: requester.user, in: context)
      }
      return .empty
    }
  }

  private func device(_ request: Request, of requester: Requester) throws -> Requester {
    guard let device = DeviceID(try request.parameter("device")) else { throw Self.unknown }
    return Requester(user: requester.user, device: device)
  }

  private static let unknown = MatrixError.notFound("the device does not exist")
}
