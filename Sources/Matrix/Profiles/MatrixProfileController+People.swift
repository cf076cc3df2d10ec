package import Controllers
import ModelKit
package import Models
package import Signals

/// What the server says of a person's devices, and what its administrators hear of a person.
extension MatrixProfileController {
  package var offers: Signal<ServerOffer?, Never> { store.offers.offers }

  package func report(_ user: UserID, reason: String) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.report(user, reason: reason))
    }
  }

  package func devices(of user: UserID) -> Signal<[KeyedDevice], RequestError> {
    .from { [network] () async throws(RequestError) -> [KeyedDevice] in
      KeyedDevice.devices(of: user, in: try await network.request(.keys(of: user)))
    }
  }
}

extension KeyedDevice {
  /// The devices in a response, within bounds; those that the server confuses with others are left out.
  ///
  /// Source: Matrix client-server API, "DeviceInformation".
  static func devices(of user: UserID, in response: JSONValue) -> [KeyedDevice] {
    let devices = response["device_keys"]?[user.rawValue]?.object ?? [:]
    return devices.members.prefix(Limits.devices).compactMap { (member) -> KeyedDevice? in
      let (id, content) = (member.key, member.value)
      guard content["device_id"]?.string == id, content["user_id"]?.string == user.rawValue,
        let shown = id.nonEmpty(cutToBytes: Limits.name)
      else { return nil }
      return KeyedDevice(
        id: shown,
        name: content["unsigned"]?["device_display_name"]?.string?
          .nonEmpty(cutToBytes: Limits.name))
    }.sorted { $0.id < $1.id }
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/users/{userId}/report`.
  fileprivate static func report(_ user: UserID, reason: String) -> Endpoint {
    Endpoint(
      .report, .post, path: .client("users", user.rawValue, "report"),
      body: ["reason": .string(reason)])
  }
}

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/keys/query`.
  fileprivate static func keys(of user: UserID) -> Endpoint {
    Endpoint(
      .fetchKeys, .post, path: .client("keys", "query"),
      body: ["device_keys": .object([user.rawValue: []])], isIdempotent: true)
  }
}
