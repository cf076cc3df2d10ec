import Glibc
import Synchronization

/// The folder of one account: only its owner may open it, and every file is replaced whole.
///
/// All files are reached through the open folder, never through their path, so that neither the
/// folder nor a file can be swapped for a link. Calls block on the disk: never use them on the
/// main thread. Any thread may call; writers of one name must agree among themselves (see
/// `withLock`).
package final class AccountDirectory: Sendable {
  package let path: String
  let descriptor: FileDescriptor
  private let counter = Atomic<UInt64>(0)
  /// Files that are changed no more through this value.
  private let sealed = Mutex<Set<String>>([])

  /// The file of the lock that only one screen at a time may hold.
  static let instanceLock = "instance.lock"

  /// No file of an account may be larger when it is read: 64 MiB.
  package static let largestFile = 64 << 20

  /// Opens the folder; makes it, private, when it is absent.
  ///
  /// Fails when it belongs to another user or others may open it.
  package init(path: String) throws(StorageError) {
    try PrivateFiles.makeFolders(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw PrivateFiles.systemError(path) }
    descriptor = FileDescriptor(folder)
    self.path = path
    try PrivateFiles.check(descriptor, path: path, kind: S_IFDIR)
  }

  /// The whole file, or nil when there is none.
  ///
  /// Fails when it is a link, belongs to another user or others may open it.
  package func read(_ name: String) throws(StorageError) -> [UInt8]? {
    let place = place(of: name)
    guard let opened = try PrivateFiles.open(name, in: descriptor, path: place, O_RDONLY) else {
      return nil
    }
    return try PrivateFiles.readAll(opened, path: place, limit: Self.largestFile)
  }

  /// Replaces the file: after a crash at any point either the old or the new content is there.
  ///
  /// Without `durably` a crash of the whole machine may leave a damaged file: for what can be had
  /// again.
  package func write(
    _ name: String, _ bytes: [UInt8], durably: Bool = true
  ) throws(StorageError) {
    let count = counter.wrappingAdd(1, ordering: .relaxed).newValue
    let temporary = ".\(name).\(getpid()).\(count).tmp"
    do throws(StorageError) {
      try writeNew(temporary, bytes, durably: durably)
      try rename(temporary, to: name)
    } catch {
      unlinkat(descriptor.number, temporary, 0)
      throw error
    }
    guard !durably || fsync(descriptor.number) == 0 else { throw PrivateFiles.systemError(path) }
  }

  /// Removes the file; one that is absent already is no error.
  package func remove(_ name: String) throws(StorageError) {
    try unlessSealed(name) { unlink(name) }
    guard fsync(descriptor.number) == 0 else { throw PrivateFiles.systemError(path) }
  }

  /// Lets nobody change the file any more through this value: work of an ended session that is still
  /// under way cannot undo what the next one does.
  package func seal(_ name: String) {
    sealed.withLock { _ = $0.insert(name) }
  }

  /// Removes the file and seals it: work that is still under way cannot bring it back.
  package func retire(_ name: String) throws(StorageError) {
    seal(name)
    guard unlink(name) else { throw PrivateFiles.systemError(place(of: name)) }
    guard fsync(descriptor.number) == 0 else { throw PrivateFiles.systemError(path) }
  }

  /// Takes the lock that only one screen at a time may hold; it ends with the value's last
  /// reference, and in any case with the process.
  ///
  /// Fails with `.inUse`.
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

  /// Runs `body` while nobody else runs under the lock of the same name, in any process.
  ///
  /// Waits up to `patience` and then fails with `.inUse`; hold such locks for moments only.
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
      usleep(2000)
    }
  }

  /// The same for work that takes longer; the lock's file names the process that holds it.
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
      // A lock of files tells nobody when it is free; this is met only while another process of the
      // program has it, so that asking again costs little and keeps no thread waiting.
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

  private func rename(_ temporary: String, to name: String) throws(StorageError) {
    try unlessSealed(name) {
      renameat(descriptor.number, temporary, descriptor.number, name) == 0
    }
  }

  /// Makes one call of the system that changes a file, whole before it is sealed or not at all.
  private func unlessSealed(_ name: String, _ call: () -> Bool) throws(StorageError) {
    let problem = sealed.withLock { sealed -> StorageError? in
      if sealed.contains(name) { return StorageError(path: place(of: name), problem: .sealed) }
      return call() ? nil : PrivateFiles.systemError(place(of: name))
    }
    if let problem { throw problem }
  }

  private func unlink(_ name: String) -> Bool {
    unlinkat(descriptor.number, name, 0) == 0 || errno == ENOENT
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
