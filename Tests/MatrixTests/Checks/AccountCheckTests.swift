import Foundation
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("A look at the accounts' files")
struct AccountCheckTests {
  private let folder: TestFolder
  private let folders: AccountFolders
  private let account: AccountID

  init() throws {
    folder = try TestFolder()
    folders = AccountFolders(dataDirectory: folder.path, cacheDirectory: folder.path)
    account = AccountID(
      userID: try #require(UserID("@ada:example.org")), server: "https://example.org")
  }

  private func look() throws -> AccountCheck {
    try #require(try AccountCheck.all(dataDirectory: folder.path).first)
  }

  /// Makes the files of an account.
  private func makeFiles() throws -> AccountDirectory {
    try folders.makeCurrent(account)
    let directory = try folders.folder(of: account)
    _ = try directory.vault()
    _ = try Cache(in: directory)
    return directory
  }

  @Test("finds nothing where nobody has signed in, and makes no file")
  func nobody() throws {
    let place = folder.path + "/data"
    #expect(try AccountCheck.all(dataDirectory: place).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test("finds sound databases, and an account that is disconnected")
  func sound() throws {
    _ = try makeFiles()
    let check = try look()
    #expect(check.account == account && check.isConnected && check.exposure == nil)
    #expect(check.vault == .sound && check.cache == .sound && check.holder == nil)
    try folders.disconnect(account)
    #expect(try !look().isConnected)
  }

  @Test("finds a session that the server has ended, which the user has not")
  func signedOut() throws {
    let directory = try makeFiles()
    var session = StoredSession(
      server: try #require(ServerAddress("https://example.org")), userID: account.userID,
      deviceID: "D", tokens: SessionTokens(access: "secret", refresh: nil))
    try session.save(to: directory)
    #expect(try !look().isSignedOut)
    session.tokens = nil
    try session.save(to: directory)
    #expect(try look().isSignedOut && look().vault == .sound)
    try directory.vault().removeSession(forGood: false)
    #expect(try !look().isSignedOut, "the user signed out")
  }

  @Test("finds damage, and leaves it as it is", arguments: ["vault.sqlite", "cache.sqlite"])
  func damage(name: String) throws {
    try folders.makeCurrent(account)
    let directory = try folders.folder(of: account)
    let bytes = [UInt8](repeating: 0x78, count: 8192)
    try directory.write(name, bytes)
    let check = try look()
    let (damaged, other) =
      name == "vault.sqlite" ? (check.vault, check.cache) : (check.cache, check.vault)
    guard case .unusable(let reason) = damaged else {
      Issue.record("\(damaged)")
      return
    }
    #expect(reason == "file is not a database")
    #expect(other == .absent)
    #expect(try directory.read(name) == bytes)
    #expect(try directory.entries().map(\.name) == [name])
  }

  @Test("finds files that others may read")
  func exposure() throws {
    let directory = try makeFiles()
    #expect(chmod(directory.path + "/vault.sqlite", 0o644) == 0)
    #expect(try look().exposure?.contains("other users may read") == true)
  }
}
