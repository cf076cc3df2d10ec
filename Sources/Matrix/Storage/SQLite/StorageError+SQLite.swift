import GRDB
import Glibc

extension StorageError {
  /// Why a database could not be read or written.
  ///
  /// - Parameter freeBytes: The space that is left where a file is; nil when that is not known.
  init(
    _ error: any Error, path: String, freeBytes: (String) -> Int? = StorageError.freeBytes(at:)
  ) {
    switch error {
    case let error as StorageError: self = error
    case let error as DatabaseError:
      self.init(path: path, problem: Self.problem(error) { freeBytes(path) })
    default: self.init(path: path, problem: .system("\(error)"))
    }
  }

  /// Whether a database itself is damaged.
  var meansDamage: Bool { if case .damagedVault = problem { true } else { false } }

  /// Whether the pages of a database are sound, as far as SQLite sees, but not what they have.
  var blamesContent: Bool { if case .unexpected = problem { true } else { false } }

  /// Whether a database is sound, but the disk does not take what is written.
  var meansBadDisk: Bool { if case .unwritable = problem { true } else { false } }

  /// SQLite makes the index of a log in pieces of this size, of which the last one fails on a disk that is
  /// about to be full.
  private static let leastFree = 32 << 10

  private static func problem(_ error: DatabaseError, freeBytes: () -> Int?) -> Problem {
    let text = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    if error.meansDamage { return .damagedVault(text) }
    // Where SQLite opens its files, it does not say that the disk is full.
    if [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode),
      let free = freeBytes(), free < leastFree
    {
      return .unwritable(full)
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse(process: nil)
    case .SQLITE_FULL: .unwritable(full)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .unwritable(text)
    case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: .unexpected(text)
    default: .system(text)
    }
  }

  private static let full = "no space left on the disk"

  /// The file itself need not be there yet; a cache in memory has no folder.
  private static func freeBytes(at path: String) -> Int? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    var status = statvfs()
    guard statvfs(String(path[...slash]), &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}

extension DatabaseError {
  /// Whether the file itself is damaged, rather than the disk full, failing or busy.
  var meansDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
