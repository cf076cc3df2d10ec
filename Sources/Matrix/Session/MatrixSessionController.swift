package import Controllers
import Models
package import Signals

/// Signs accounts in and out of Matrix homeservers and vends the current session.
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

    /// Makes the settings; see the properties for the parameters.
    package init(
      dataDirectory: String, cacheDirectory: String, use: SessionUse,
      localServer: (any LocalServerHost)? = nil, allowsInsecureHTTP: Bool = false
    ) {
      self.dataDirectory = dataDirectory
      self.cacheDirectory = cacheDirectory
      self.use = use
      self.localServer = localServer
      self.allowsInsecureHTTP = allowsInsecureHTTP
    }
  }

  package var session: Property<Session?> { currentSession }
  package var ending: Property<SessionEnding?> { lastEnding }
  package var restoring: Property<RestoreStep> { restoreStep }

  private let currentSession = MutableProperty<Session?>(nil)
  private let lastEnding = MutableProperty<SessionEnding?>(nil)
  private let restoreStep = MutableProperty(RestoreStep.readingFiles)
  private var running: SessionBuilder.Running?
  /// Removes a refused session from its folder; the next session waits for this.
  private var forgetting: Task<Void, Never>?
  /// Observes whether the server still accepts the session's tokens.
  private let refusal = SerialDisposable()
  private let builder: SessionBuilder
  private let discovery: ServerDiscovery
  private let requests: SignInRequest
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
      localServer: options.localServer, makeParts: makeParts)
    discovery = ServerDiscovery(
      transport: transport, scheduler: scheduler, allowsInsecureHTTP: options.allowsInsecureHTTP)
    requests = SignInRequest(
      folders: folders, discovery: discovery, localServer: options.localServer)
    localServer = options.localServer
  }

  package func discover(_ server: String) -> Signal<ServerDescription, RequestError> {
    Signal.from { [discovery] () async throws(RequestError) -> ServerDescription in
      try await discovery.describe(server)
    }
  }

  package func signIn(_ credentials: Credentials) -> Signal<Session, RequestError> {
    Signal.from { [self, builder, requests] () async throws(RequestError) -> Session in
      await forgetting?.value
      let stored = try await requests.run(credentials)
      guard let tokens = stored.tokens else {
        throw RequestError(operation: .signIn, reason: .malformedResponse(path: "$.access_token"))
      }
      await endQuietly()?.release()
      await forgetting?.value
      do throws(RequestError) {
        let (directory, lock) = try Self.storing(.signIn) { () throws(StorageError) in
          try builder.open(stored)
        }
        // Unusable files must fail here, while an older session of the account is still intact.
        let running = try builder.build(stored, tokens, in: directory, lock: lock)
        try Self.storing(.signIn) { () throws(StorageError) in try builder.store(running) }
        return await begin(running)
      } catch {
        // Nobody will use the new device: remove it from the server.
        try? await requests.end(tokens, on: stored.server)
        throw error
      }
    }
  }

  package func restore() -> Signal<Session?, RequestError> {
    Signal.from { [self, builder] () async throws(RequestError) -> Session? in
      if let session = await session.value { return session }
      await forgetting?.value
      let found = try Self.storing(.restore) { () throws(StorageError) in try builder.stored() }
      guard let (found, directory, lock) = found else { return nil }
      var stored = found
      guard stored.tokens != nil else {
        await remember(Self.ending(of: stored))
        return nil
      }
      if stored.isLocal, let localServer {
        // Only the process that holds the lock on the server's data is the server; another program
        // may have its port.
        if localServer.running() == nil { await note(.startingServer) }
        let address = try await localServer.start().address
        stored = try await builder.move(stored, in: directory, to: address)
      }
      guard let tokens = stored.tokens else { return nil }
      let running = try builder.build(stored, tokens, in: directory, lock: lock)
      return await begin(running)
    }
  }

  /// Resumes the stored session if it belongs to a name on this machine's server.
  ///
  /// Nil when it is another session or unusable.
  nonisolated func resume(
    _ name: String, on server: LocalServer
  ) async throws(RequestError) -> Session? {
    guard builder.storesLocalSession(of: name) else { return nil }
    return try await restore().first() ?? nil
  }

  package func signOut() -> Signal<Void, RequestError> {
    Signal.from { [self, builder, requests] () async throws(RequestError) in
      guard let (running, tokens) = await end(with: .signedOut) else { return }
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

  private func note(_ step: RestoreStep) {
    restoreStep.value = step
  }

  private func begin(_ running: SessionBuilder.Running) -> Session {
    self.running = running
    lastEnding.value = nil
    currentSession.value = running.session
    let directory = running.directory
    refusal.inner = running.credentials.refusals.observe(on: .main).subscribe {
      [weak self] isSoft in
      self?.refuse(directory, isSoft: isSoft)
    }
    return running.session
  }

  private func remember(_ ending: SessionEnding) {
    lastEnding.value = ending
  }

  /// Ends the running session locally; returns what is needed to tell the server.
  private func end(
    with ending: SessionEnding
  ) -> (running: SessionBuilder.Running, tokens: SessionTokens)? {
    guard let running else { return nil }
    self.running = nil
    refusal.inner = nil
    let tokens = running.credentials.close()
    running.session.sync.stop()
    lastEnding.value = ending
    currentSession.value = nil
    return (running, tokens)
  }

  /// Makes room for another session and returns what must be released.
  ///
  /// The account in use keeps its stored session.
  private func endQuietly() -> SessionBuilder.Running? {
    guard let ended = end(with: .signedOut) else { return nil }
    lastEnding.value = nil
    return ended.running
  }

  /// Ends the session on an open folder because the server refuses its tokens.
  ///
  /// The data stay, and the user signs in again.
  private func refuse(_ directory: AccountDirectory, isSoft: Bool) {
    guard let running, running.directory === directory else { return }
    let stored = running.stored
    let ending = SessionEnding.refused(
      isSoft: isSoft, user: stored.userID, server: "\(stored.server)")
    _ = end(with: ending)
    let builder = builder
    forgetting = Task.detached {
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

  private nonisolated static func storing<Value>(
    _ operation: RequestError.Operation, _ body: () throws(StorageError) -> Value
  ) throws(RequestError) -> Value {
    do {
      return try body()
    } catch {
      throw error.requestError(operation)
    }
  }
}
