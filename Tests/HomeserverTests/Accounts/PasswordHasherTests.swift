import Dispatch
import Synchronization
import Testing

@testable import Homeserver

@Suite("Passwords")
struct PasswordHasherTests {
  @Test("A hash is argon2id with 19 MiB, two passes and one lane")
  func form() async throws {
    let hash = try await PasswordHasher().hash("correct horse", for: nil)
    #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(!hash.contains("correct"))
  }

  @Test("Each hash of the same password differs")
  func salt() async throws {
    let hasher = PasswordHasher()
    let first = try await hasher.hash("a", for: nil)
    let second = try await hasher.hash("a", for: nil)
    #expect(first != second)
  }

  @Test(
    "Only the whole password matches",
    arguments: [
      ("secret", "secret", true), ("secret", "Secret", false), ("secret", "secre", false),
      ("secret", "", false), ("a\0b", "a\0b", true), ("a\0b", "a\0c", false),
      ("пароль 🐇", "пароль 🐇", true),
      (String(repeating: "x", count: 512), String(repeating: "x", count: 512), true),
      (String(repeating: "x", count: 512), String(repeating: "x", count: 511), false),
    ])
  func match(password: String, tried: String, matches: Bool) async throws {
    let hasher = PasswordHasher()
    let hash = try await hasher.hash(password, for: nil)
    #expect(try await hasher.verify(tried, against: hash, for: nil) == matches)
  }

  @Test(
    "An invalid hash matches nothing",
    arguments: ["", "x", "$argon2id$", String(repeating: "$", count: 1000)])
  func nonsense(hash: String) async throws {
    #expect(try await PasswordHasher().verify("x", against: hash, for: nil) == false)
  }

  @Test("Without a hash the dummy is compared, and even its password does not match")
  func dummy() async throws {
    let compared = Box(Mutex<[String]>([]))
    let hasher = PasswordHasher(
      PasswordScheme(
        hash: { $0 },
        matches: { password, hash in
          compared.value.withLock { $0.append(hash) }
          return password == hash
        }, dummy: "nobody's"))
    #expect(try await hasher.verify("nobody's", against: nil, for: nil) == false)
    #expect(compared.value.withLock { $0 } == ["nobody's"])
  }

  @Test("The dummy hash costs as much as a real one")
  func dummyCost() async throws {
    let real = try PasswordScheme.argon2id.hash("x").split(separator: "$")
    let dummy = PasswordScheme.argon2id.dummy.split(separator: "$")
    #expect(dummy.count == 5)
    #expect(dummy.prefix(3) == real.prefix(3))
    #expect(dummy[3].count == real[3].count && dummy[4].count == real[4].count)
    #expect(!PasswordScheme.argon2id.matches("", PasswordScheme.argon2id.dummy))
  }

  @Test("Two comparisons run at once, for different origins")
  func mostRunning() async throws {
    let gate = PasswordGate()
    let hasher = PasswordHasher(gate.scheme)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<6 {
        group.addTask {
          try await hasher.verify("x", against: "x", for: UInt32(number % 3))
        }
      }
      while hasher.waitingCount < 4 || gate.runningCount < 2 { await Task.yield() }
      gate.open()
      for try await isMatch in group { #expect(isMatch) }
    }
    #expect(gate.mostAtOnce == 2)
  }

  @Test("A flood from one origin is refused and delays no other sign-in")
  func flood() async throws {
    let gate = PasswordGate()
    let hasher = PasswordHasher(gate.scheme, waiting: 8)
    @Sendable func status(_ asker: Asker) async throws -> Int {
      do {
        return try await hasher.verify("x", against: "x", for: asker) ? 200 : 403
      } catch let error as MatrixError {
        #expect(error.code == "M_LIMIT_EXCEEDED" && error.retryAfter ?? 0 > 0)
        return error.status
      }
    }
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<48 { group.addTask { try await status(1001) } }
      // One runs, eight wait, and the others are refused.
      for _ in 0..<39 { #expect(try await group.next() == 429) }
      for _ in 0..<3 { group.addTask { try await status(1000) } }
      while hasher.waitingCount < 10 { await Task.yield() }
      gate.open()
      return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(results == [200: 12])
  }

  @Test("A client that disconnects while waiting gives up its place")
  func cancellation() async throws {
    let gate = PasswordGate()
    let hasher = PasswordHasher(gate.scheme)
    let ada: Asker = 1000
    async let running = hasher.verify("x", against: "x", for: ada)
    while gate.runningCount == 0 { await Task.yield() }
    let waiting = Task { try await hasher.verify("x", against: "x", for: ada) }
    while hasher.waitingCount == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: (any Error).self) { try await waiting.value }
    #expect(hasher.waitingCount == 0)
    gate.open()
    #expect(try await running)
  }
}

/// A scheme whose comparisons wait until it is opened.
private final class PasswordGate: Sendable {
  private struct State {
    var running = 0
    var most = 0
  }

  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  var scheme: PasswordScheme {
    PasswordScheme(
      hash: { $0 },
      matches: { [self] password, hash in
        state.withLock { state in
          state.running += 1
          state.most = max(state.most, state.running)
        }
        // Each finished comparison opens the gate for the next one.
        gate.wait()
        gate.signal()
        state.withLock { $0.running -= 1 }
        return password == hash
      }, dummy: "")
  }

  var mostAtOnce: Int { state.withLock { $0.most } }

  var runningCount: Int { state.withLock { $0.running } }

  func open() { gate.signal() }
}
