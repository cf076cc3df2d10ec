import Controllers
import Glibc
import Matrix
import Models
import Signals

/// The graph of controllers: the only place that constructs them.
@MainActor
struct Composition {
  let sessions: any SessionController
  let local: any LocalServerController

  /// The graph for the screen, which keeps unsent messages and drafts on disk.
  ///
  /// The session in use is being restored from now on.
  static func forScreen(_ directories: Directories) -> Composition {
    Composition(directories: directories, use: .screen)
  }

  /// The graph for one command, which may run beside a screen of the same account.
  static func forCommand(_ directories: Directories) -> Composition {
    Composition(directories: directories, use: .command)
  }

  /// Fails when another screen has the account open, in one line that names its process.
  static func expectNoOtherScreen(_ directories: Directories) throws {
    var holder = CurrentAccount.holder(dataDirectory: directories.data)
    // A program that has just been killed holds the account until the system has cleaned up after it.
    for _ in 0..<10 where holder != nil {
      usleep(30_000)
      holder = CurrentAccount.holder(dataDirectory: directories.data)
    }
    guard let process = holder else { return }
    throw CommandFailure(
      message: "the account is open in process \(process): close it there, "
        + "or sign in to another account with chat-tui login")
  }

  /// Fails when other users may have read or made the account's files, in one line that can be copied.
  static func expectPrivateFiles(_ directories: Directories) throws {
    if let exposure = CurrentAccount.exposure(dataDirectory: directories.data) {
      throw CommandFailure(message: exposure)
    }
  }

  /// By then the messages that are kept here are on the screen, also with thousands of rooms.
  private static let firstScreenTime = Duration.milliseconds(100)

  /// Builds the graph; opens no file and no connection, except that the screen's session is restored.
  private init(directories: Directories, use: SessionUse) {
    var options = CurlTransport.Options()
    if case .screen = use { options.opensNotBefore = .now + Self.firstScreenTime }
    let transport = CurlTransport(options: options)
    let scheduler = SerialScheduler(label: "network")
    let host = ServerLauncher(.thisProgram(directories), in: LocalServerFolder(directories))
    let sessions = MatrixSessionController(
      options: MatrixSessionController.Options(
        dataDirectory: directories.data, cacheDirectory: directories.cache, use: use,
        localServer: host,
        decoders: PictureDecoders(
          received: PictureWorker(for: .received), sent: PictureWorker(for: .sent))),
      transport: transport, scheduler: scheduler,
      makeParts: { context throws(RequestError) in try SessionParts(context) })
    if case .screen = use { sessions.restoreAhead() }
    self.sessions = sessions
    local = MatrixLocalServerController(
      sessions: sessions, host: host, dataDirectory: directories.data, transport: transport,
      scheduler: scheduler)
  }

  /// The stored session, of the account in front or of the one that an option means, for commands that need
  /// one.
  func restoredSession(of option: AccountOption) async throws -> Session {
    if let text = option.account { return try await session(of: text) }
    guard let session = try await sessions.restore().first() ?? nil else {
      throw CommandFailure(message: "nobody is signed in: use chat-tui login")
    }
    return session
  }

  private func session(of text: String) async throws -> Session {
    let known = try await sessions.storedAccounts().first() ?? []
    let account = try AccountOption.account(text, among: known)
    guard let session = try await sessions.restore(account).first() ?? nil else {
      throw CommandFailure(message: "\(text) is signed out: use chat-tui login")
    }
    return session
  }

  /// The rooms of a session as the server has them now.
  func currentRooms(of session: Session) async throws(RequestError) -> [Room] {
    try await session.currentRooms(unless: sessions.ending.signal)
  }
}

extension Session {
  /// From this number of rooms on, the first response may not contain all of them.
  private static let manyRooms = 200

  /// Starts to sync and returns the rooms of the first response.
  ///
  /// Fails when the server is unreachable, and when it ends the session, which `ending` reports.
  func currentRooms(
    unless ending: Signal<SessionEnding?, Never>,
    on scheduler: any Scheduler = SerialScheduler(label: "rooms")
  ) async throws(RequestError) -> [Room] {
    let offline = sync.connection.promoteError(to: RequestError.self)
      .flatMap(.latest) { state -> Signal<[Room], RequestError> in
        if case .offline(let error, _) = state { .failed(error) } else { .never }
      }
    let refused = ending.promoteError(to: RequestError.self)
      .flatMap(.latest) { ending -> Signal<[Room], RequestError> in
        guard case .refused(let isSoft, _, _) = ending else { return .never }
        return .failed(RequestError(operation: .sync, reason: .signedOut(isSoft: isSoft)))
      }
    let answer = Signal.merge([rooms.rooms.promoteError(to: RequestError.self), offline, refused])
    sync.start()
    let first = try await answer.first() ?? []
    guard first.count >= Self.manyRooms else { return first }
    // A server may split so many rooms over several responses in quick succession.
    return await rooms.rooms.debounce(.seconds(1), on: scheduler).first() ?? first
  }
}
