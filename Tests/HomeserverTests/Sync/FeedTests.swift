import ModelKit
import Testing

@testable import Homeserver

@Suite("Feed")
struct FeedTests {
  private let time = ManualTime()
  private let feed: Feed
  private let room: RoomID

  init() {
    feed = Feed(timer: time.timer)
    feed.start(at: 10)
    room = roomID("!room:localhost")
    for name in ["ada", "grace", "linus"] { feed.register(id(name)) }
    for name in ["ada", "grace"] {
      feed.install(joined: [room], ignoresNobody: true, of: id(name), at: 10)
    }
    feed.install(joined: [], ignoresNobody: true, of: id("linus"), at: 10)
  }

  private func event(_ position: Int64, in room: RoomID? = nil) throws -> StoredEvent {
    StoredEvent(
      position: position, id: try #require(EventID("$\(position)")), room: room ?? self.room,
      sender: id("ada"), type: "m.room.message", stateKey: nil, timestamp: 0,
      head: Array(#"{"content":{}"#.utf8), transaction: nil)
  }

  private func publish(_ position: Int64, _ change: (inout Commit) -> Void) {
    var commit = Commit(position: position)
    change(&commit)
    feed.publish(commit)
  }

  private func token(_ position: Int64, typing: Int64 = 0) -> StreamToken {
    StreamToken(position: position, typing: typing, boot: feed.boot)
  }

  private func wait(
    _ name: String, after position: Int64, milliseconds: Int64 = 30_000, started: Int64? = nil
  ) throws -> Task<WaitOutcome, Never> {
    let requester = try Requester(test: name)
    let deadline = feed.now + milliseconds
    let started = started ?? feed.commitCount
    return Task { [feed, token = token(position)] in
      await feed.wait(for: requester, after: token, until: deadline, started: started)
    }
  }

  private func untilWaiting(_ count: Int) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while feed.waiterCount != count {
      try #require(ContinuousClock.now < end, "\(feed.waiterCount) wait, not \(count)")
      await Task.yield()
    }
  }

  @Test("A message wakes those in its room and nobody else")
  func wakesMembers() async throws {
    let ada = try wait("ada|D", after: 10)
    let grace = try wait("grace|D", after: 10)
    let linus = try wait("linus|D", after: 10)
    try await untilWaiting(3)
    let event = try event(11)
    publish(11) { $0.events = [event] }
    #expect(await ada.value == .changed)
    #expect(await grace.value == .changed)
    #expect(feed.waiterCount == 1)
    publish(12) { $0.users = [id("linus")] }
    #expect(await linus.value == .changed)
  }

  @Test("A message of another room wakes nobody")
  func otherRoom() async throws {
    let ada = try wait("ada|D", after: 10)
    try await untilWaiting(1)
    let event = try event(11, in: roomID("!other:localhost"))
    publish(11) { $0.events = [event] }
    #expect(feed.waiterCount == 1)
    ada.cancel()
    _ = await ada.value
  }

  @Test("Who has not been told of the last change does not wait")
  func noWait() async throws {
    let event = try event(11)
    publish(11) { $0.events = [event] }
    #expect(await (try wait("ada|D", after: 10)).value == .changed)
    let waiting = try wait("ada|D", after: 11)
    try await untilWaiting(1)
    waiting.cancel()
    #expect(await waiting.value == .timeout)
  }

  @Test("Waiting ends at its time, not before")
  func timeout() async throws {
    let short = try wait("ada|D", after: 10, milliseconds: 1_000)
    let long = try wait("grace|D", after: 10, milliseconds: 2_000)
    try await untilWaiting(2)
    time.advance(by: 990)
    #expect(feed.waiterCount == 2)
    time.advance(by: 30)
    #expect(await short.value == .timeout)
    #expect(feed.waiterCount == 1)
    time.advance(by: 1_000)
    #expect(await long.value == .timeout)
  }

  @Test("Waiting ends with its task, also when that ended before")
  func cancelled() async throws {
    let waiting = try wait("ada|D", after: 10)
    try await untilWaiting(1)
    waiting.cancel()
    #expect(await waiting.value == .timeout)
    #expect(feed.waiterCount == 0)
    let requester = try Requester(test: "ada|D")
    let token = token(10)
    let early = Task { [feed] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await feed.wait(
        for: requester, after: token, until: feed.now + 30_000, started: 0)
    }
    #expect(await early.value == .timeout)
    #expect(feed.waiterCount == 0)
  }

  @Test("Signing a device out ends what it waits for, and nothing of other devices")
  func signedOut() async throws {
    let gone = try wait("ada|D", after: 10)
    let other = try wait("ada|E", after: 10)
    try await untilWaiting(2)
    let device = try Requester(test: "ada|D")
    publish(11) { $0.endedDevices = [device] }
    #expect(await gone.value == .signedOut)
    #expect(feed.waiterCount == 1)
    // A request that began before may come to wait only now; a new session with the same name of
    // its device waits.
    #expect(await (try wait("ada|D", after: 11, started: 0)).value == .signedOut)
    let again = try wait("ada|D", after: 11)
    try await untilWaiting(2)
    for task in [other, again] {
      task.cancel()
      _ = await task.value
    }
  }

  @Test("A device waits so many times at most; the oldest goes")
  func bounds() async throws {
    var waiting: [Task<WaitOutcome, Never>] = []
    for number in 1...FeedState.waitersPerDevice {
      waiting.append(try wait("ada|D", after: 10))
      try await untilWaiting(number)
    }
    let more = try wait("ada|D", after: 10)
    #expect(await waiting[0].value == .timeout)
    #expect(feed.waiterCount == FeedState.waitersPerDevice)
    for device in 0..<FeedState.waitersPerUser {
      waiting.append(try wait("ada|\(device)", after: 10))
    }
    while feed.waiterCount < FeedState.waitersPerUser { await Task.yield() }
    let last = try wait("ada|last", after: 10)
    _ = await waiting[1].value
    #expect(feed.waiterCount <= FeedState.waitersPerUser)
    for task in waiting + [more, last] {
      task.cancel()
      _ = await task.value
    }
    #expect(feed.waiterCount == 0)
  }

  @Test("Only the file knows what happened before the list of the last events begins")
  func floor() throws {
    for position in 11...Int64(11 + FeedState.capacity) {
      let event = try event(position)
      publish(position) { $0.events = [event] }
    }
    guard case .unknown = feed.changes(for: id("ada"), since: token(10)) else {
      return #expect(Bool(false), "told of what is no longer there")
    }
    guard case .missingCounts = feed.changes(for: id("ada"), since: token(11)) else {
      return #expect(Bool(false), "does not tell of what is there")
    }
  }

  @Test("What was redacted is not told from memory")
  func redaction() throws {
    let target = try event(11)
    publish(11) { $0.events = [target] }
    let redaction = StoredEvent(
      position: 12, id: try #require(EventID("$12")), room: room, sender: id("ada"),
      type: "m.room.redaction", stateKey: nil, timestamp: 0,
      head: Array(#"{"content":{"redacts":"$11"},"redacts":"$11""#.utf8), transaction: nil)
    publish(12) { $0.events = [redaction] }
    guard case .unknown = feed.changes(for: id("ada"), since: token(10)) else {
      return #expect(Bool(false), "told from memory")
    }
    guard case .missingCounts = feed.changes(for: id("ada"), since: token(11)) else {
      return #expect(Bool(false), "the redaction itself is in memory")
    }
  }

  @Test("Tokens of another process, of before and of unknown users need the file")
  func unknown() throws {
    for (name, token) in [
      ("ada", StreamToken(position: 10, typing: 0, boot: "other")), ("ada", token(9)),
      ("bob", token(10)), ("ada", token(10, typing: 5)),
    ] {
      guard case .unknown = feed.changes(for: id(name), since: token) else {
        return #expect(Bool(false), "\(name) \(token.text)")
      }
    }
    guard case .nothing(let end) = feed.changes(for: id("ada"), since: token(10)) else {
      return #expect(Bool(false), "there is nothing")
    }
    #expect(end == token(10))
  }

  @Test("Rooms that were joined while the file was read are known")
  func joinedMeanwhile() throws {
    feed.register(id("bob"))
    var snapshot = RoomSnapshot(id: room, version: "11", creator: id("ada"))
    let content = try JSONSlice(Array(#"{"membership":"join"}"#.utf8))
    let joined = StoredEvent(
      position: 11, id: try #require(EventID("$11")), room: room, sender: id("bob"),
      type: "m.room.member", stateKey: id("bob").rawValue, timestamp: 0,
      head: Array(#"{"content":{"membership":"join"}"#.utf8), transaction: nil)
    snapshot.set(
      StateKey("m.room.member", id("bob").rawValue),
      StateEntry(
        position: 11, event: joined.id, sender: id("bob"), timestamp: 0, content: content),
      membership: .join)
    publish(11) { [snapshot] in
      $0.events = [joined]
      $0.rooms = [room: snapshot]
    }
    feed.install(joined: [], ignoresNobody: true, of: id("bob"), at: 10)
    let event = try event(12)
    publish(12) { $0.events = [event] }
    guard case .missingCounts(let rooms) = feed.changes(for: id("bob"), since: token(11)) else {
      return #expect(Bool(false), "the room is not known")
    }
    #expect(rooms == [room])
  }

  @Test("Typing wakes those in the room")
  func typing() async throws {
    let ada = try wait("ada|D", after: 10)
    let linus = try wait("linus|D", after: 10)
    try await untilWaiting(2)
    feed.startTyping(id("grace"), in: room, until: feed.now + 1_000)
    #expect(await ada.value == .changed)
    #expect(feed.waiterCount == 1)
    #expect(feed.typing(in: [room], after: 0).users == [room: [id("grace")]])
    time.advance(by: 1_100)
    #expect(feed.typing(in: [room], after: 0).users == [room: []])
    #expect(feed.typing(in: [room], after: 2).users == [:])
    linus.cancel()
    _ = await linus.value
  }
}

@Suite("RecentList")
struct RecentListTests {
  private func list(capacity: Int, size: Int = .max) -> RecentList<Int64> {
    RecentList(
      floor: 0, capacity: capacity, sizeLimit: size, position: { $0 }, size: { _ in 10 })
  }

  @Test("It keeps the last ones, and says behind what it has all")
  func capacity() {
    var list = list(capacity: 3)
    for number in 1...1000 as ClosedRange<Int64> { list.append(number * 2) }
    #expect(Array(list.all) == [1996, 1998, 2000])
    #expect(list.floor == 1994)
    #expect(Array(list.after(1996)) == [1998, 2000])
    #expect(Array(list.after(1997)) == [1998, 2000])
    #expect(list.after(2000).isEmpty)
    #expect(Array(list.after(0)) == [1996, 1998, 2000])
  }

  @Test("It keeps no more bytes than it may")
  func size() {
    var list = list(capacity: 100, size: 45)
    for number in 1...10 as ClosedRange<Int64> { list.append(number) }
    #expect(Array(list.all) == [7, 8, 9, 10])
    #expect(list.floor == 6)
  }

  @Test("It forgets what it is told to")
  func drop() {
    var list = list(capacity: 10)
    for number in 1...5 as ClosedRange<Int64> { list.append(number) }
    list.drop(through: 3)
    #expect(Array(list.all) == [4, 5])
    #expect(list.floor == 3)
    list.drop(through: 9)
    #expect(list.all.isEmpty)
    #expect(list.floor == 9)
  }
}
