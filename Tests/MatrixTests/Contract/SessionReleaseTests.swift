import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("End of a session", .timeLimit(.minutes(5)))
struct SessionReleaseTests {
  @Test(
    "signing out releases the whole session while a poll, message, page and refresh are running")
  func release() async throws {
    let transport = RehearsedTransport()
    let clock = ManualScheduler()
    let folder = try TestFolder()
    weak var store: AccountStore?
    weak var network: MatrixNetworkController?
    do {
      let rehearsal = try Rehearsal(folder: folder, transport: transport, clock: clock)
      store = rehearsal.store
      network = rehearsal.network
      let room = try await rehearsal.joinRoom()
      let sync = MatrixSyncController(
        network: rehearsal.network, store: rehearsal.store, scheduler: clock)
      let sender = try rehearsal.sender(connection: sync.connection)
      let timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
      let profiles = MatrixProfileController(network: rehearsal.network, store: rehearsal.store)
      sync.start()
      let timeline = Notes(timelines.timeline(of: room))
      let sending = Notes(sender.send("hi", to: room))
      let page = Notes(timelines.loadOlder(in: room, before: nil))
      let refresh = Notes(profiles.refresh(rehearsal.store.userID))
      try await rehearsal.offer(sliding: true)
      _ = try await transport.next(.post, "/sync")
      _ = try await transport.next(.put, "/send/")
      _ = try await transport.next(.get, "/messages")
      _ = try await transport.next(.get, "/profile/")
      #expect(timeline.values.last?.messages.count == 1)
      timeline.dispose()
      sending.dispose()
      page.dispose()
      refresh.dispose()
    }
    await settle { store == nil && network == nil && transport.pendingCount == 0 }
    #expect(store == nil)
    #expect(network == nil)
    #expect(transport.pendingCount == 0)
    #expect(clock.timerCount == 0)
  }
}
