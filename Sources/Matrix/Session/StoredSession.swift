import Controllers
import ModelKit
import Models

/// The session of an account in its vault.
struct StoredSession: Sendable {
  var server: ServerAddress
  var userID: UserID
  var deviceID: String
  /// Whether the server is this machine's own, whose address may change.
  var isLocal: Bool
  /// Whether a web page of the server changes and ends the account, as far as the sign-in found out: the tokens
  /// of an OAuth server say it too.
  var isManagedInBrowser = false
  /// Nil after a soft logout: the device and its data wait for a sign-in.
  var tokens: SessionTokens?
  /// Whether there are tokens that the vault's key does not open, or the key is missing.
  private(set) var isLocked = false
  /// The stored content, including members written by newer versions of the program.
  private var content: SessionContent?

  private static let version = 1
  /// What the tokens are sealed for.
  private static let purpose = "session tokens"

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

  /// The account, which names its folder.
  var id: AccountID { AccountID(userID: userID, server: isLocal ? nil : server.description) }

  /// Nil when the account is signed out.
  ///
  /// Fails with `.damagedSession` when the row is not what this program writes.
  static func load(from directory: AccountDirectory) throws(StorageError) -> StoredSession? {
    let vault = try directory.vault()
    try adoptOldFile(of: directory, into: vault)
    guard let row = try vault.session() else { return nil }
    let key = row.tokens == nil ? nil : try VaultKey.load(from: directory)
    do throws(Fault) {
      return try StoredSession(row, key)
    } catch {
      let place = "\(error.place): \(error.reason)"
      throw StorageError(path: vault.path, problem: .damagedSession(at: place))
    }
  }

  func save(to directory: AccountDirectory) throws(StorageError) {
    let vault = try directory.vault()
    try vault.setSession(try row(sealedFor: directory))
    // Left by an earlier version and unreadable: otherwise it would have been moved.
    if try directory.contains(Self.oldName) { try directory.remove(Self.oldName) }
  }

  private func row(sealedFor directory: AccountDirectory) throws(StorageError) -> SessionRow {
    let fresh = SessionContent(
      version: Self.version, server: server.description, userID: userID.rawValue,
      deviceID: deviceID)
    let content = (content ?? fresh).with {
      $0.server = server.description
      $0.isLocal = isLocal ? true : nil
      $0.isManagedInBrowser = isManagedInBrowser ? true : nil
      $0.accessToken = nil
      $0.refreshToken = nil
    }
    var row = SessionRow(content: String(decoding: content.encoded(), as: UTF8.self), tokens: nil)
    if let tokens {
      let pair = SessionTokenPair(tokens)
      row.tokens = try VaultKey.loadOrMake(in: directory).seal(pair.encoded(), for: Self.purpose)
    }
    return row
  }

}

// MARK: - Reading

extension StoredSession {
  /// What is wrong with a stored session, and where.
  private struct Fault: Error {
    let place: String
    let reason: String
  }

  private init(_ row: SessionRow, _ key: VaultKey?) throws(Fault) {
    try self.init(Array(row.content.utf8))
    guard let sealed = row.tokens else { return }
    guard let bytes = key?.open(sealed, for: Self.purpose) else {
      isLocked = true
      return
    }
    guard let pair = try? SessionTokenPair.decode(bytes), let opened = pair.tokens else {
      throw Fault(place: "tokens", reason: "no token")
    }
    tokens = opened
  }

  /// Reads the JSON of a row, or of the file of an earlier version, which has the tokens too.
  private init(_ json: [UInt8]) throws(Fault) {
    let content: SessionContent
    do throws(JSONError) {
      content = try SessionContent.decode(json)
    } catch {
      throw Fault(place: error.path ?? "$", reason: error.reason.description)
    }
    guard content.version == Self.version else {
      throw Fault(place: "$.version", reason: "an unknown version")
    }
    guard let server = ServerAddress(content.server) else {
      throw Fault(place: "$.server", reason: "not a server address")
    }
    guard let userID = UserID(content.userID) else {
      throw Fault(place: "$.user_id", reason: "no user id")
    }
    self.init(
      server: server, userID: userID, deviceID: content.deviceID,
      isLocal: content.isLocal ?? false, tokens: nil)
    if let access = content.accessToken {
      tokens = SessionTokens(access: access, refresh: content.refreshToken)
      if tokens == nil { throw Fault(place: "$.access_token", reason: "no token") }
    }
    isManagedInBrowser = content.isManagedInBrowser ?? false
    self.content = content
  }
}

// MARK: - Earlier versions

extension StoredSession {
  /// The file that has the session, with its tokens unencrypted, in earlier versions of the program.
  static let oldName = "session.json"

  private static func adoptOldFile(
    of directory: AccountDirectory, into vault: Vault
  ) throws(StorageError) {
    try directory.moveOut(oldName) { () throws(StorageError) in
      guard let bytes = try directory.read(oldName) else { return }
      let session: StoredSession
      do throws(Fault) {
        session = try StoredSession(bytes)
      } catch {
        throw directory.damaged(oldName, at: error.place, error.reason)
      }
      try vault.setSession(try session.row(sealedFor: directory))
      try removeLeftovers(in: directory)
    }
  }

  /// Removes what a killed program left of its writes of the old file: it contains tokens.
  private static func removeLeftovers(in directory: AccountDirectory) throws(StorageError) {
    for entry in try directory.entries()
    where entry.name.hasPrefix(".\(oldName).") && entry.name.hasSuffix(".tmp") {
      try directory.remove(entry.name)
    }
  }
}
