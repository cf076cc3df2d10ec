import Dispatch
import Synchronization
import Testing

@testable import Homeserver

@Suite("Passwords")
struct PasswordHasherTests {
  @Test("A hash is argon2id with 19 MiB, two passes and one lane")
  func form() async throws {
    let hash = try await PasswordHasher().hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(!hash.contains("correct"))
  }

  @Test("The same password has another hash each time")
  func salt() async throws {
    let hasher = PasswordHasher()
    let first = try await hasher.hash("a")
    let second = try await hasher.hash("a")
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
    let hash = try await hasher.hash(password)
    #expect(try await hasher.verify(tried, against: hash) == matches)
  }

  @Test(
    "What is no hash matches nothing",
    arguments: ["", "x", "$argon2id$", String(repeating: "$", count: 1000)])
  func nonsense(hash: String) async throws {
    #expect(try await PasswordHasher().verify("x", against: hash) == false)
  }

  @Test("Without a hash the one of nobody is compared, and even its password does not match")
  func dummy() async throws {
    let compared = Box(Mutex<[String]>([]))
    let hasher = PasswordHasher(
      PasswordScheme(
        hash: { $0 },
        matches: { password, hash in
          compared.value.withLock { $0.append(hash) }
          return password == hash
        }, dummy: "nobody's"))
    #expect(try await hasher.verify("nobody's", against: nil) == false)
    #expect(compared.value.withLock { $0 } == ["nobody's"])
  }

  @Test("The hash of nobody costs as much as a real one")
  func dummyCost() async throws {
    let real = try PasswordScheme.argon2id.hash("x").split(separator: "$")
    let dummy = PasswordScheme.argon2id.dummy.split(separator: "$")
    #expect(dummy.count == 5)
    #expect(dummy.prefix(3) == real.prefix(3))
    #expect(dummy[3].count == real[3].count && dummy[4].count == real[4].count)
    #expect(!PasswordScheme.argon2id.matches("", PasswordScheme.argon2id.dummy))
  }

  @Test("So many run, so many wait, and one more is refused")
  func bound() async throws {
    let gate = PasswordGate()
    let hasher = PasswordHasher(gate.scheme, mostRunning: 2, mostWaiting: 3)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do {
            return try await hasher.verify("x", against: "x")
          } catch let error as MatrixError {
            #expect(error.status == 429 && error.code == "M_LIMIT_EXCEEDED")
            #expect(error.retryAfter ?? 0 > 0)
            gate.open()
            return false
          }
        }
      }
      let results = try await group.reduce(into: []) { $0.append($1) }
      #expect(results.filter { !$0 }.count == 1)
    }
    #expect(gate.mostAtOnce == 2)
    #expect(try await hasher.verify("x", against: "x"))
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
        // Each that comes through lets the next one through.
        gate.wait()
        gate.signal()
        state.withLock { $0.running -= 1 }
        return password == hash
      }, dummy: "")
  }

  var mostAtOnce: Int { state.withLock { $0.most } }

  func open() { gate.signal() }
}
