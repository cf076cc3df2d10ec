import Controllers
import Models
import Signals

/// Turns the stored data of an account into a running session.
struct SessionBuilder: Sendable {
  let folders: AccountFolders
  let transport: any HTTPTransport
  let scheduler: any Scheduler
  let use: SessionUse
  /// Finds and starts this machine's server.
  let localServer: (any LocalServerHost)?
  let makeParts: SessionFactory

  /// A session and what its controller needs to end it.
  struct Running: Sendable {
    let session: Session
    let stored: StoredSession
    let place: MovingAddress
    let directory: AccountDirectory
    let credentials: CredentialSource
    let images: MatrixImageController
    let files: MatrixFileController
    let lock: FileLock?

    /// Leaves the account's files to another session; unfinished work of this one no longer changes
    /// them.
    func release() {
      session.places.flush()
      // A vault that cannot be opened cannot be changed either.
      if let vault = try? directory.vault() {
        vault.seal(.outbox)
        vault.seal(.places)
      }
      lock?.release()
    }
  }

  /// Opens the folder for a new session.
  func open(_ session: StoredSession) throws(StorageError) -> (AccountDirectory, FileLock?) {
    let directory = try folders.folder(of: session.userID, on: session.home)
    return (directory, use == .screen ? try directory.lock() : nil)
  }

  /// Stores the session as the one in use.
  func store(_ running: Running) throws(StorageError) {
    try running.stored.save(to: running.directory)
    try folders.makeCurrent(running.stored.userID, on: running.stored.home)
  }

  /// The session that the last run stored, with the lock on its folder.
  func stored() throws(StorageError) -> (StoredSession, AccountDirectory, FileLock?)? {
    guard let directory = try folders.current() else { return nil }
    // Before the vault is opened: the screen that holds the lock is the one to name.
    let lock = use == .screen ? try directory.lock() : nil
    guard let stored = try StoredSession.load(from: directory) else {
      let vault = try directory.vault()
      guard let copy = try Self.copy(of: directory, with: "session") else { return nil }
      throw StorageError(path: vault.path, problem: .lostSession(copy: copy))
    }
    guard AccountFolders.isFolder(directory.path, of: stored.userID) else {
      throw StorageError(
        path: directory.path, problem: .otherAccount(stored.userID.rawValue))
    }
    return (stored, directory, stored.tokens == nil ? nil : lock)
  }

  /// Whether the session in use has this name on this machine's server, and tokens.
  func storesLocalSession(of name: String) -> Bool {
    guard let directory = try? folders.current(),
      let stored = try? StoredSession.load(from: directory)
    else { return false }
    return stored.isLocal && stored.tokens != nil && stored.userID.localpart == name
  }

  /// The stored session, with its server at another address.
  ///
  /// Holds the lock that a token refresh holds, so that new tokens are not overwritten.
  func move(
    _ session: StoredSession, in directory: AccountDirectory, to address: ServerAddress
  ) async throws(RequestError) -> StoredSession {
    guard session.server != address else { return session }
    do {
      return try await directory.withLock(
        AccountTokenStore.lockName, patience: AccountTokenStore.patience
      ) { () async throws(StorageError) -> StoredSession in
        var moved = try StoredSession.load(from: directory) ?? session
        moved.server = address
        try moved.save(to: directory)
        return moved
      }
    } catch let error as StorageError {
      throw error.requestError(.restore)
    } catch {
      throw RequestError(operation: .restore, reason: .cancelled)
    }
  }

  /// Builds the controllers without a network request.
  func build(
    _ stored: StoredSession, _ tokens: SessionTokens, in directory: AccountDirectory,
    lock: FileLock?
  ) throws(RequestError) -> Running {
    let place = MovingAddress(stored.server)
    let transport = transport(of: stored, at: place)
    let store = AccountTokenStore(
      directory: directory, deviceID: stored.deviceID, place: place, transport: transport,
      scheduler: scheduler)
    let credentials = CredentialSource(tokens: tokens, store: store)
    let network = MatrixNetworkController(
      place: place, transport: transport, credentials: credentials, scheduler: scheduler,
      bodyFolder: directory.bodyFolder)
    let parts = try makeParts(
      SessionContext(
        userID: stored.userID, deviceID: stored.deviceID, network: network, directory: directory,
        scheduler: scheduler, use: use, revival: revival(of: stored, at: place, in: directory)))
    let (pictures, opened) = try mediaFolders(stored)
    let images = MatrixImageController(network: network, folder: pictures)
    let files = MatrixFileController(network: network, folder: opened)
    let session = Session(
      userID: stored.userID, deviceID: stored.deviceID, server: stored.server.description,
      isOnThisMachine: stored.isLocal, network: network, sync: parts.sync, rooms: parts.rooms,
      timelines: parts.timelines, sender: parts.sender, profiles: parts.profiles,
      account: parts.account,
      search: MatrixSearchController(directory: directory, userID: stored.userID),
      places: parts.places, images: images, files: files,
      repair: repair(in: directory))
    return Running(
      session: session, stored: stored, place: place, directory: directory,
      credentials: credentials, images: images, files: files, lock: lock)
  }

  /// What became of a damaged vault; reported at each start while a copy has something that was lost.
  private func repair(in directory: AccountDirectory) -> FileRepair? {
    if let repair = (try? directory.vault())?.repair {
      return FileRepair(copy: repair.copy, isComplete: repair.incomplete.isEmpty)
    }
    let copy = try? Self.copy(of: directory, with: nil)
    return copy.map { FileRepair(copy: $0, isComplete: false) }
  }

  /// The path of a copy of a damaged vault that is still there and has what no repair could read, of one
  /// table or of any.
  private static func copy(
    of directory: AccountDirectory, with table: String?
  ) throws(StorageError) -> String? {
    for copy in try directory.vault().copiesWithLosses(of: table)
    where try directory.contains(copy) {
      return directory.path + "/" + copy
    }
    return nil
  }

  private func transport(
    of stored: StoredSession, at place: MovingAddress
  ) -> any HTTPTransport {
    guard stored.isLocal, let localServer else { return transport }
    return LocalServerTransport(base: transport, host: localServer, place: place)
  }

  private func revival(
    of stored: StoredSession, at place: MovingAddress, in directory: AccountDirectory
  ) -> ServerRevival? {
    guard stored.isLocal, let localServer else { return nil }
    return { () async throws(RequestError) -> Bool in
      guard localServer.running()?.address != place.address else { return false }
      let address = try await localServer.start().address
      var session = stored
      session.server = place.address
      // If this is not stored, the next start finds it out again.
      _ = try? await move(session, in: directory, to: address)
      place.address = address
      return true
    }
  }

  private func mediaFolders(
    _ stored: StoredSession
  ) throws(RequestError) -> (pictures: String, opened: String) {
    do throws(StorageError) {
      return (
        try folders.pictureFolder(of: stored.userID, on: stored.home),
        try folders.openedFolder(of: stored.userID, on: stored.home)
      )
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Removes what a sign-in can restore: tokens, pictures and the cache.
  ///
  /// Unsent messages and drafts stay for the next sign-in, because no other copy exists. The list of encrypted
  /// rooms stays too, because encryption is permanent.
  func erase(_ running: Running) async throws(StorageError) {
    await running.images.eraseFiles()
    running.files.eraseFiles()
    guard isStored(running) else { return }
    try CacheFile(running.directory).erase()
    try running.directory.vault().removeSession(forGood: true)
    try leave(running.directory)
  }

  /// Removes the tokens from the account's vault, for good or while keeping the device.
  func forget(_ running: Running, keepingDevice: Bool) throws(StorageError) {
    guard isStored(running) else { return }
    if keepingDevice {
      var stored = running.stored
      stored.tokens = nil
      try stored.save(to: running.directory)
    } else {
      try running.directory.vault().removeSession(forGood: false)
      try leave(running.directory)
    }
  }

  /// False when the account has since been signed in anew, as another device.
  private func isStored(_ running: Running) -> Bool {
    guard let stored = try? StoredSession.load(from: running.directory) else { return true }
    return stored.deviceID == running.stored.deviceID
  }

  /// Stops the account from being the one in use, unless another one has already replaced it.
  private func leave(_ directory: AccountDirectory) throws(StorageError) {
    guard let current = try folders.current(), current.path == directory.path else { return }
    try folders.clearCurrent()
  }
}
