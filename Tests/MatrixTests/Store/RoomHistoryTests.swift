import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Room history")
struct RoomHistoryTests {
  private let room: RoomID

  init() throws { room = try #require(RoomID("!room")) }

  private func events(_ range: Range<Int>) -> [TimelineItem.Event] {
    range.compactMap {
      TimelineItem.Event(
        RawEvent(
          eventID: "$\($0)", type: EventType.message, sender: "@a:x",
          rawContent: .object(["msgtype": .string("m.text"), "body": .string("\($0)")])))
    }
  }

  private func bodies(_ history: RoomHistory) -> [String] {
    history.messages(in: room, own: [:]).compactMap(\.text)
  }

  @Test("a gap drops the older part and continues from the new start")
  func gap() {
    var history = RoomHistory()
    history.append(events(0..<5), previousBatch: "a", isGapped: false)
    let drops = history.append(events(8..<10), previousBatch: "b", isGapped: true)

    #expect(drops)
    #expect(bodies(history) == ["8", "9"])
    #expect(history.olderToken == "b")
  }

  @Test("a limited response that overlaps the known lines drops nothing")
  func overlap() {
    var history = RoomHistory()
    history.append(events(0..<5), previousBatch: "a", isGapped: false)
    let drops = history.append(events(3..<7), previousBatch: "b", isGapped: true)

    #expect(!drops)
    #expect(bodies(history) == (0..<7).map(String.init))
    #expect(history.olderToken == "a")
  }

  @Test("a page requested before a gap is not mixed in")
  func stalePage() {
    var history = RoomHistory()
    history.append(events(5..<6), previousBatch: "a", isGapped: false)
    history.append(events(20..<21), previousBatch: "b", isGapped: true)
    history.prepend(events(0..<5).reversed(), from: "a", end: "z")

    #expect(bodies(history) == ["20"])
    #expect(history.olderToken == "b")
  }

  @Test(
    "a missing or repeated end token marks the start",
    arguments: [[nil], ["a"], ["c", "a"], ["c", "d", "c"]] as [[String?]])
  func ends(tokens: [String?]) {
    var history = RoomHistory()
    history.append(events(90..<91), previousBatch: "a", isGapped: false)
    for (index, end) in tokens.enumerated() {
      #expect(!history.reachedStart)
      history.prepend(events(80 - index..<81 - index), from: history.olderToken, end: end)
    }

    #expect(history.reachedStart)
  }

  @Test("trimming keeps the newest lines and a token for loading the others")
  func trim() {
    var history = RoomHistory()
    for chunk in 0..<10 {
      history.append(
        events(chunk * 10..<chunk * 10 + 10), previousBatch: "t\(chunk)", isGapped: false)
    }
    history.trim(to: 25)

    #expect(bodies(history) == (70..<100).map(String.init))
    #expect(history.olderToken == "t7")
    history.prepend(events(60..<70).reversed(), from: "t7", end: "t6")
    #expect(bodies(history) == (60..<100).map(String.init))
  }

  @Test("the first of two events with the same id is kept")
  func sameID() throws {
    var history = RoomHistory()
    history.append(events(1..<2), previousBatch: nil, isGapped: false)
    let other = try #require(
      TimelineItem.Event(
        RawEvent(
          eventID: "$1", type: EventType.message, sender: "@evil:x",
          rawContent: .object(["msgtype": .string("m.text"), "body": .string("other")]))))
    history.append([other], previousBatch: nil, isGapped: false)

    #expect(bodies(history) == ["1"])
  }
}
