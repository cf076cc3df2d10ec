import Controllers
import ModelKit
import Testing

@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Sources of events", .timeLimit(.minutes(5)))
struct SourceTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func source(_ event: String) async throws -> EventSource {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(event)]}}}}}"#)
    let id = try #require(EventID("$1"))
    return try #require(try await timelines.source(of: Message.ID(id), in: room).first())
  }

  private func event(_ content: String) -> String {
    #"{"event_id":"$1","type":"m.room.message","sender":"@a:x","origin_server_ts":7,"content":\#(content)}"#
  }

  @Test("a stored event is indented, with members that the program does not know")
  func indented() async throws {
    let source = try await source(
      event(#"{"msgtype":"m.text","body":"a\nb","org.x":{"list":[1,{}],"none":[]}}"#))
    #expect(source.isComplete)
    let lines = source.text.split(separator: "\n")
    #expect(lines.first == "{")
    #expect(lines.last == "}")
    #expect(lines.contains { $0.hasPrefix(#"  "event_id": "$1""#) })
    #expect(lines.contains { $0.hasPrefix(#"    "body": "a\nb""#) })
    #expect(source.text.contains("\"list\": [\n        1,\n        {}\n      ],\n"))
    #expect(source.text.contains(#""none": []"#))
    #expect(try JSONValue(Array(source.text.utf8))["sender"]?.string == "@a:x")
  }

  @Test("what cannot be seen, or would act on the terminal, is escaped")
  func hostile() async throws {
    let source = try await source(
      event(##"{"msgtype":"m.text","body":"\u001b]52;c;QQ==\u0007‮x\u009b2J","a\u001b":1}"##))
    #expect(source.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isASCII && $0.value >= 0x20 })
    #expect(source.text.contains(#"\u001b]52;c;QQ==\u0007\u202ex\u009b2J"#))
    #expect(source.text.contains(#""a\u001b": 1"#))
  }

  @Test("a huge or deep event is cut, and an unknown one is an error")
  func bounds() async throws {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let list = Array(repeating: deep, count: 60).joined(separator: ",")
    let source = try await source(event(#"{"msgtype":"m.text","body":"a","x":[\#(list)]}"#))
    #expect(!source.isComplete)
    #expect(source.text.utf8.count == 131_072)
    let unknown = try #require(EventID("$other"))
    await #expect(throws: RequestError.self) {
      _ = try await timelines.source(of: Message.ID(unknown), in: room).first()
    }
  }

  private func about(_ id: String, _ type: String, _ content: String, at time: Int) -> String {
    #"{"event_id":"$\#(id)","type":"\#(type)","sender":"@b:x","origin_server_ts":\#(time),"#
      + #""content":\#(content)}"#
  }

  private func relation(_ type: String, _ rest: String = "", to target: String = "$1") -> String {
    #""m.relates_to":{"rel_type":"\#(type)","event_id":"\#(target)"\#(rest)}"#
  }

  @Test("the events about a message are listed, newest first, each with its own source")
  func related() async throws {
    let edit = #"{"body":"* b","m.new_content":{"body":"b"},\#(relation("m.replace"))}"#
    let key = #","key":"x""#
    let vote = #"{"m.selections":["a"],\#(relation("m.reference"))}"#
    let answer = #"{"msgtype":"m.text","body":"c",\#(relation("m.thread"))}"#
    let events = [
      event(#"{"msgtype":"m.text","body":"a"}"#),
      about("e", "m.room.message", edit, at: 8),
      about("r", "m.reaction", "{\(relation("m.annotation", key))}", at: 9),
      about("v", "m.poll.response", vote, at: 11),
      about("p", "m.poll.end", "{\(relation("m.reference"))}", at: 12),
      about("o", "m.reaction", "{\(relation("m.annotation", key, to: "$9"))}", at: 13),
      about("t", "m.room.message", answer, at: 14),
    ]
    _ = try await source(events.joined(separator: ","))
    let message = Message.ID(try #require(EventID("$1")))
    let found = try #require(try await timelines.relatedEvents(to: message, in: room).first())
    #expect(found.map(\.id.rawValue) == ["$p", "$v", "$r", "$e"])
    #expect(found.map(\.kind) == [.pollEnd, .vote, .reaction, .edit])
    #expect(found.map(\.timestamp.milliseconds) == [12, 11, 9, 8])
    #expect(found.allSatisfy { $0.sender.rawValue == "@b:x" })
    let reaction = try #require(try await timelines.source(of: found[2].id, in: room).first())
    #expect(reaction.text.contains(#""type": "m.reaction""#))
    _ = try await source(about("x", "m.room.redaction", #"{"redacts":"$1"}"#, at: 15))
    let later = try #require(try await timelines.relatedEvents(to: message, in: room).first())
    #expect(later.first?.kind == .removal)
  }
}
