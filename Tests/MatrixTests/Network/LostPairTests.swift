import Controllers
import Matrix
import Signals
import Testing

@Suite("A pair of tokens that the server takes back", .timeLimit(.minutes(5)))
struct LostPairTests {
  private static let dead = RequestError(
    operation: .restore, reason: .signedOut(isSoft: false), status: 401, code: "M_UNKNOWN_TOKEN")

  private func replacement(
    _ source: CredentialSource, for token: String
  ) async throws(RequestError) -> String {
    try await source.replacement(for: Secret(token), refusedWith: Self.dead, .sync).reveal()
  }

  @Test("is replaced by the token that obtained it, which the server still accepts")
  func earlierToken() async throws {
    let store = TokenStoreFake { count throws(RequestError) in
      switch count {
      case 1: return .pair("a2", "r2")
      case 2: throw Self.dead
      default: return .pair("a3", "r3")
      }
    }
    let source = CredentialSource(tokens: .pair("a1", "r1"), store: store)
    #expect(try await replacement(source, for: "a1") == "a2")
    #expect(try await replacement(source, for: "a2") == "a3")
    #expect(store.refreshedWith == ["r1", "r2", "r1"])
    #expect(store.savedTokens == ["a2", "a3"])
  }

  @Test("ends the session where that is refused too")
  func allDead() async throws {
    let store = TokenStoreFake { count throws(RequestError) in
      guard count == 1 else { throw Self.dead }
      return .pair("a2", "r2")
    }
    let source = CredentialSource(tokens: .pair("a1", "r1"), store: store)
    _ = try await replacement(source, for: "a1")
    let endings = TestNetwork.Endings()
    _ = source.refusals.subscribe { endings.add($0) }
    await #expect(throws: RequestError.self) { try await replacement(source, for: "a2") }
    #expect(store.refreshedWith == ["r1", "r2", "r1"])
    #expect(endings.all == [false])
  }
}
