import Foundation
import GRDB
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("Stored session", .timeLimit(.minutes(5)))
struct StoredSessionTests {
  private static let old = #"""
    {"version":1,"server":"https://example.org","user_id":"@ada:example.org","device_id":"OLD",
    "access_token":"syt_planted","refresh_token":"syr_planted","colour":"red"}
    """#
  private let folder: TestFolder
  private let directory: AccountDirectory

  init() throws {
    folder = try TestFolder()
    directory = try AccountDirectory(path: folder.path)
  }

  private func session(_ device: String, access: String? = "syt_planted") throws -> StoredSession {
    StoredSession(
      server: try #require(ServerAddress("https://example.org")),
      userID: try #require(UserID("@ada:example.org")), deviceID: device,
      tokens: access.flatMap { SessionTokens(access: $0, refresh: "syr_planted") })
  }

  /// The session as another process would read it.
  private func loaded() throws -> StoredSession? {
    try StoredSession.load(from: AccountDirectory(path: folder.path))
  }

  private func filesWithTokens() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
      let data = FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data()
      return data.range(of: Data("_planted".utf8)) != nil
    }.sorted()
  }

  private func fault(_ body: () throws -> Void) -> StorageError.Problem? {
    #expect(throws: StorageError.self, performing: body)?.problem
  }

  @Test("what was stored is read back; no file has the tokens in the clear")
  func roundTrip() throws {
    #expect(try loaded() == nil)
    try session("A").save(to: directory)

    let found = try #require(try loaded())
    #expect(found.deviceID == "A" && !found.isLocked)
    #expect(found.tokens?.access.reveal() == "syt_planted")
    #expect(found.tokens?.refresh?.reveal() == "syr_planted")
    #expect(try filesWithTokens().isEmpty)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/vault.key")
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(try directory.read("vault.key")?.count == 32)
  }

  @Test("without tokens the device stays")
  func soft() throws {
    try session("A").save(to: directory)
    try session("A", access: nil).save(to: directory)
    let found = try #require(try loaded())
    #expect(found.deviceID == "A" && found.tokens == nil && !found.isLocked)
  }

  @Test("a missing or foreign key locks the tokens, not the device; a sign-in replaces them")
  func locked() throws {
    try session("A").save(to: directory)
    let key = try #require(try directory.read("vault.key"))
    for other in [nil, [UInt8](repeating: 7, count: 32)] {
      if let other {
        try directory.write("vault.key", other)
      } else {
        try directory.remove("vault.key")
      }
      let found = try #require(try loaded())
      #expect(found.deviceID == "A" && found.tokens == nil && found.isLocked)
    }
    try directory.write("vault.key", key)
    #expect(try loaded()?.tokens != nil)

    try directory.remove("vault.key")
    try session("A", access: "new").save(to: directory)
    #expect(try loaded()?.tokens?.access.reveal() == "new")
  }

  @Test("a key that is none is reported and stays")
  func damagedKey() throws {
    try session("A").save(to: directory)
    try directory.write("vault.key", [1, 2, 3])
    #expect(
      fault { _ = try loaded() } == .damaged(at: "3 bytes: not a key", toGoOn: "and sign in again"))
    #expect(try directory.read("vault.key") == [1, 2, 3])
  }

  @Test("processes that need a key at once make one")
  func oneKey() async throws {
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let directory = try AccountDirectory(path: folder.path)
          let sealed = try VaultKey.loadOrMake(in: directory).seal([1, 2, 3], for: "test")
          return try #require(try VaultKey.load(from: directory)?.open(sealed, for: "test"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys == Array(repeating: [1, 2, 3], count: 8))
  }

  @Test("a seal opens only whole, unchanged and for its purpose")
  func seal() throws {
    let key = try VaultKey.loadOrMake(in: directory)
    let sealed = key.seal(Array("secret".utf8), for: "one")
    #expect(key.open(sealed, for: "one") == Array("secret".utf8))
    #expect(key.open(sealed, for: "two") == nil)
    #expect(key.seal(Array("secret".utf8), for: "one") != sealed)
    for count in 0..<sealed.count { #expect(key.open(Array(sealed[..<count]), for: "one") == nil) }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(key.open(changed, for: "one") == nil)
    }
    #expect(key.open(key.seal([], for: "one"), for: "one") == [])
  }

  @Test(
    "a damaged row is an error with its place, and a sign-in replaces it",
    arguments: [
      ("", "$: "), ("[]", "$: "),
      (#"{"version":1,"server":"http://x","user_id":7}"#, "$.user_id: "),
      (
        #"{"version":1,"server":"http://x","user_id":"x","device_id":"D"}"#, "$.user_id: no user id"
      ),
      (#"{"version":9,"server":"http://x","user_id":"@a:x","device_id":"D"}"#, "$.version: "),
    ])
  func damagedRow(content: String, place: String) throws {
    try directory.vault().setSession(SessionRow(content: content, tokens: nil))
    guard case .damagedSession(let found)? = fault({ _ = try loaded() }) else {
      Issue.record("no error")
      return
    }
    #expect(found.hasPrefix(place))
    try session("B").save(to: directory)
    #expect(try loaded()?.deviceID == "B")
  }

  @Test("unfinished work stores nothing after the session was removed for good")
  func retired() throws {
    try session("A").save(to: directory)
    try directory.vault().removeSession(forGood: true)
    #expect(fault { try session("A").save(to: directory) } == .sealed)
    #expect(try loaded() == nil)
    try session("B").save(to: AccountDirectory(path: folder.path))
    #expect(try loaded()?.deviceID == "B")
  }

  @Test("a repair keeps the session, and its tokens still open")
  func repaired() throws {
    try session("A").save(to: directory)
    do {
      try directory.vault().addEncryptedRooms((0..<2000).map { "!room-with-a-usual-name-\($0)" })
    }
    // A fresh process, so that the log is in the file.
    let copy = try TestFolder()
    let moved = try AccountDirectory(path: copy.path)
    try directory.vault().read { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    var bytes = try #require(try directory.read("vault.sqlite"))
    let page = try #require(
      stride(from: 0, to: bytes.count, by: 4096).first { start in
        bytes[start] == 13
          && String(decoding: bytes[start..<(start + 4096)], as: UTF8.self).contains("name-1000")
      })
    for index in page..<(page + 4096) { bytes[index] = 0xA5 }
    try moved.write("vault.sqlite", bytes)
    try moved.write("vault.key", try #require(try directory.read("vault.key")))

    let found = try #require(try StoredSession.load(from: moved))
    #expect(found.deviceID == "A" && found.tokens?.access.reveal() == "syt_planted")
    #expect(try moved.vault().repair?.saved["session"] == 1)
  }

  // MARK: - The file of earlier versions

  @Test("the old file moves into the vault with members that this version does not know")
  func moved() throws {
    try directory.write("session.json", Array(Self.old.utf8))
    try directory.write(".session.json.7.1.tmp", Array(Self.old.utf8))
    let found = try #require(try loaded())

    #expect(found.deviceID == "OLD" && found.tokens?.refresh?.reveal() == "syr_planted")
    #expect(try filesWithTokens().isEmpty)
    try found.save(to: directory)
    #expect(try directory.vault().session()?.content.contains(#""colour":"red""#) == true)
  }

  @Test(
    "a damaged old file is an error with its place and stays; a sign-in replaces it",
    arguments: [
      ("", "$: "), ("{", "$: "), ("{}", "$: "), ("[]", "$: "),
      (#"{"version":1,"server":"http://x","user_id":7}"#, "$.user_id: "),
      (
        #"{"version":1,"server":"http://x","user_id":"@a:x","device_id":"D","access_token":"a\nb"}"#,
        "$.access_token: no token"
      ),
    ])
  func damagedFile(text: String, place: String) throws {
    try directory.write("session.json", Array(text.utf8))
    guard case .damaged(let found, _)? = fault({ _ = try loaded() }) else {
      Issue.record("no error")
      return
    }
    #expect(found.hasPrefix(place))
    #expect(try directory.read("session.json") == Array(text.utf8))
    try session("B").save(to: directory)
    #expect(try loaded()?.deviceID == "B")
  }

  @Test("a kill between the commit and the removal of the old file costs and doubles nothing")
  func killedAfterCommit() throws {
    try directory.write("session.json", Array(Self.old.utf8))
    _ = try loaded()
    try directory.write("session.json", Array(Self.old.utf8))
    #expect(try loaded()?.tokens?.access.reveal() == "syt_planted")
    #expect(try !directory.contains("session.json"))
  }

  @Test("a kill before the commit leaves the old file, and the key that was made for it is used")
  func killedBeforeCommit() throws {
    try directory.write("session.json", Array(Self.old.utf8))
    try directory.vault().seal(.session)
    #expect(fault { _ = try StoredSession.load(from: directory) } == .sealed)
    let key = try #require(try directory.read("vault.key"))
    #expect(try directory.read("session.json") == Array(Self.old.utf8))

    #expect(try loaded()?.tokens?.access.reveal() == "syt_planted")
    #expect(try directory.read("vault.key") == key)
  }
}
