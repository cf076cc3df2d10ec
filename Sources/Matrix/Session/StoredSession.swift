import Controllers
import FoundationEssentials
import Models

/// What the file `session.json` of an account holds.
struct StoredSession: Sendable {
  static let fileName = "session.json"

  var server: ServerAddress
  var userID: UserID
  var deviceID: String
  /// Nil after the server ended the session softly: the device and its data wait for a sign-in.
  var tokens: SessionTokens?

  private struct File: Codable {
    var version: Int
    var server: String
    var userID: String
    var deviceID: String
    var accessToken: String?
    var refreshToken: String?

    enum CodingKeys: String, CodingKey {
      case version, server
      case userID = "user_id"
      case deviceID = "device_id"
      case accessToken = "access_token"
      case refreshToken = "refresh_token"
    }
  }

  /// Nil when there is no file.
  static func load(from directory: AccountDirectory) throws(StorageError) -> StoredSession? {
    guard let bytes = try directory.read(fileName) else { return nil }
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)), file.version == 1,
      let server = ServerAddress(file.server), let userID = UserID(file.userID)
    else {
      throw StorageError(path: directory.path + "/" + fileName, problem: .damaged)
    }
    let tokens = file.accessToken.map { access in
      SessionTokens(access: Secret(access), refresh: file.refreshToken.map { Secret($0) })
    }
    return StoredSession(server: server, userID: userID, deviceID: file.deviceID, tokens: tokens)
  }

  func save(to directory: AccountDirectory) throws(StorageError) {
    let file = File(
      version: 1, server: server.description, userID: userID.rawValue, deviceID: deviceID,
      accessToken: tokens?.access.reveal(), refreshToken: tokens?.refresh?.reveal())
    guard let data = try? JSONEncoder().encode(file) else {
      throw StorageError(path: directory.path + "/" + Self.fileName, problem: .damaged)
    }
    try directory.write(Self.fileName, Array(data))
  }
}
