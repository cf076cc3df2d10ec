import HTTPTypes
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("What a server says of itself", .timeLimit(.minutes(1)))
struct ServerCheckTests {
  private let transport = RehearsedTransport()

  private func ask() -> Task<ServerAnswer, any Error> {
    let check = ServerCheck(transport: transport, scheduler: ManualScheduler())
    return Task { try await check.ask("https://example.org") }
  }

  @Test("is asked without a token")
  func answer() async throws {
    let answer = ask()
    let request = try await transport.next(.get, "/_matrix/client/versions")
    #expect(request.request.headers[.authorization] == nil)
    request.reply(
      200,
      #"{"versions":["v1.9","v1.15"],"unstable_features":{"org.matrix.simplified_msc3575":true}}"#)
    #expect(
      try await answer.value
        == ServerAnswer(newestVersion: "v1.15", offersSlidingSync: true, time: nil))
  }

  @Test("fails when it is no Matrix server")
  func other() async throws {
    let answer = ask()
    try await transport.next(.get, "/versions").reply(200, "<html>")
    await #expect(throws: RequestError.self) { try await answer.value }
  }

  @Test(
    "has a clock, if its header is one",
    arguments: [
      ("Thu, 20 Nov 2025 12:30:00 GMT", 1_763_641_800_000), ("yesterday", nil), ("", nil),
    ])
  func time(header: String, milliseconds: Int64?) {
    #expect(ServerCheck.time(header)?.milliseconds == milliseconds)
  }
}
