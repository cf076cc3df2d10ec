import Foundation
import GRDB
import Glibc
import Models
import Testing

@testable import Controllers
@testable import Matrix

@Suite("Files that others may open", .timeLimit(.minutes(5)))
struct ExposureTests {
  private let folder: TestFolder
  private let folders: AccountFolders
  private let account: AccountDirectory

  init() throws {
    folder = try TestFolder()
    folders = AccountFolders(dataDirectory: folder.path, cacheDirectory: folder.path)
    let id = AccountID(userID: try #require(UserID("@a:x")), server: "https://x")
    account = try folders.folder(of: id)
    try folders.makeCurrent(id)
    _ = try account.vault()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("those of the vault are refused before the screen opens, with a command that closes them")
  func vault() throws {
    #expect(folders.exposureOfCurrent == nil)
    for name in ["vault.sqlite", "vault.sqlite-wal", "list"] {
      let path = account.path + "/" + name
      if try !account.contains(name) { try account.write(name, []) }
      chmod(path, 0o644)
      let message = try #require(CurrentAccount.exposure(dataDirectory: folder.path))
      #expect(message.hasSuffix(": chmod -R go= '\(account.path)'"))
      #expect(try mode(path) == 0o644)
      chmod(path, 0o600)
    }
    chmod(account.path, 0o755)
    #expect(folders.exposureOfCurrent?.path == account.path)
    chmod(folders.root, 0o755)
    #expect(folders.exposureOfCurrent?.path == folders.root)
    chmod(folders.root, 0o700)
    chmod(account.path, 0o700)
    #expect(folders.exposureOfCurrent == nil)
  }

  @Test("those of the cache are closed in silence, as the server can give all of it again")
  func cache() throws {
    let path = account.path + "/" + AccountDirectory.cacheName
    try CacheFile(account).open().close()
    let names = [path] + DatabaseFile.companions.map { path + $0 }
    for name in names {
      if access(name, F_OK) != 0 { try Data().write(to: URL(fileURLWithPath: name)) }
      chmod(name, 0o644)
    }
    #expect(folders.exposureOfCurrent == nil)
    let cache = try CacheFile(account).open()
    for name in names { #expect(try mode(name) == 0o600, "\(name)") }
    try cache.close()

    chmod(path, 0o640)
    _ = try CacheFile(account).openForReading()
    #expect(try mode(path) == 0o600)
  }

  @Test("a cache of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
  func foreignCache() throws {
    let path = account.path + "/" + AccountDirectory.cacheName
    try CacheFile(account).open().close()
    chmod(path, 0o644)
    chown(path, 12345, 12345)
    #expect(throws: StorageError(path: path, problem: .foreignOwner)) {
      try CacheFile(account).open()
    }
  }

  @Test("a path with a quotation mark is still one word of the command")
  func quoted() {
    let error = StorageError(path: "/it's here", problem: .openToOthers)
    #expect(error.description.hasSuffix(#": chmod -R go= '/it'\''s here'"#))
  }
}
