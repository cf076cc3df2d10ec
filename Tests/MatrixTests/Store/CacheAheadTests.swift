import Foundation
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

/// A cache that is read while the vault is opened gives the store that reading it later gives.
@Suite("Cache read ahead", .timeLimit(.minutes(5)))
struct CacheAheadTests {
  private let folder: TestFolder
  private let owner: UserID

  init() async throws {
    folder = try TestFolder()
    owner = try #require(UserID(Rehearsal.me))
    let earlier = try Rehearsal(folder: folder)
    try await earlier.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":[\#(Self.encryption)]}},"#
        + #""!b":{}}}}"#,
      isInitial: true)
  }

  private static let encryption =
    #"{"event_id":"$e","type":"m.room.encryption","state_key":"","sender":"@bob:x","#
    + #""origin_server_ts":1,"content":{"algorithm":"m.megolm.v1.aes-sha2"}}"#

  private func directory() throws -> AccountDirectory { try AccountDirectory(path: folder.path) }

  private func store(_ ahead: CacheAhead?, _ directory: AccountDirectory) throws -> AccountStore {
    try AccountStore(
      userID: owner, directory: directory, cache: .durable(directory), ahead: ahead)
  }

  @Test("the store has the rooms of the cache, and the encrypted ones of the vault too")
  func sameStore() throws {
    let directory = try directory()
    let ahead = CacheAhead(.durable(directory), of: owner)
    try directory.vault().addEncryptedRooms(["!later"])
    let store = try store(ahead, directory)
    #expect(store.current.rooms.keys.map(\.rawValue).sorted() == ["!a", "!b"])
    #expect(store.current.encrypted.map(\.rawValue).sorted() == ["!a", "!later"])
    #expect(try ahead.take() == nil)
  }

  @Test("a change after it is written to the same file")
  func written() async throws {
    let directory = try directory()
    let store = try store(CacheAhead(.durable(directory), of: owner), directory)
    let room = try #require(RoomID("!c"))
    try await store.markEncrypted(room)
    let later = try self.store(nil, self.directory())
    #expect(later.current.rooms[room]?.isEncrypted == true)
  }

  @Test("a damaged cache is replaced by an empty one")
  func damaged() throws {
    let path = folder.path + "/" + AccountDirectory.cacheName
    try Data(repeating: 0x5A, count: 8192).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
    let directory = try directory()
    let store = try store(CacheAhead(.durable(directory), of: owner), directory)
    #expect(store.current.rooms.isEmpty)
  }

  @Test("a cache that cannot be read fails like one that is read later")
  func unreadable() throws {
    let path = folder.path + "/" + AccountDirectory.cacheName
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: path + ".moved")
    let directory = try directory()
    #expect(throws: RequestError.self) {
      try store(CacheAhead(.durable(directory), of: owner), directory)
    }
  }
}
