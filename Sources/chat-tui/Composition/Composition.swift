import Controllers
import Matrix
import Models
import Signals

/// The graph of controllers: the only place that constructs them.
@MainActor
struct Composition {
  let sessions: any SessionController

  /// Builds the graph; opens no file and no connection.
  init(directories: Directories, use: SessionUse) {
    sessions = MatrixSessionController(
      options: MatrixSessionController.Options(
        dataDirectory: directories.data, cacheDirectory: directories.cache, use: use),
      transport: AsyncHTTPTransport(),
      scheduler: SerialScheduler(label: "network"),
      makeParts: Self.parts)
  }

  /// The controllers of one session.
  private static let parts: SessionFactory = { context throws(RequestError) in
    let store = try AccountStore(userID: context.userID, directory: context.directory)
    let sync = MatrixSyncController(
      network: context.network, store: store, scheduler: context.scheduler)
    let sender = try MatrixMessageSender(
      network: context.network, store: store, deviceID: context.deviceID,
      connection: sync.connection,
      outbox: context.use == .screen ? .directory(context.directory) : .memory,
      scheduler: context.scheduler)
    return SessionParts(
      sync: sync,
      rooms: MatrixRoomsController(network: context.network, store: store),
      timelines: MatrixTimelineController(network: context.network, store: store),
      sender: sender,
      profiles: MatrixProfileController(network: context.network, store: store))
  }

  /// The session that is stored, for commands that need one.
  func restoredSession() async throws -> Session {
    guard let session = try await sessions.restore().first() ?? nil else {
      throw CommandFailure(message: "nobody is signed in: use chat-tui login")
    }
    return session
  }
}

extension Session {
  /// Starts to sync and gives the rooms of the first answer. Fails when the server is away.
  func currentRooms() async throws(RequestError) -> [Room] {
    let failure = sync.connection.promoteError(to: RequestError.self)
      .flatMap(.latest) { state -> Signal<[Room], RequestError> in
        if case .offline(let error, _) = state { .failed(error) } else { .never }
      }
    let answer = Signal.merge([rooms.rooms.promoteError(to: RequestError.self), failure])
    sync.start()
    return try await answer.first() ?? []
  }
}
