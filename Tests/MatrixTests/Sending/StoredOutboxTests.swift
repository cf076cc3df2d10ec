import GRDB
import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("Stored outbox", .timeLimit(.minutes(5)))
struct StoredOutboxTests {
  private let folder: TestFolder
  private let directory: AccountDirectory

  init() throws {
    folder = try TestFolder()
    directory = try AccountDirectory(path: folder.path)
  }

  private func entry(_ name: String, attempted: Int64? = nil) throws -> OutboxEntry {
    OutboxEntry(
      transaction: try #require(TransactionID(name)), room: try #require(RoomID("!a:x")),
      type: "m.room.message", content: EventContent.text("text of \(name)"), createdAt: 1,
      firstAttempt: attempted, state: .waiting)
  }

  private func opened(device: String = "A") throws -> StoredOutbox {
    try StoredOutbox(.durable(AccountDirectory(path: folder.path)), device: device)
  }

  /// How many rows SQLite changed through the connection of the folder.
  private func changes() throws -> Int {
    try directory.vault().read { $0.totalChangesCount }
  }

  @Test("only rows that changed are written")
  func changedRows() throws {
    var stored = try StoredOutbox(.durable(directory), device: "A")
    var entries = try (0..<100).map { try entry("t\($0)") }
    try stored.save(entries, without: [])
    let before = try changes()
    entries[50] = try entry("t50", attempted: 7)
    entries.append(try entry("new"))
    try stored.save(entries, without: [entries[0].transaction])

    #expect(try changes() - before == 3)
    #expect(try opened().entries == Array(entries[1...]))
  }

  @Test("only messages that changed are encoded, however many wait")
  func changedEntries() throws {
    var stored = try StoredOutbox(.durable(directory), device: "A")
    var entries: [OutboxEntry] = []
    for number in 0..<200 {
      entries.append(try entry("t\(number)"))
      try stored.save(entries, without: [])
    }
    #expect(stored.encodedCount == 200)
    entries[50] = try entry("t50", attempted: 7)
    try stored.save(entries, without: [])
    entries.removeFirst()
    try stored.save(entries, without: [])
    #expect(stored.encodedCount == 201)
    var next = try opened()
    #expect(next.entries == entries)
    try next.save(next.entries, without: [])
    #expect(next.encodedCount == 0)
  }

  @Test("a restored message returns to its place, also on the disk")
  func place() throws {
    var stored = try StoredOutbox(.durable(directory), device: "A")
    let entries = try ["a", "b", "c"].map { try entry($0) }
    try stored.save(entries, without: [])
    try stored.save(entries, without: [entries[0].transaction, entries[1].transaction])
    try stored.save(entries, without: [])
    #expect(try opened().entries == entries)
  }

  @Test("a write that failed is made up for by the next one")
  func failure() throws {
    var stored = try StoredOutbox(.durable(directory), device: "A")
    let entries = try ["a", "b"].map { try entry($0) }
    let vault = try directory.vault()
    try vault.read { try $0.execute(sql: "PRAGMA query_only = OFF; PRAGMA max_page_count = 1") }
    let long = entries[0].with {
      $0.content = EventContent.text(String(repeating: "x", count: 100_000))
    }
    let error = #expect(throws: RequestError.self) { try stored.save([long], without: []) }
    #expect(error?.reason == .storage("no space left on the disk: \(vault.path)"))
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    try stored.save([long, entries[1]], without: [])
    #expect(try opened().entries == [long, entries[1]])
  }

  @Test("another device's attempted messages are failed, and stay so for the first device")
  func devices() throws {
    var first = try StoredOutbox(.durable(directory), device: "A")
    try first.save([try entry("tried", attempted: 1), try entry("fresh")], without: [])
    var second = try opened(device: "B")
    #expect(second.entries.map(\.isFailed) == [true, false])
    try second.save(second.entries, without: [])
    #expect(try opened().entries.map(\.isFailed) == [true, false])
  }

  private static let old = #"""
    {"version":1,"device":"A","top":1,"entries":[
    {"transaction":"t","room":"!a:x","text":"one","createdAt":1,"state":{"waiting":{}}},
    {"transaction":"u","room":"!a:x","text":"two","createdAt":2,"firstAttempt":3,
    "state":{"waiting":{}},"colour":"red"}]}
    """#

  @Test("the file of an earlier version moves into the vault in order, with all its members")
  func moved() throws {
    try directory.write("outbox.json", Array(Self.old.utf8))
    let stored = try opened()

    #expect(stored.entries.compactMap { $0.content["body"]?.string } == ["one", "two"])
    #expect(try directory.read("outbox.json") == nil)
    let content = try storedOutbox(directory)
    #expect(content.contains(#""colour":"red""#) && content.contains(#""top":1"#))
    #expect(try opened(device: "B").entries.map(\.isFailed) == [false, true])
  }

  @Test(
    "the texts of a vault of an earlier version are read, sent as such, and rewritten when they change"
  )
  func earlierVault() throws {
    let text =
      #"{"transaction":"t","room":"!a:x","text":"\u0000é\"","createdAt":1,"state":{"waiting":{}},"colour":7}"#
    do {
      let old = try Vault(in: directory, migrator: VaultLayout.migrator(upTo: "4"))
      try old.change(
        OutboxChanges(
          written: [OutboxRow(position: 3, transaction: "t", device: "A", content: text)]))
    }
    #expect(throws: StorageError.self, "an earlier version must not read what this one writes") {
      _ = try directory.vault()
      _ = try Vault(in: directory, migrator: VaultLayout.migrator(upTo: "4"))
    }
    var stored = try opened()
    let entry = try #require(stored.entries.first)
    #expect(entry.type == "m.room.message")
    #expect(entry.content == EventContent.text("\0é\""))
    #expect(try storedOutbox(directory) == text)

    try stored.save([entry.with { $0.firstAttempt = 9 }], without: [])
    let content = try storedOutbox(directory)
    #expect(content.contains(#""colour":7"#) && !content.contains(#""text":"#))
    #expect(try opened().entries == [entry.with { $0.firstAttempt = 9 }])
  }

  @Test("a kill between the commit and the removal of the old file doubles nothing")
  func killedAfterCommit() throws {
    try directory.write("outbox.json", Array(Self.old.utf8))
    let entries = try opened().entries
    try directory.write("outbox.json", Array(Self.old.utf8))

    #expect(try opened().entries == entries)
    #expect(try directory.read("outbox.json") == nil)
  }

  @Test("a move that cannot be committed leaves the old file and no row")
  func notCommitted() throws {
    try directory.write("outbox.json", Array(Self.old.utf8))
    try directory.vault().seal(.outbox)
    #expect(throws: RequestError.self) { try StoredOutbox(.durable(directory), device: "A") }
    #expect(try directory.read("outbox.json") == Array(Self.old.utf8))
    #expect(try storedOutbox(directory).isEmpty)
    #expect(try opened().entries.count == 2)
  }

  @Test("a command's messages never reach the vault")
  func memory() throws {
    var stored = try StoredOutbox(.memory, device: "A")
    try stored.save([try entry("a")], without: [])
    #expect(try !directory.contains("vault.sqlite"))
  }

  @Test("a repair keeps the messages around a damaged page, in order")
  func repaired() throws {
    do {
      var stored = try opened()
      try stored.save(try (0..<500).map { try entry("t\($0)") }, without: [])
    }
    var bytes = try #require(try directory.read("vault.sqlite"))
    let page = try #require(
      stride(from: 0, to: bytes.count, by: 4096).first { start in
        bytes[start] == 13
          && String(decoding: bytes[start..<(start + 4096)], as: UTF8.self).contains("of t250\"")
      })
    for index in page..<(page + 4096) { bytes[index] = 0xA5 }
    try directory.write("vault.sqlite", bytes)

    let entries = try opened().entries
    #expect(entries.count > 400 && entries.count < 500)
    #expect(entries.first?.content == EventContent.text("text of t0"))
    #expect(entries.last?.content == EventContent.text("text of t499"))
    let numbers = entries.compactMap { Int($0.transaction.rawValue.dropFirst()) }
    #expect(numbers == numbers.sorted())
  }
}
