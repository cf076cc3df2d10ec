package import Controllers
import Models
package import Signals

/// Who is signed in on a Matrix homeserver.
///
/// Files and requests are handled off the main thread; the properties change on it.
@MainActor
package final class MatrixSessionController: SessionController {
  /// What a session controller is made from.
  package struct Options: Sendable {
    /// Where accounts are kept: an absolute path.
    package var dataDirectory: String
    /// Where pictures are cached: an absolute path.
    package var cacheDirectory: String
    package var use: SessionUse
    /// Finds and starts the server of this machine, whose sessions follow it to its address.
    package var localServer: (any LocalServerHost)?
    /// Allows plain HTTP to other machines, which shows passwords to whoever listens.
    package var allowsInsecureHTTP: Bool

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
  /// Takes a refused session out of its folder; the next session waits for it.
  private var forgetting: Task<Void, Never>?
  /// Hears whether the server still takes the tokens of the session.
  private let refusal = SerialDisposable()
  private let builder: SessionBuilder
  private let discovery: ServerDiscovery
  private let requests: SignInRequest
  private let localServer: (any LocalServerHost)?

  /// - Parameters:
  ///   - transport: Carries all requests; the caller closes it at the end of the program.
  ///   - scheduler: The clock of waits and back-offs.
  ///   - makeParts: Makes the controllers of a session.
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
        throw RequestError(operation: .signIn, reason: .malformedAnswer(path: "$.access_token"))
      }
      await endQuietly()?.release()
      await forgetting?.value
      do throws(RequestError) {
        let (directory, lock) = try Self.storing(.signIn) { () throws(StorageError) in
          try builder.open(stored)
        }
        // Files that cannot be used fail here, while an older session of the account is whole.
        let running = try builder.build(stored, tokens, in: directory, lock: lock)
        try Self.storing(.signIn) { () throws(StorageError) in try builder.store(running) }
        return await begin(running)
      } catch {
        // Nobody will use the new device: it is not left behind on the server.
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
        await remember(.refused(isSoft: true, user: stored.userID, server: "\(stored.server)"))
        return nil
      }
      if stored.isLocal, let localServer {
        // Only who holds the lock of the server's data is it: another program may have its port.
        if localServer.running() == nil { await note(.startingServer) }
        let address = try await localServer.start().address
        stored = try await builder.move(stored, in: directory, to: address)
      }
      guard let tokens = stored.tokens else { return nil }
      let running = try builder.build(stored, tokens, in: directory, lock: lock)
      return await begin(running)
    }
  }

  /// Takes up the stored session when it is the one of a name on this machine's server; nil when it
  /// is another one or cannot be used.
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

  /// Ends the running session here; gives what is needed to tell the server.
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

  /// Makes room for another session and gives what is to be released; the account in use keeps its
  /// stored session.
  private func endQuietly() -> SessionBuilder.Running? {
    guard let ended = end(with: .signedOut) else { return nil }
    lastEnding.value = nil
    return ended.running
  }

  /// The server refuses the tokens of the session that was built on an open folder: the data
  /// stay, and the person signs in again.
  private func refuse(_ directory: AccountDirectory, isSoft: Bool) {
    guard let running, running.directory === directory else { return }
    let stored = running.stored
    let ending = SessionEnding.refused(
      isSoft: isSoft, user: stored.userID, server: "\(stored.server)")
    _ = end(with: ending)
    let builder = builder
    forgetting = Task.detached {
      // A file that cannot be changed names a dead token: the next start finds that out again.
      try? builder.forget(running, keepingDevice: isSoft)
      running.release()
    }
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
