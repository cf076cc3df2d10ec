package import Controllers
import Models
package import Signals

/// Signs accounts in and out of Matrix homeservers and vends their sessions.
///
/// Files and requests are handled off the main thread; the properties change on it.
@MainActor
package final class MatrixSessionController: SessionController {
  /// The settings of a session controller.
  package struct Options: Sendable {
    /// The folder that keeps the accounts: an absolute path.
    package var dataDirectory: String
    /// The folder that caches pictures: an absolute path.
    package var cacheDirectory: String
    /// What uses the sessions.
    package var use: SessionUse
    /// Finds and starts this machine's server; its sessions follow it to a new address.
    package var localServer: (any LocalServerHost)?
    /// Allows plain HTTP to other machines, which exposes passwords to eavesdroppers.
    package var allowsInsecureHTTP: Bool
    /// Decode the pictures of others, and those that the user sends.
    package var decoders: PictureDecoders

    /// Makes the settings; see the properties for the parameters.
    package init(
      dataDirectory: String, cacheDirectory: String, use: SessionUse,
      localServer: (any LocalServerHost)? = nil, allowsInsecureHTTP: Bool = false,
      decoders: PictureDecoders = PictureDecoders()
    ) {
      self.dataDirectory = dataDirectory
      self.cacheDirectory = cacheDirectory
      self.use = use
      self.localServer = localServer
      self.allowsInsecureHTTP = allowsInsecureHTTP
      self.decoders = decoders
    }
  }

  package let browser: any BrowserController
  package let registration: any RegistrationController
  package var session: Property<Session?> { board.session }
  package var ending: Property<SessionEnding?> { board.ending }
  package var sessions: Property<[Session]> { board.sessions }
  package var accounts: Property<[KnownAccount]> { board.accounts }
  package var previous: Property<AccountID?> { board.previous }
  package var restoring: Property<RestoreStep> { restoreStep }

  let board = AccountBoard()
  private let restoreStep = MutableProperty(RestoreStep.readingFiles)
  /// Releases or removes sessions that have ended; the next session waits for this.
  private(set) var leaving: Task<Void, Never>?
  private typealias Restoration = Task<Result<Session?, RequestError>, Never>
  /// The session in use, while it is restored before anybody asks for it.
  private var ahead: Restoration?
  /// Observes whether the servers still accept the sessions' tokens.
  private var refusals: [AccountID: any Disposable] = [:]
  let builder: SessionBuilder
  private let discovery: ServerDiscovery
  let requests: SignInRequest
  private let localServer: (any LocalServerHost)?

  /// - Parameters:
  ///  - transport: Sends all requests; the caller closes it when the program ends.
  ///  - scheduler: The clock for waits and back-offs.
  ///  - makeParts: Makes the controllers of a session.
  package init(
    options: Options, transport: any HTTPTransport, scheduler: any Scheduler,
    makeParts: @escaping SessionFactory = { (context) throws(RequestError) in
      try SessionParts(context)
    }
  ) {
    let folders = AccountFolders(
      dataDirectory: options.dataDirectory, cacheDirectory: options.cacheDirectory)
    builder = SessionBuilder(
      folders: folders, transport: transport, scheduler: scheduler, use: options.use,
      localServer: options.localServer, decoders: options.decoders, makeParts: makeParts)
    discovery = ServerDiscovery(
      transport: transport, scheduler: scheduler, allowsInsecureHTTP: options.allowsInsecureHTTP)
    requests = SignInRequest(
      folders: folders, discovery: discovery, localServer: options.localServer)
    localServer = options.localServer
    browser = MatrixBrowserController(
      discovery: discovery, oldDevice: { [requests] in requests.oldDevice(on: $0) })
    registration = MatrixRegistrationController(discovery: discovery)
  }

  package func discover(_ server: String) -> Signal<ServerDescription, RequestError> {
    Signal.from { [discovery] () async throws(RequestError) -> ServerDescription in
      try await discovery.describe(server)
    }
  }

  package func signIn(_ credentials: Credentials) -> Signal<Session, RequestError> {
    Signal.from { [self, builder, requests] () async throws(RequestError) -> Session in
      await leaving?.value
      let stored = try await requests.run(credentials)
      guard let tokens = stored.tokens else {
        throw RequestError(operation: .signIn, reason: .malformedResponse(path: "$.access_token"))
      }
      let earlier = await board.state(of: stored.id)
      await end(stored.id, .connecting)?.running.release()
      await leaving?.value
      do throws(RequestError) {
        let found = try Self.storing(.signIn) { () throws(StorageError) in try builder.open(stored)
        }
        // Unusable files must fail here, while an older session of the account is still intact.
        let running = try builder.build(found, tokens)
        try Self.storing(.signIn) { () throws(StorageError) in try builder.store(running) }
        return await begin(running, inFront: true)
      } catch {
        // An account that was not here before is not kept.
        _ = await end(stored.id, earlier.map { _ in .failed(error) })
        await requests.discard(stored, after: credentials)
        throw error
      }
    }
  }

  /// Begins to restore the session in use; ``restore()`` then waits for that.
  ///
  /// Call it at the start of the program, when the screen that will ask for the session is yet to be made.
  package func restoreAhead() { ahead = restoration() }

  package func restore() -> Signal<Session?, RequestError> {
    // Read here, because the main thread opens the terminal while the files are read.
    let (session, leaving, ahead) = (session.value, leaving, ahead)
    self.ahead = nil
    return Signal.from { [self] () async throws(RequestError) -> Session? in
      if let session { return session }
      if let ahead { return try await ahead.value.get() }
      await leaving?.value
      return try await restored()
    }
  }

  private nonisolated func restoration() -> Restoration {
    Task {
      do throws(RequestError) {
        return .success(try await restored())
      } catch {
        return .failure(error)
      }
    }
  }

  private nonisolated func restored() async throws(RequestError) -> Session? {
    var found: SessionBuilder.Found?
    do throws(RequestError) {
      found = try Self.storing(.restore) { () throws(StorageError) in try builder.current() }
      guard let found else { return nil }
      if let running = try await start(found) { return await begin(running, inFront: true) }
    } catch {
      // The list of accounts says why it is not connected.
      if let account = builder.currentAccount { await note(account, .failed(error)) }
      if let found { await bring(found.stored.id) }
      throw error
    }
    if let found { await bring(found.stored.id) }
    return nil
  }

  package func show(_ account: AccountID) -> Signal<Void, RequestError> {
    Signal.from { [self, builder] () async throws(RequestError) in
      await leaving?.value
      await connected(account)
      if await board.running(account) == nil { try await reconnect(account) }
      await bring(account)
      // A failure costs only the account's place at the next start.
      try? builder.folders.makeCurrent(account)
    }
  }

  package func showNone() { board.bring(nil) }

  package func disconnect(_ account: AccountID) -> Signal<Void, RequestError> {
    Signal.from { [self, builder] () async throws(RequestError) in
      await end(account, .disconnected)?.running.release()
      await leaveFront(account, ending: nil)
      try Self.storing(.signOut) { () throws(StorageError) in
        try builder.folders.disconnect(account)
      }
    }
  }

  package func signOut(_ account: AccountID) -> Signal<Void, RequestError> {
    Signal.from { [self, builder, requests] () async throws(RequestError) in
      guard await board.running(account) != nil else { return try await forget(account) }
      let ended = await end(account, nil)
      await leaveFront(account, ending: .signedOut)
      guard let (running, tokens) = ended else { return }
      var failure: RequestError?
      do throws(StorageError) {
        try await builder.erase(running)
      } catch {
        failure = error.requestError(.signOut)
      }
      running.release()
      try await requests.end(tokens, on: running.place.address)
      if let failure { throw failure }
    }
  }

  /// Signs out an account without a running session; one that cannot be removed stays as it is.
  private nonisolated func forget(_ account: AccountID) async throws(RequestError) {
    let old: (SessionTokens, ServerAddress)?
    do throws(StorageError) {
      old = try await builder.erase(account)
    } catch {
      throw error.requestError(.signOut)
    }
    _ = await end(account, nil)
    await leaveFront(account, ending: .signedOut)
    if let (tokens, address) = old { try await requests.end(tokens, on: address) }
  }

  /// Builds a stored session; nil when the account has to sign in again, which its state says then.
  nonisolated func start(
    _ found: SessionBuilder.Found
  ) async throws(RequestError) -> SessionBuilder.Running? {
    var found = found
    guard let tokens = found.stored.tokens else {
      await note(found.stored.id, .ended(Self.ending(of: found.stored)))
      return nil
    }
    if found.stored.isLocal, let localServer {
      // Only the process that holds the lock on the server's data is the server; another program
      // may have its port.
      if localServer.running() == nil { await note(.startingServer) }
      let address = try await localServer.start().address
      found.stored = try await builder.move(found.stored, in: found.directory, to: address)
    }
    // Another process may have changed them while the server started.
    return try builder.build(found, found.stored.tokens ?? tokens)
  }

  private func note(_ step: RestoreStep) {
    restoreStep.value = step
  }

  /// Waits while an account is being connected.
  nonisolated func connected(_ account: AccountID) async {
    _ = await board.accounts.signal.filter { accounts in
      !accounts.contains(KnownAccount(id: account, state: .connecting))
    }.first()
  }

  func note(_ account: AccountID, _ state: KnownAccount.State) { board.note(account, state) }

  func bring(_ account: AccountID) { board.bring(account) }

  func begin(_ running: SessionBuilder.Running, inFront: Bool) -> Session {
    let account = running.stored.id
    batch {
      board.begin(running)
      if inFront { board.bring(account) }
    }
    let directory = running.directory
    refusals[account] = running.credentials.refusals.observe(on: .main).subscribe {
      [weak self] isSoft in
      self?.refuse(account, in: directory, isSoft: isSoft)
    }
    return running.session
  }

  /// Ends an account's running session locally; returns what is needed to tell the server.
  func end(
    _ account: AccountID, _ state: KnownAccount.State?
  ) -> (running: SessionBuilder.Running, tokens: SessionTokens)? {
    refusals.removeValue(forKey: account)?.dispose()
    guard let running = board.end(account, state) else { return nil }
    let tokens = running.credentials.close()
    running.session.sync.stop()
    return (running, tokens)
  }

  /// Puts another connected account in the place of one that has left it.
  func leaveFront(_ account: AccountID, ending: SessionEnding?) {
    guard board.front == account else { return }
    let next = board.sessions.value.first?.id
    board.bring(next, ending: next == nil ? ending : nil)
  }

  /// Ends the session on an open folder because the server refuses its tokens.
  ///
  /// The data stay, and the user signs in again.
  private func refuse(_ account: AccountID, in directory: AccountDirectory, isSoft: Bool) {
    guard let running = board.running(account), running.directory === directory else { return }
    let stored = running.stored
    let ending = SessionEnding.refused(
      isSoft: isSoft, user: stored.userID, server: "\(stored.server)")
    _ = end(stored.id, .ended(ending))
    let (builder, earlier) = (builder, leaving)
    leaving = Task.detached {
      await earlier?.value
      // If the file cannot be changed, it keeps a dead token, and the next start is refused again.
      try? builder.forget(running, keepingDevice: isSoft)
      running.release()
    }
  }

  /// Why a stored session without usable tokens cannot go on.
  private nonisolated static func ending(of stored: StoredSession) -> SessionEnding {
    let server = "\(stored.server)"
    return stored.isLocked
      ? .locked(user: stored.userID, server: server)
      : .refused(isSoft: true, user: stored.userID, server: server)
  }

  nonisolated static func storing<Value>(
    _ operation: RequestError.Operation, _ body: () throws(StorageError) -> Value
  ) throws(RequestError) -> Value {
    do {
      return try body()
    } catch {
      throw error.requestError(operation)
    }
  }
}
