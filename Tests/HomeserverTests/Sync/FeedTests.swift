import ModelKit
import Testing

@testable import Homeserver

@Suite("Feed")
struct FeedTests {
  private let time = ManualTime()
  private let feed: Feed
  /// Ada and Grace are members.
  private let room: RoomSnapshot

  init() throws {
    let time = time
    feed = Feed(sleep: { try await time.sleep(for: $0) })
    room = try Self.room("!room:localhost", ["ada", "grace"])
  }

  private static func room(_ name: String, _ members: [String]) throws -> RoomSnapshot {
    var room = RoomSnapshot(id: roomID(name), version: "11", creator: id("ada"))
    for (number, member) in members.enumerated() {
      let content = try JSONSlice(Array(#"{"membership":"join"}"#.utf8))
      let entry = StateEntry(
        event: try #require(EventID("$\(number)")), sender: id(member), content: content)
      room.set(StateKey("m.room.member", id(member).rawValue), entry)
    }
    return room
  }

  private func listen(_ name: String, seconds: Int = 30) throws -> SyncListener {
    feed.listen(for: try Requester(test: name), .seconds(seconds))
  }

  private func publish(_ change: (inout Commit) -> Void) {
    var commit = Commit(position: 1)
    change(&commit)
    feed.publish(commit)
  }

  @Test("A change in a room wakes only its members")
  func wakesMembers() async throws {
    let ada = try listen("ada|D")
    let grace = try listen("grace|D")
    let linus = try listen("linus|D", seconds: 1)
    publish { $0.rooms = [room.id: room] }
    #expect(await ada.next() == .changed)
    #expect(await grace.next() == .changed)
    publish { $0.users = [id("linus")] }
    #expect(await linus.next() == .changed)
    publish { $0.rooms = [room.id: room] }
    try await time.untilSleeping(3)
    time.advance(by: 1_000)
    #expect(await linus.next() == nil)
  }

  @Test("A change during the database read is not missed")
  func beforeWaiting() async throws {
    let ada = try listen("ada|D")
    for _ in 0..<3 { publish { $0.rooms = [room.id: room] } }
    #expect(await ada.next() == .changed)
    // The three changes wake the sync once.
    let waiting = Task { await ada.next() }
    publish { $0.users = [id("ada")] }
    #expect(await waiting.value == .changed)
  }

  @Test("A sync waits exactly until its timeout")
  func timeout() async throws {
    let short = try listen("ada|D", seconds: 1)
    let long = try listen("grace|D", seconds: 2)
    try await time.untilSleeping(2)
    time.advance(by: 999)
    #expect(time.sleeperCount == 2)
    time.advance(by: 1)
    #expect(await short.next() == nil)
    publish { $0.rooms = [room.id: room] }
    #expect(await long.next() == .changed)
    time.advance(by: 1_000)
    #expect(await long.next() == nil)
  }

  @Test("A cancelled sync leaves neither a listener nor a timer")
  func cancelled() async throws {
    let listener = try listen("ada|D")
    try await time.untilSleeping(1)
    let waiting = Task { await listener.next() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    feed.forget(listener)
    #expect(feed.listeners.count == 0)
    try await becomes("no timer") { time.sleeperCount == 0 }
  }

  @Test("Signing a device out ends only its own syncs")
  func signedOut() async throws {
    let gone = try listen("ada|D")
    let other = try listen("ada|E")
    let device = try Requester(test: "ada|D")
    publish { $0.endedDevices = [device] }
    publish { $0.rooms = [room.id: room] }
    #expect(await gone.next() == .signedOut)
    #expect(await gone.next() == nil)
    #expect(await other.next() == .changed)
    // A new session of a device with the same id waits.
    let again = try listen("ada|D")
    publish { $0.users = [id("ada")] }
    #expect(await again.next() == .changed)
  }

  @Test("Each device and user has a maximum number of waiting syncs; the oldest ends")
  func bounds() async throws {
    var listeners = try (0..<Feed.listenersPerDevice).map { _ in try listen("ada|D") }
    listeners.append(try listen("ada|D"))
    #expect(await listeners[0].next() == nil)
    #expect(feed.listeners.count == Feed.listenersPerDevice)
    for device in 0..<Feed.listenersPerUser { listeners.append(try listen("ada|\(device)")) }
    #expect(feed.listeners.count == Feed.listenersPerUser)
    #expect(await listeners[1].next() == nil)
    for listener in listeners { feed.forget(listener) }
    #expect(feed.listeners.count == 0)
  }

  @Test("Typing wakes the members of the room and times out")
  func typing() async throws {
    let ada = try listen("ada|D")
    let linus = try listen("linus|D")
    feed.startTyping(id("grace"), in: room, for: .seconds(1))
    #expect(await ada.next() == .changed)
    #expect(feed.typing(in: [room.id], after: 0).users == [room.id: [id("grace")]])
    try await time.untilSleeping(3)
    time.advance(by: 1_000)
    #expect(await ada.next() == .changed)
    #expect(feed.typing(in: [room.id], after: 0).users == [room.id: []])
    #expect(feed.typing(in: [room.id], after: 2).users == [:])
    linus.end()
    #expect(await linus.next() == nil)
  }

  @Test("Continued typing extends the timeout and keeps one timer")
  func typingOn() async throws {
    for number in 1...3 {
      feed.startTyping(id("grace"), in: room, for: .seconds(number))
      try await becomes("one timer") { time.sleeperCount == 1 }
      // Only the first notice changes the typing users.
      #expect(feed.typing(in: [room.id], after: 0).last == 1)
    }
    time.advance(by: 2_999)
    #expect(feed.typing(in: [room.id], after: 0).users == [room.id: [id("grace")]])
    time.advance(by: 1)
    try await becomes("the end") { feed.typing(in: [room.id], after: 1).users == [room.id: []] }
  }

  @Test("Leaving a room ends typing there")
  func typingAndLeaving() throws {
    feed.startTyping(id("grace"), in: room, for: .seconds(1))
    let left = try Self.room("!room:localhost", ["ada"])
    publish { $0.rooms = [room.id: left] }
    #expect(feed.typing(in: [room.id], after: 1).users == [room.id: []])
  }
}
