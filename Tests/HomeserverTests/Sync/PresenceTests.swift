import ModelKit
import Testing

@testable import Homeserver

@Suite("Presence")
struct PresenceTests {
  private let ada = id("ada")

  @Test("A sync shows its user as there until nobody has synced for a while")
  func syncs() throws {
    var board = PresenceBoard()
    #expect(board.presence(of: ada) == UserPresence())
    // Of two syncs the second one makes no difference to others.
    let begun = [
      board.begin(ada, as: .online, now: 5, at: 1), board.begin(ada, as: .online, now: 6, at: 2),
    ]
    #expect(begun == [true, false])
    #expect(board.presence(of: ada) == UserPresence(state: .online, active: 6))
    let ends = [board.end(ada), board.end(ada)]
    #expect(ends[0] == nil)
    let first = try #require(ends[1])
    let isBack = board.begin(ada, as: .online, now: 7, at: 3)
    #expect(!isBack)
    let whileThere = board.expire(ada, after: first, at: 4)
    #expect(whileThere == .over)

    let second = board.end(ada)
    #expect(second == 3)
    // A short sync meanwhile: one more wait, and no second one beside it.
    _ = board.begin(ada, as: .online, now: 8, at: 4)
    let third = board.end(ada)
    #expect(third == nil)
    let early = board.expire(ada, after: 3, at: 4)
    #expect(early == .again(after: 4))
    let late = board.expire(ada, after: 4, at: 4)
    #expect(late == .gone(isNews: true))
    #expect(board.presence(of: ada) == UserPresence(state: .offline, active: 8))
    #expect(Array(board.users(changedAfter: 3).keys) == [ada])
    #expect(board.users(changedAfter: 4).isEmpty)
  }

  @Test("A hundred who come at once wake each waiting sync once")
  func crowd() async throws {
    let time = ManualTime()
    let feed = Feed(presenceSleep: { try await time.sleep(for: $0) })
    let waiting = try (0..<100).map { number in
      feed.listen(for: try Requester(test: "user\(number)|D"), .seconds(30))
    }
    for number in 0..<100 { feed.beginPresence(of: id("new\(number)"), as: .online, now: 1) }
    // One task gathers them all.
    try await time.untilSleeping(1)
    #expect(time.sleeperCount == 1)
    time.advance(by: 1_000)
    for listener in waiting {
      #expect(await listener.next() == .changed)
      listener.end()
      #expect(await listener.next() == nil)
    }
    #expect(feed.presences(after: 0).count == 100)
  }

  @Test("Who stays away goes after half a minute, and later who comes back for a moment")
  func leaving() async throws {
    let time = ManualTime()
    let feed = Feed(presenceSleep: { try await time.sleep(for: $0) })
    func look() { feed.beginPresence(of: ada, as: .online, now: 1); feed.endPresence(of: ada) }
    look()
    // The gathering of the change, and the wait.
    try await time.untilSleeping(2)
    time.advance(by: 29_000)
    look()
    time.advance(by: 1_000)
    try await time.untilSleeping(1)
    #expect(feed.presence(of: ada).state == .online)
    time.advance(by: 30_000)
    try await becomes("offline") { feed.presence(of: ada).state == .offline }
  }

  @Test("A status stays with a sync, and what does not change has no news")
  func status() {
    var board = PresenceBoard()
    let lunch = UserPresence(state: .unavailable, status: "lunch")
    let news = [board.set(lunch, of: ada, at: 1), board.set(lunch, of: ada, at: 2)]
    #expect(news == [true, false])
    let isNews = board.begin(ada, as: .online, now: 9, at: 3)
    #expect(isNews)
    #expect(board.presence(of: ada).status == "lunch")
  }

  @Test("A waiting sync hears of a change; a stranger's does not")
  func waiting() async throws {
    let home = try await SyncHome()
    _ = try await home.makeRoom(joined: ["grace"])
    let quiet = [("set_presence", "offline")]
    let first = try await home.sync(as: "grace", quiet)
    #expect(Self.senders(first) == [])
    async let next = home.sync(as: "grace", since: first.token, timeout: 30_000, quiet)
    async let other = home.sync(
      as: "linus", since: try await home.sync(as: "linus", quiet).token, timeout: 30_000, quiet)
    try await home.untilWaiting(2)
    _ = try await home.sync(as: "ada")
    try await home.presenceTime.untilSleeping(1)
    home.presenceTime.advance(by: 1_000)
    let news = try await next
    #expect(Self.senders(news) == [id("ada").rawValue])
    let content = news.json["presence"]?["events"]?.array?.first?["content"]
    #expect(content?["presence"]?.string == "online")
    #expect(content?["currently_active"]?.boolean == true)
    home.time.advance(by: 30_000)
    #expect(Self.senders(try await other) == [])
    let again = try await home.sync(as: "grace", since: news.token, quiet)
    #expect(Self.senders(again) == [], "it is told once")
  }

  @Test("A client of an earlier process learns that people have gone with it")
  func restart() async throws {
    let home = try await SyncHome()
    _ = try await home.makeRoom(joined: ["grace"])
    _ = try await home.sync(as: "ada")
    let first = try await home.sync(as: "grace", [("set_presence", "offline")])
    #expect(Self.senders(first) == [id("ada").rawValue])
    let token = try #require(StreamToken(first.token))
    let earlier = StreamToken(position: token.position, typing: token.typing, boot: "earlier")
    let later = try await home.sync(
      as: "grace", since: earlier.text, [("set_presence", "offline")])
    #expect(Self.senders(later) == [id("ada").rawValue, id("grace").rawValue])
  }

  private static func senders(_ reply: SyncHome.Reply) -> [String] {
    (reply.json["presence"]?["events"]?.array ?? []).compactMap { $0["sender"]?.string }.sorted()
  }
}
