import ModelKit

/// The options of a sign-in.
struct SignIn: Sendable {
  /// Nil lets the server choose.
  var device: DeviceID?
  /// Used for a new device only.
  var deviceName: String?
  var isRefreshable = false

  /// - Throws: `M_INVALID_PARAM`, `M_TOO_LARGE`.
  init(device: String?, deviceName: String?, isRefreshable: Bool) throws {
    if let device {
      guard let id = DeviceID(device) else {
        throw MatrixError.invalid("a device id must have 1 to 255 bytes and no U+0000")
      }
      self.device = id
    }
    try Devices.check(name: deviceName)
    self.deviceName = deviceName
    self.isRefreshable = isRefreshable
  }

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

/// A new sign-in.
struct Session: Sendable {
  let requester: Requester
  let tokens: Tokens.Pair

  /// The body of a response to `POST /login` and `POST /register`.
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
  /// The body of a response to `POST /refresh`.
  var json: JSONObject {
    var object: JSONObject = ["access_token": .string(access)]
    if let refresh {
      object["refresh_token"] = .string(refresh)
      object["expires_in_ms"] = .number(JSONNumber(Tokens.lifetime))
    }
    return object
  }
}
