import Controllers
import Models

/// The content of an account's file `session.json`.
struct StoredSession: Sendable {
  static let fileName = "session.json"

  var server: ServerAddress
  var userID: UserID
  var deviceID: String
  /// Whether the server is this machine's own, whose address may change.
  var isLocal: Bool
  /// Nil after a soft logout: the device and its data wait for a sign-in.
  var tokens: SessionTokens?
  /// The content of the file, including members written by newer versions of the program.
  private var content: SessionContent?

  init(
    server: ServerAddress, userID: UserID, deviceID: String, isLocal: Bool = false,
    tokens: SessionTokens?
  ) {
    self.server = server
    self.userID = userID
    self.deviceID = deviceID
    self.isLocal = isLocal
    self.tokens = tokens
  }

  /// The server that names the account's folder; nil for this machine's server.
  var home: ServerAddress? { isLocal ? nil : server }

  /// Nil when there is no file.
  static func load(from directory: AccountDirectory) throws(StorageError) -> StoredSession? {
    guard let file = try directory.read(SessionContent.self, from: fileName) else { return nil }
    guard file.version == 1 else {
      throw directory.damaged(fileName, at: "$.version", "an unknown version")
    }
    guard let server = ServerAddress(file.server) else {
      throw directory.damaged(fileName, at: "$.server", "not a server address")
    }
    guard let userID = UserID(file.userID) else {
      throw directory.damaged(fileName, at: "$.user_id", "no user id")
    }
    var tokens: SessionTokens?
    if let access = file.accessToken {
      guard let stored = SessionTokens(access: access, refresh: file.refreshToken) else {
        throw directory.damaged(fileName, at: "$.access_token", "no token")
      }
      tokens = stored
    }
    var session = StoredSession(
      server: server, userID: userID, deviceID: file.deviceID, isLocal: file.isLocal ?? false,
      tokens: tokens)
    session.content = file
    return session
  }

  func save(to directory: AccountDirectory) throws(StorageError) {
    let fresh = SessionContent(
      version: 1, server: server.description, userID: userID.rawValue, deviceID: deviceID)
    let file = (content ?? fresh).with {
      $0.server = server.description
      $0.isLocal = isLocal ? true : nil
      $0.accessToken = tokens?.access.reveal()
      $0.refreshToken = tokens?.refresh?.reveal()
    }
    try directory.write(file, to: Self.fileName)
  }
}
