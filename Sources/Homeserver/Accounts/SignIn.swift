import ModelKit

/// The options of a sign-in, for a user who has been authenticated.
struct SignIn: Sendable {
  /// Nil if the server chooses.
  var device: DeviceID?
  /// Ignored for an existing device.
  var deviceName: String?
  var isRefreshable = false

  /// - Throws: `M_INVALID_PARAM`, `M_TOO_LARGE`.
  init(device: String?, deviceName: String?, isRefreshable: Bool) throws {
    if let device {
      guard let id = Devices.id(device) else {
        throw MatrixError.invalid("a device id has 1 to 255 bytes and no U+0000")
      }
      self.device = id
    }
    try Devices.check(name: deviceName)
    self.deviceName = deviceName
    self.isRefreshable = isRefreshable
  }

  /// Signs a user in.
  func run(
    _ user: UserID, address: String, now: Int64, in context: WriteContext
  ) throws -> Session {
    let device = device ?? Self.makeDevice()
    let requester = Requester(user: user, device: device)
    try Devices.claim(requester, name: deviceName, address: address, now: now, in: context)
    let tokens = try Tokens.begin(
      requester, isRefreshable: isRefreshable, now: now, in: context)
    return Session(requester: requester, tokens: tokens)
  }

  private static func makeDevice() -> DeviceID {
    guard let device = DeviceID(RandomText.letters(10).uppercased()) else {
      preconditionFailure("ten letters are a device id")
    }
    return device
  }
}

/// A new session.
struct Session: Sendable {
  let requester: Requester
  let tokens: Tokens.Pair

  /// The body of the response to `POST /login` and `POST /register`.
  var json: JSONObject {
    var object: JSONObject = [
      "user_id": .string(requester.user.rawValue),
      "home_server": .string(String(requester.user.server)),
      "device_id": .string(requester.device.rawValue),
    ]
    object.members += tokens.json.members
    return object
  }
}

extension Tokens.Pair {
  /// The body of the response to `POST /refresh`.
  var json: JSONObject {
    var object: JSONObject = ["access_token": .string(access)]
    if let refresh {
      object["refresh_token"] = .string(refresh)
      object["expires_in_ms"] = .number(JSONNumber(Tokens.lifetime))
    }
    return object
  }
}
