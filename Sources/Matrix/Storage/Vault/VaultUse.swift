import Glibc
import LocalSystem

/// The sign that a process uses a vault: a lock that all users share, kept as long as this value
/// lives.
///
/// A repair or migration takes it alone, because it replaces the file or the tables under everybody
/// who has them open.
final class VaultUse: Sendable {
  private static let name = "vault-use.lock"
  private let file: FileDescriptor
  private let path: String

  init(in directory: AccountDirectory) throws(StorageError) {
    path = directory.place(of: Self.name)
    guard
      let opened = try PrivateFiles.open(
        Self.name, in: directory.descriptor, path: path, O_RDWR | O_CREAT)
    else { throw PrivateFiles.systemError(path) }
    file = opened
    try share()
  }

  /// Runs `body` while nobody else uses the vault.
  ///
  /// Fails with `.inUse` when somebody does.
  func alone<Value>(_ body: () throws -> Value) throws -> Value {
    guard try attempt({ () throws(SystemLock.Failure) in try SystemLock.take(file.number) }) else {
      throw StorageError(path: path, problem: .inUse(process: nil))
    }
    let value = try body()
    try share()
    return value
  }

  private func share() throws(StorageError) {
    guard try attempt({ () throws(SystemLock.Failure) in try SystemLock.share(file.number) }) else {
      throw StorageError(path: path, problem: .inUse(process: nil))
    }
  }

  private func attempt(
    _ body: () throws(SystemLock.Failure) -> Bool
  ) throws(StorageError) -> Bool {
    do throws(SystemLock.Failure) {
      return try body()
    } catch {
      throw StorageError(path: path, code: error.code)
    }
  }
}
