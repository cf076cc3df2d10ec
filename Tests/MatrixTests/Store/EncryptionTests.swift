import Foundation
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Encrypted rooms", .timeLimit(.minutes(5)))
struct EncryptionTests {
  private let rehearsal: Rehearsal
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    room = try #require(RoomID("!room"))
  }

  private func event(_ id: String, _ type: String, state: Bool = false) -> String {
    #"{"event_id":"$\#(id)","type":"\#(type)","sender":"@a:x","content":{}"#
      + (state ? #","state_key":""}"# : "}")
  }

  private func sync(_ events: String, state: String = "") -> String {
    #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(events)]},"#
      + #""state":{"events":[\#(state)]}}}}}"#
  }

  private func isEncrypted(_ rehearsal: Rehearsal) async throws -> Bool {
    try await rehearsal.timeline(of: room).isEncrypted
      && rehearsal.store.current.encrypted.contains(room)
  }

  @Test("the state event marks a room for good, wherever it appears")
  func marks() async throws {
    for json in [
      sync(event("e", "m.room.encryption", state: true)),
      sync("", state: event("e", "m.room.encryption", state: true)),
      #"{"next_batch":"n","rooms":{"invite":{"!room":{"invite_state":{"events":["#
        + #"{"type":"m.room.encryption","state_key":"","content":{},"sender":"@a:x"}]}}}}}"#,
    ] {
      let rehearsal = try Rehearsal()
      try await rehearsal.apply(json, isInitial: true)
      #expect(try await isEncrypted(rehearsal))
    }
  }

  @Test("an event that only looks encrypted does not mark the room, but shows a locked line")
  func fake() async throws {
    try await rehearsal.apply(
      sync(event("a", "m.room.encrypted") + "," + event("b", "m.room.encryption")),
      isInitial: true)

    #expect(try await !isEncrypted(rehearsal))
    #expect(try await rehearsal.timeline(of: room).messages.map(\.content) == [.encrypted])
  }

  @Test("a server that later withholds the state event changes nothing, in this run or the next")
  func withheld() async throws {
    try await rehearsal.apply(
      sync(event("e", "m.room.encryption", state: true)), isInitial: true)
    try await rehearsal.apply(sync(""), isInitial: true)
    #expect(try await isEncrypted(rehearsal))
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"leave":{"!room":{}}}}"#)
    try await rehearsal.apply(sync(""))
    #expect(try await isEncrypted(rehearsal))

    let restarted = try Rehearsal(folder: rehearsal.folder)
    try await restarted.apply(sync(""), isInitial: true)
    #expect(try await isEncrypted(restarted))
    let sender = try restarted.sender()
    let notes = Notes(sender.send("secret", to: room))
    try await notes.ended()
    #expect(notes.failure?.reason == .encryptedRoom)
    #expect(restarted.transport.log.isEmpty)
    #expect(try await restarted.timeline(of: room).messages.allSatisfy { $0.eventID != nil })
  }

  @Test("a room that becomes encrypted while a message waits receives no text")
  func meanwhile() async throws {
    try await rehearsal.apply(sync(""), isInitial: true)
    let sender = try rehearsal.sender()
    let notes = Notes(sender.send("secret", to: room))
    try await rehearsal.transport.next(.put, "/send/").fail(.unreachable("down"))
    try await rehearsal.clock.nextTimer()
    try await rehearsal.apply(sync(event("e", "m.room.encryption", state: true)))
    try await rehearsal.clock.fireNext()
    try await notes.ended()

    #expect(notes.failure?.reason == .encryptedRoom)
    #expect(rehearsal.transport.log.count == 1)
  }

  @Test("before sending to a room not known as joined, its encryption is requested")
  func unknownRoom() async throws {
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    let sender = try rehearsal.sender()
    let refused = Notes(sender.send("secret", to: room))
    try await rehearsal.transport.next(.get, "/state/m.room.encryption").reply(
      200, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)
    try await refused.ended()
    #expect(refused.failure?.reason == .encryptedRoom)

    let open = try #require(RoomID("!open"))
    let sent = Notes(sender.send("hello", to: open))
    try await rehearsal.transport.next(.get, "/state/m.room.encryption").reply(
      404, #"{"errcode":"M_NOT_FOUND","error":"x"}"#)
    try await rehearsal.transport.next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await sent.ended()
    #expect(sent.isCompleted)
  }

  @Test("two processes add to the list of encrypted rooms without losing one")
  func union() async throws {
    let other = try Rehearsal(folder: rehearsal.folder, cache: .memory)
    try await rehearsal.apply(
      sync(event("e", "m.room.encryption", state: true)), isInitial: true)
    let second = try #require(RoomID("!second"))
    try await other.store.markEncrypted(second)

    #expect(try Rehearsal(folder: rehearsal.folder).store.current.encrypted == [room, second])
  }

  @Test(
    "a damaged list is an error, never an empty or shorter list",
    arguments: [("[", "$[0]"), (#"["!a","b"]"#, "$[1]")])
  func damaged(text: String, place: String) throws {
    try rehearsal.directory.write("encrypted-rooms.json", Array(text.utf8))

    let error = #expect(throws: RequestError.self) { try Rehearsal(folder: rehearsal.folder) }
    guard case .storage(let reason) = error?.reason else {
      Issue.record("no error of the storage: \(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("encrypted-rooms.json is damaged (\(place): "))
    #expect(reason.contains("unencrypted"))
    #expect(try rehearsal.directory.read("encrypted-rooms.json") == Array(text.utf8))
  }

  @Test("the list of an earlier version moves into the vault, also after a start that was killed")
  func moved() async throws {
    let text = Array(#"["!a:x","!b:x"]"#.utf8)
    // A kill before the commit leaves the file alone, one after it leaves both.
    for rooms in [[], ["!a:x", "!b:x"], ["!c:x"]] {
      let folder = try TestFolder()
      let directory = try AccountDirectory(path: folder.path)
      try directory.write("encrypted-rooms.json", text)
      try directory.vault().addEncryptedRooms(rooms)
      let restarted = try Rehearsal(folder: folder)

      let expected = Set(rooms + ["!a:x", "!b:x"]).compactMap { RoomID($0) }
      #expect(restarted.store.current.encrypted == Set(expected))
      #expect(try directory.read("encrypted-rooms.json") == nil)
      #expect(try directory.vault().encryptedRooms().count == expected.count)
    }
  }

  @Test("when the vault refuses the list, the old file stays")
  func notMoved() throws {
    let folder = try TestFolder()
    let directory = try AccountDirectory(path: folder.path)
    try directory.write("encrypted-rooms.json", Array(#"["!a:x"]"#.utf8))
    try directory.vault().seal(.encryptedRooms)
    #expect(throws: RequestError.self) { try EncryptedRooms(directory).load() }
    #expect(try directory.read("encrypted-rooms.json") == Array(#"["!a:x"]"#.utf8))
    let rooms = try EncryptedRooms(AccountDirectory(path: folder.path)).load()
    #expect(rooms.map(\.rawValue) == ["!a:x"])
  }
}
