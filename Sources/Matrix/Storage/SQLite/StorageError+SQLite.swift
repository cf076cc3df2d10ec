import GRDB

extension StorageError {
  /// Why a database could not be read or written.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StorageError: self = error
    case let error as DatabaseError: self.init(path: path, problem: Self.problem(error))
    default: self.init(path: path, problem: .system("\(error)"))
    }
  }

  /// Whether a database itself is damaged.
  var meansDamage: Bool { if case .damagedVault = problem { true } else { false } }

  /// Whether a database is sound, but the disk does not take what is written.
  var meansBadDisk: Bool { if case .unwritable = problem { true } else { false } }

  private static func problem(_ error: DatabaseError) -> Problem {
    let text = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    if error.meansDamage { return .damagedVault(text) }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse(process: nil)
    case .SQLITE_FULL: .unwritable("no space left on the disk")
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .unwritable(text)
    default: .system(text)
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is damaged, rather than the disk full, failing or busy.
  var meansDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
