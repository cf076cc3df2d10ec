import Controllers
import Models
import Signals
import Support
import Synchronization
import Testing

@testable import chat_tui

@MainActor
@Suite("Following a room")
struct TailTests {
  private let account = FakeAccount()
  private let room = Room.template().id
  private struct Full: Error {}

  private nonisolated static func part(_ names: String..., end: Int64?) -> HistoryPart {
    HistoryPart(
      entries: names.map { name in
        HistoryEntry(
          .message, FoundMessage(room: .template(), message: .template(name), sender: .grace))
      }, end: end.map { HistoryPlace(position: $0, number: 0) })
  }

  /// The names of the messages that are shown until there are as many as wanted.
  private func shown(_ count: Int, pauses: Pauses = Pauses()) async throws -> [String] {
    var names: [String] = []
    let tail = Tail(history: account.history, room: room) { pauses.all.append($0) }
    do {
      try await tail.run(lines: 2) { entry in
        names.append(entry.found.message.id.rawValue)
        if names.count == count { throw Full() }
      }
    } catch is Full {}
    return names
  }

  private final class Pauses {
    var all: [Duration] = []
  }

  @Test("shows the newest messages, then each part from the end of the last one")
  func parts() async throws {
    account.history.onNewest.answer(with: .just(Self.part("1", "2", end: 2)))
    account.history.onNews.answer { place in
      .just(place.position == 2 ? Self.part(end: 3) : Self.part("4", "5", end: 5))
    }
    #expect(try await shown(4) == ["$1", "$2", "$4", "$5"])
    #expect(account.history.onNewest.takeCalls() == [2])
    #expect(account.history.onNews.takeCalls().map(\.position) == [2, 3])
  }

  @Test("asks again after a failure that may pass, when the server says")
  func repeats() async throws {
    let delays = Mutex<[Duration?]>([.seconds(7), nil])
    account.history.onNewest.answer(with: .just(Self.part(end: 2)))
    account.history.onNews.answer { _ in
      let delay = delays.withLock { delays -> Duration?? in
        delays.isEmpty ? nil : .some(delays.removeFirst())
      }
      guard let delay else { return .just(Self.part("3", end: 3)) }
      return .failed(
        RequestError(operation: .loadTimeline, reason: .timedOut, retryAfter: delay))
    }
    let pauses = Pauses()
    #expect(try await shown(1, pauses: pauses) == ["$3"])
    #expect(pauses.all == [.seconds(7), .seconds(5)])
    #expect(account.history.onNews.takeCalls().map(\.position) == [2, 2, 2])
  }

  @Test("ends with a failure that does not pass")
  func fails() async {
    account.history.onNewest.answer(with: .just(Self.part(end: 2)))
    account.history.onNews.fail(.refused, status: 403, code: "M_FORBIDDEN")
    await #expect(throws: RequestError.self) { try await shown(1) }
  }

  @Test("ends when the account leaves the room, or is signed out")
  func end() {
    let ending = ReplaySubject<SessionEnding?, Never>(capacity: 1)
    account.rooms.list.send([.template()])
    #expect(sentence(ending) == nil)
    ending.send(.refused(isSoft: false, user: account.userID, server: "https://example.org"))
    #expect(sentence(ending)?.contains("in again") == true)
    account.rooms.list.send([])
    #expect(sentence(ending) == "you are no longer in this room")
  }

  private func sentence(_ ending: ReplaySubject<SessionEnding?, Never>) -> String? {
    let found = Mutex<String?>(nil)
    account.session.end(of: room, unless: ending.signal)
      .subscribe(value: { text in found.withLock { $0 = text } }).dispose()
    return found.withLock { $0 }
  }

  @Test("tells once that the connection is lost")
  func absence() {
    let notes = Mutex<[String]>([])
    let work = account.session.absences.subscribe(value: { note in
      notes.withLock { $0.append(note) }
    })
    defer { work.dispose() }
    let timeout = RequestError(operation: .sync, reason: .timedOut)
    let states: [ConnectionState] = [
      .online, .offline(timeout, retryAfter: .seconds(1)), .connecting,
      .offline(RequestError(operation: .sync, reason: .refused), retryAfter: .seconds(1)), .online,
    ]
    for state in states { account.sync.states.send(state) }
    #expect(notes.withLock { $0.count } == 1)
    account.sync.states.send(.offline(timeout, retryAfter: .seconds(1)))
    #expect(notes.withLock { $0.count } == 2)
  }
}
