import Synchronization
import Testing

@testable import Homeserver

@Suite("Turns of those who try passwords", .timeLimit(.minutes(5)))
struct PasswordTurnsTests {
  private let time = Box(Mutex<Int64>(1_000_000))

  private func turns(patience: Duration = .seconds(3600)) -> PasswordTurns {
    let clock = WallClock { [time] in time.value.withLock(\.self) }
    return PasswordTurns(
      RateLimiter(.init(burst: 1, interval: 1000), clock: clock), patience: patience)
  }

  private func becomesTrue(_ condition: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !condition() {
      try #require(ContinuousClock.now < limit)
      await Task.yield()
    }
  }

  private func take(_ turns: PasswordTurns, _ user: UserID) -> Task<Int, any Error> {
    Task {
      do {
        try await turns.take(user, from: ClientNetwork("127.0.0.1"))
        return 0
      } catch let error as MatrixError {
        return error.status
      }
    }
  }

  @Test("Who waits gets what comes free, before who has just come")
  func waits() async throws {
    let turns = turns()
    let ada = user("ada")
    #expect(turns.isFree(ada))
    turns.spend(ada)
    #expect(!turns.isFree(ada) && turns.isFree(user("grace")))
    let waiting = take(turns, ada)
    try await becomesTrue { turns.waitingCount == 1 }
    time.value.withLock { $0 += 1000 }
    #expect(try await waiting.value == 0)
    #expect(!turns.isFree(ada))
    turns.giveBack(ada)
    #expect(turns.isFree(ada))
  }

  @Test("Who has waited for long is refused")
  func refusal() async throws {
    let turns = turns(patience: .milliseconds(1))
    turns.spend(user("ada"))
    #expect(try await take(turns, user("ada")).value == 429)
    #expect(turns.waitingCount == 0)
  }

  @Test("Who goes away waits no more, and takes no turn")
  func cancellation() async throws {
    let turns = turns()
    turns.spend(user("ada"))
    let waiting = take(turns, user("ada"))
    try await becomesTrue { turns.waitingCount == 1 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(turns.waitingCount == 0)
    time.value.withLock { $0 += 1000 }
    #expect(turns.isFree(user("ada")))
  }

  @Test("So many wait for one user, and no more than that for all")
  func bounds() async throws {
    let turns = turns()
    let users = (0..<40).map { user("u\($0)") }
    for user in users { turns.spend(user) }
    let refusals = Box(Mutex(0))
    @Sendable func wait(for user: UserID) -> Task<Void, Never> {
      let waiting = take(turns, user)
      return Task {
        await withTaskCancellationHandler {
          if (try? await waiting.value) == 429 { refusals.value.withLock { $0 += 1 } }
        } onCancel: {
          waiting.cancel()
        }
      }
    }
    var all = (0..<40).map { _ in wait(for: users[0]) }
    try await becomesTrue { refusals.value.withLock(\.self) == 8 }
    #expect(turns.waitingCount == 32)
    for user in users.dropFirst() { for _ in 0..<20 { all.append(wait(for: user)) } }
    try await becomesTrue { refusals.value.withLock(\.self) == all.count - 512 }
    #expect(turns.waitingCount == 512)
    for task in all { task.cancel() }
    for task in all { await task.value }
    #expect(turns.waitingCount == 0)
  }
}

@Suite("Those who wait to try a password")
struct WaitingTriesTests {
  private func waiting(_ networks: [String]) -> WaitingTries {
    var tries = WaitingTries()
    for (number, network) in networks.enumerated() {
      tries.add(
        WaitingTries.Waiter(
          id: UInt64(number), network: ClientNetwork(network), deadline: .now, resume: { _ in }))
    }
    return tries
  }

  @Test("Every other turn is that of who has waited longest")
  func oldest() {
    var tries = waiting(Array(repeating: "127.0.0.1", count: 50))
    for _ in 0..<10 {
      let oldest = tries.waiters.first?.id
      #expect(tries.next()?.id == oldest)
      _ = tries.next()
    }
  }

  @Test("The others are drawn by lot")
  func lot() {
    var isOther = false
    for _ in 0..<64 {
      var tries = waiting(Array(repeating: "127.0.0.1", count: 3))
      _ = tries.next()
      isOther = isOther || tries.next()?.id == 2
    }
    #expect(isOther)
  }

  @Test("A network with many gets no more turns than one with one")
  func networks() {
    var tries = waiting(Array(repeating: "10.0.0.1", count: 1000) + ["10.0.0.2"])
    let turn = (0..<64).first { _ in tries.next()?.id == 1000 }
    #expect(turn != nil)
  }

  @Test("Where too many wait, one of the network goes from which most come")
  func crowd() {
    var tries = waiting(["10.0.0.2"] + Array(repeating: "10.0.0.1", count: 20))
    for _ in 0..<18 { #expect(tries.dropOne()?.id != 0) }
    #expect(tries.waiters.first?.id == 0)
  }
}
