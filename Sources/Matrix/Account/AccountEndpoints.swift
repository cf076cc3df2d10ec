import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == [Device] {
  /// The devices of the account.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/devices`.
  static var devices: Endpoint {
    Endpoint(.manageDevices, path: .client("devices")) { response in
      let list = try JSONValue.decode(response.body)["devices"]?.array ?? []
      return list.prefix(Limits.devices).compactMap { Device($0) }
    }
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, `PUT /_matrix/client/v3/devices/{deviceId}`.
  static func rename(_ device: String, to name: String) -> Endpoint {
    Endpoint(
      .manageDevices, .put, path: .client("devices", device),
      body: .object(["display_name": .string(name)]))
  }
}

extension Endpoint where Response == ProofResponse {
  /// Source: Matrix client-server API, `DELETE /_matrix/client/v3/devices/{deviceId}`.
  static func signOut(_ device: String, proof: JSONValue?) -> Endpoint {
    confirmed(.manageDevices, .delete, path: .client("devices", device), [:], proof)
  }

  /// Source: Matrix client-server API, `POST /_matrix/client/v3/account/password`.
  static func changePassword(
    to new: Secret<String>, signingOutOthers: Bool, proof: JSONValue?
  ) -> Endpoint {
    confirmed(
      .changePassword, .post, path: .client("account", "password"),
      ["new_password": .string(new.reveal()), "logout_devices": .boolean(signingOutOthers)], proof)
  }

  /// Source: Matrix client-server API, `POST /_matrix/client/v3/account/deactivate`.
  static func deactivate(isErasing: Bool, proof: JSONValue?) -> Endpoint {
    confirmed(
      .deactivate, .post, path: .client("account", "deactivate"), ["erase": .boolean(isErasing)],
      proof)
  }

  /// A request that the server may want to be confirmed.
  private static func confirmed(
    _ operation: Operation, _ method: HTTPRequest.Method, path: [String], _ body: JSONObject,
    _ proof: JSONValue?
  ) -> Endpoint {
    var body = body
    body["auth"] = proof
    var endpoint = Endpoint(operation, method, path: path, body: .object(body)) { response in
      guard response.status == 401 else { return .done }
      let stages = try? RawAuthenticationStages.decode(response.body)
      // A token that has ended has the same status, and no way to confirm anything.
      guard let stages, !stages.flows.isEmpty else {
        throw RefusalReader.error(operation, response)
      }
      return .stages(stages)
    }
    endpoint.readsUnauthorised = true
    return endpoint
  }
}

extension Device {
  fileprivate init?(_ raw: JSONValue) {
    guard let id = raw["device_id"]?.string, !id.isEmpty, id.utf8.count <= Limits.name else {
      return nil
    }
    self.init(
      id: id, name: raw["display_name"]?.string?.nonEmpty(cutToBytes: Limits.name),
      lastSeen: raw["last_seen_ts"]?.integer.map { Timestamp(milliseconds: Int64($0)) },
      address: raw["last_seen_ip"]?.string?.nonEmpty(cutToBytes: Limits.name))
  }
}
