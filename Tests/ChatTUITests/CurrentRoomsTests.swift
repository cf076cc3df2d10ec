import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import chat_tui

@Suite("Rooms for a command", .timeLimit(.minutes(1)))
struct CurrentRoomsTests {
  private let account = FakeAccount()
  private let ending = ReplaySubject<SessionEnding?, Never>(capacity: 1)

  private let time = TestScheduler()

  private func rooms() async -> Result<[Room], RequestError> {
    do throws(RequestError) {
      return .success(try await account.session.currentRooms(unless: ending.signal, on: time))
    } catch {
      return .failure(error)
    }
  }

  @Test("come from the first response")
  func first() async {
    account.rooms.list.send([.template(name: "Swift")])
    #expect(await rooms() == .success([.template(name: "Swift")]))
    #expect(account.sync.takeCalls() == [.start])
  }

  @Test("come from all responses when the server splits a long list")
  func many() async throws {
    let all = (0..<300).map { Room.template("r\($0)", name: "Room \($0)") }
    account.rooms.list.send(Array(all.prefix(200)))
    async let found = rooms()
    try await eventually("the command waits for more rooms") { time.pendingCount > 0 }
    time.advance(by: .milliseconds(999))
    account.rooms.list.send(all)
    time.advance(by: .milliseconds(999))
    #expect(time.pendingCount > 0)
    time.advance(by: .milliseconds(1))
    #expect(try await found.get().count == 300)
  }

  @Test("are not awaited when the server is unreachable")
  func away() async {
    let error = RequestError(operation: .sync, reason: .timedOut)
    account.sync.states.send(.offline(error, retryAfter: .seconds(1)))
    #expect(await rooms() == .failure(error))
  }

  @Test("are not awaited when the server has ended the session", arguments: [true, false])
  func refused(isSoft: Bool) async {
    ending.send(.refused(isSoft: isSoft, user: account.userID, server: "https://example.org"))
    #expect(await rooms().failure?.reason == .signedOut(isSoft: isSoft))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
