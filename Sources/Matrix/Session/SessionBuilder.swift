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
  let decoders: PictureDecoders
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
  func open(_ session: StoredSession) throws(StorageError) -> Found {
    let directory = try folders.folder(of: session.id)
    return Found(
      stored: session, directory: directory, lock: use == .screen ? try directory.lock() : nil)
  }

  /// Stores the session as the one in use.
  func store(_ running: Running) throws(StorageError) {
    try running.stored.save(to: running.directory)
    try folders.makeCurrent(running.stored.id)
  }

  /// The stored session of an account in its folder, and the lock on the folder.
  struct Found {
    var stored: StoredSession
    let directory: AccountDirectory
    let lock: FileLock?
    var ahead: CacheAhead?
  }

  /// The stored session of the account in use, whose cache is being read from now on.
  func current() throws(StorageError) -> Found? {
    guard let directory = try folders.current() else { return nil }
    return try found(in: directory, readsAhead: true)
  }

  /// The account in use, also when its files cannot be used.
  var currentAccount: AccountID? {
    guard let root = try? AccountDirectory(path: folders.root),
      let name = try? folders.currentName(in: root)
    else { return nil }
    return AccountFolders.account(named: name)
  }

  /// The stored session of an account.
  func found(_ account: AccountID) throws(StorageError) -> Found? {
    try found(in: folders.folder(of: account))
  }

  private func found(
    in directory: AccountDirectory, readsAhead: Bool = false
  ) throws(StorageError) -> Found? {
    // Before the vault is opened: the screen that holds the lock is the one to name.
    let lock = use == .screen ? try directory.lock() : nil
    let owner = lock == nil || !readsAhead ? nil : AccountFolders.owner(of: directory.path)
    let ahead = owner.map { CacheAhead(.durable(directory), of: $0) }
    guard let stored = try StoredSession.load(from: directory) else {
      let vault = try directory.vault()
      guard let copy = try Self.copy(of: directory, with: "session") else { return nil }
      throw StorageError(path: vault.path, problem: .lostSession(copy: copy))
    }
    guard AccountFolders.isFolder(directory.path, of: stored.userID) else {
      throw StorageError(
        path: directory.path, problem: .otherAccount(stored.userID.rawValue))
    }
    return Found(
      stored: stored, directory: directory, lock: stored.tokens == nil ? nil : lock, ahead: ahead)
  }

  /// The account with this name on this machine's server whose session is stored with its tokens.
  func localAccount(of name: String) -> AccountID? {
    for listed in (try? folders.listed()) ?? [] {
      guard let account = AccountFolders.account(named: listed.name), account.server == nil,
        account.userID.localpart == name, let directory = try? folders.folder(of: account),
        let stored = try? StoredSession.load(from: directory), stored.id == account,
        stored.tokens != nil
      else { continue }
      return account
    }
    return nil
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
  func build(_ found: Found, _ tokens: SessionTokens) throws(RequestError) -> Running {
    let (stored, directory) = (found.stored, found.directory)
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
        scheduler: scheduler, use: use, decoder: decoders.sent,
        revival: revival(of: stored, at: place, in: directory), ahead: found.ahead))
    let (pictures, opened) = try mediaFolders(stored)
    let images = MatrixImageController(
      network: network, folder: pictures, decoder: decoders.received)
    let files = MatrixFileController(network: network, folder: opened)
    let session = Session(
      userID: stored.userID, deviceID: stored.deviceID, server: stored.server.description,
      isOnThisMachine: stored.isLocal,
      isManagedInBrowser: tokens.client != nil || stored.isManagedInBrowser, network: network,
      sync: parts.sync, rooms: parts.rooms,
      timelines: parts.timelines, sender: parts.sender, profiles: parts.profiles,
      account: parts.account, alertRules: parts.alertRules,
      search: MatrixSearchController(directory: directory, userID: stored.userID),
      history: parts.history, places: parts.places, images: images, files: files,
      repair: repair(in: directory))
    return Running(
      session: session, stored: stored, place: place, directory: directory,
      credentials: credentials, images: images, files: files, lock: found.lock)
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
        try folders.pictureFolder(of: stored.id),
        try folders.openedFolder(of: stored.id)
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
    try erase(running.stored, in: running.directory)
  }

  /// The same for an account without a running session; returns the tokens to end on the server.
  func erase(_ account: AccountID) async throws(StorageError) -> (SessionTokens, ServerAddress)? {
    guard let found = try found(account) else {
      try folders.unlist(account)
      return nil
    }
    await PictureFiles(path: try folders.pictureFolder(of: account), limit: 0).erase()
    OpenedFiles(path: try folders.openedFolder(of: account)).erase()
    try erase(found.stored, in: found.directory)
    found.lock?.release()
    return found.stored.tokens.map { ($0, found.stored.server) }
  }

  private func erase(
    _ stored: StoredSession, in directory: AccountDirectory
  ) throws(StorageError) {
    try CacheFile(directory).erase()
    try directory.vault().removeSession(forGood: true)
    try folders.unlist(stored.id)
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
      try folders.unlist(running.stored.id)
    }
  }

  /// False when the account has since been signed in anew, as another device.
  private func isStored(_ running: Running) -> Bool {
    guard let stored = try? StoredSession.load(from: running.directory) else { return true }
    return stored.deviceID == running.stored.deviceID
  }
}
