import Controllers
import Foundation
import Models
import Signals
import Support
import Testing

@testable import chat_tui

@MainActor
@Suite("Exporting a room")
struct ExportTests {
  private let account = FakeAccount()

  private nonisolated static func entry(
    _ name: String, _ kind: HistoryEntry.Kind = .message, _ body: String = "hello",
    thread: Message.ID? = nil
  ) -> HistoryEntry {
    let message = Message.template(name, body) { $0.threadRoot = thread }
    return HistoryEntry(
      kind, FoundMessage(room: .template(), message: message, sender: .grace))
  }

  @Test("writes one part after the other, and counts")
  func parts() async throws {
    account.history.onKept.answer { place in
      let isFirst = place == nil
      return .just(
        HistoryPart(
          entries: isFirst ? [Self.entry("1"), Self.entry("2")] : [Self.entry("3")],
          end: isFirst ? HistoryPlace(position: 2, number: 1) : nil))
    }
    var names: [String] = []
    let export = Export(history: account.history, room: Room.template().id)
    let count = try await export.run { names.append($0.found.message.id.rawValue) }
    #expect(count == 3 && names == ["$1", "$2", "$3"])
    #expect(account.history.onKept.takeCalls().map { $0?.position } == [nil, 2])
  }

  @Test("leaves out rooms in which the account never was")
  func entered() async throws {
    account.history.onKept.answer { _ in
      .just(HistoryPart(entries: [Self.entry("1")], end: nil))
    }
    func room(_ name: String, _ membership: RoomMembership) -> Room {
      .template(name) { $0.membership = membership }
    }
    let rooms = [
      room("in", .joined), room("invite", .invited), room("asking", .asking), room("left", .left),
    ]
    func names() async throws -> [Room.ID] {
      try await Export.entered(rooms, account.history).map(\.id)
    }
    #expect(try await names() == rooms.map(\.id), "each may have been left and have its messages")
    account.history.onKept.answer { _ in .just(HistoryPart(entries: [], end: nil)) }
    #expect(try await names() == [rooms[0].id])
  }

  @Test(
    "says what is missing",
    arguments: [
      (1, false, 0, "1 message, from the beginning of the room"),
      (2, true, 0, "2 messages; the server may have older ones"),
      (0, false, 1, "0 messages; messages are missing at 1 place"),
      (
        5, true, 2,
        "5 messages; the server may have older ones, and messages are missing at 2 places"
      ),
    ])
  func summary(count: Int, hasOlder: Bool, gaps: Int, sentence: String) {
    #expect(
      Export.summary(count, HistoryExtent(hasOlder: hasOlder, gapCount: gaps)) == sentence)
  }

  @Test("a text of several lines is indented, and controls nothing")
  func text() throws {
    let line = try EntryOutput(json: false).string(
      Self.entry("1", .message, "a\n2025-11-20 12:30   Ada: b\r\u{1B}[2J\u{202E}c"))
    let lines = line.split(separator: "\n")
    #expect(lines.count >= 2 && lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
    #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}") && !line.contains("\r"))
  }

  @Test("JSON has what a search prints, and the change and the thread")
  func json() throws {
    func json(_ entry: HistoryEntry) throws -> String {
      try EntryOutput(json: true).string(entry)
    }
    let plain = try json(Self.entry("1"))
    #expect(plain == (try JSONOutput.text(FoundRecord(Self.entry("1").found))))
    let edit = try json(Self.entry("2", .edit, thread: Message.ID(EventID.template("$1"))))
    #expect(edit.contains(#""change":"edit""#) && edit.contains(#""thread":"$1""#))
    #expect(edit.contains(#""event":"$2""#) && edit.contains(#""text":"hello""#))
    #expect(try json(Self.entry("3", .removal)).contains(#""change":"removal""#))
  }

  @Test(
    "a room's title cannot leave the folder, hide its file or control a terminal",
    arguments: [
      ("Tea time", "Tea time"), ("../../etc/passwd", "______etc_passwd"), (".profile", "_profile"),
      ("", "room"), ("  ", "room"), ("a\u{1B}[2J\nb\u{202E}", "a__2J_b_"),
      ("Café 東京 №9", "Café 東京 _9"), (String(repeating: "é", count: 300), nil),
    ] as [(String, String?)])
  func names(title: String, name: String?) {
    let found = ExportFolder.name(title)
    if let name { #expect(found == name) }
    #expect(!found.isEmpty && found.utf8.count <= 202)
  }

  @Test("rooms of one title get files of their own in a new, private folder")
  func folder() throws {
    let path = FileManager.default.temporaryDirectory.path + "/chat-tui-export-\(UUID().uuidString)"
    var folder = try ExportFolder(path: path, ending: "txt")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(throws: CommandFailure.self) { try ExportFolder(path: path, ending: "txt") }
    let places = ["Tea", "tea", "Tea"].map { folder.place(of: $0) }
    #expect(places == ["\(path)/Tea.txt", "\(path)/tea 2.txt", "\(path)/Tea 3.txt"])
  }

  @Test("a file is private, whole or not there, and never takes the place of another")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-tui-export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("history").path
    do { try NewTextFile(path: path).write("lost") }
    #expect(!FileManager.default.fileExists(atPath: path))

    let file = try NewTextFile(path: path)
    try file.write("one")
    try file.write("two")
    // Whatever ends the program now leaves nothing that could be taken for the history.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try file.finish()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: CommandFailure.self) { try NewTextFile(path: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")

    let late = folder.appendingPathComponent("late").path
    let slow = try NewTextFile(path: late)
    try slow.write("mine")
    try Data("of another".utf8).write(to: URL(filePath: late))
    #expect(throws: CommandFailure.self) { try slow.finish() }
    #expect(try String(contentsOfFile: late, encoding: .utf8) == "of another")
  }
}
