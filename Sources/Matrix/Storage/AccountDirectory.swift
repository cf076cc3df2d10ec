import Glibc
import Synchronization

/// The folder of one account: only its owner may open it, and every write replaces a whole file.
///
/// All files are opened relative to the open folder, never by path, so nobody can swap the folder
/// or a file for a link. Calls block on the disk: never use them on the main thread. Any thread may
/// call; writers of the same file must coordinate (see `withLock`).
package final class AccountDirectory: Sendable {
  /// The path by which the folder was opened.
  package let path: String
  let descriptor: FileDescriptor
  private let counter = Atomic<UInt64>(0)
  private let openVault = Mutex<Vault?>(nil)

  /// The database of what a server can give again.
  static let cacheName = "cache.sqlite"

  /// The lock file that only one screen at a time may hold.
  static let instanceLock = "instance.lock"

  /// The largest account file that may be read, in bytes: 64 MiB.
  package static let largestFile = 64 << 20

  /// Opens the folder; makes it, private, when it is absent.
  ///
  /// Fails when the folder belongs to another user or others may open it.
  package init(path: String) throws(StorageError) {
    try PrivateFiles.makeFolders(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw PrivateFiles.systemError(path) }
    descriptor = FileDescriptor(folder)
    self.path = path
    try PrivateFiles.check(descriptor, path: path, kind: S_IFDIR)
  }

  /// Reads the whole file; nil when there is none.
  ///
  /// Fails when the file is a link, belongs to another user or others may open it.
  package func read(_ name: String) throws(StorageError) -> [UInt8]? {
    let place = place(of: name)
    guard let opened = try PrivateFiles.open(name, in: descriptor, path: place, O_RDONLY) else {
      return nil
    }
    return try PrivateFiles.readAll(opened, path: place, limit: Self.largestFile)
  }

  /// Replaces the file: after a crash at any point, it holds either the old or the new content.
  ///
  /// Without `durably`, a crash of the whole machine may leave a damaged file; use that only for
  /// content that can be fetched again.
  package func write(
    _ name: String, _ bytes: [UInt8], durably: Bool = true
  ) throws(StorageError) {
    let count = counter.wrappingAdd(1, ordering: .relaxed).newValue
    let temporary = ".\(name).\(getpid()).\(count).tmp"
    do throws(StorageError) {
      try writeNew(temporary, bytes, durably: durably)
      guard renameat(descriptor.number, temporary, descriptor.number, name) == 0 else {
        throw PrivateFiles.systemError(place(of: name))
      }
    } catch {
      unlinkat(descriptor.number, temporary, 0)
      throw error
    }
    guard !durably || fsync(descriptor.number) == 0 else { throw PrivateFiles.systemError(path) }
  }

  /// Removes the file; an absent file is not an error.
  package func remove(_ name: String) throws(StorageError) {
    guard unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT else {
      throw PrivateFiles.systemError(place(of: name))
    }
    guard fsync(descriptor.number) == 0 else { throw PrivateFiles.systemError(path) }
  }

  /// The account's vault, opened with the first call.
  func vault() throws(StorageError) -> Vault {
    let result = openVault.withLock { open -> Result<Vault, StorageError> in
      if let open { return .success(open) }
      return Result { () throws(StorageError) in
        let vault = try Vault(in: self)
        open = vault
        return vault
      }
    }
    return try result.get()
  }

  /// Takes the lock that only one screen at a time may hold.
  ///
  /// The lock ends with the last reference to the value, and in any case with the process. Fails
  /// with `.inUse`.
  package func lock() throws(StorageError) -> FileLock {
    try lock(Self.instanceLock)
  }

  /// Takes a lock by the name of its file without waiting.
  ///
  /// Fails with `.inUse`.
  package func lock(_ name: String) throws(StorageError) -> FileLock {
    let place = place(of: name)
    guard
      let opened = try PrivateFiles.open(name, in: descriptor, path: place, O_RDWR | O_CREAT)
    else { throw PrivateFiles.systemError(place) }
    return try FileLock(opened, path: place)
  }

  /// Runs `body` while no other caller, in any process, holds the lock with this name.
  ///
  /// Waits up to `patience`, then fails with `.inUse`; hold such locks only briefly.
  package func withLock<Value>(
    _ name: String, patience: Duration = .seconds(5), _ body: () throws -> Value
  ) throws -> Value {
    let clock = ContinuousClock()
    let end = clock.now + patience
    while true {
      if let lock = try lockIfFree(name, isLastTry: clock.now >= end) {
        defer { lock.release() }
        return try body()
      }
      // A file lock does not announce its release, and another process holds it only briefly.
      usleep(2000)
    }
  }

  /// The same for longer work; the lock file names the process that holds it.
  package func withLock<Value: Sendable>(
    _ name: String, patience: Duration, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let clock = ContinuousClock()
    let end = clock.now + patience
    while true {
      if let lock = try lockIfFree(name, isLastTry: clock.now >= end) {
        defer { lock.release() }
        return try await body()
      }
      // A file lock does not announce its release. Contention only arises with another process of
      // this program, so polling is cheap, and it blocks no thread.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func lockIfFree(_ name: String, isLastTry: Bool) throws(StorageError) -> FileLock? {
    do {
      return try lock(name)
    } catch {
      if case .inUse = error.problem, !isLastTry { return nil }
      throw error
    }
  }

  private func writeNew(
    _ name: String, _ bytes: [UInt8], durably: Bool
  ) throws(StorageError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor.number, name, flags, 0o600)
    guard file >= 0 else { throw PrivateFiles.systemError(place(of: name)) }
    let opened = FileDescriptor(file)
    try PrivateFiles.writeAll(opened, bytes, path: place(of: name))
    guard !durably || fsync(file) == 0 else { throw PrivateFiles.systemError(place(of: name)) }
  }

  func place(of name: String) -> String {
    precondition(!name.isEmpty && !name.contains("/"), "a file of an account has a plain name")
    return path + "/" + name
  }
}
