import GRDB
import Glibc

/// The reasons for which the server cannot store or read anything.
enum StorageTrouble: Error, Hashable {
  /// The disk is full.
  case full
  /// The database is damaged.
  case damaged
  /// The system refuses reads or writes.
  case unusable

  /// Nil if the error does not concern the disk.
  init?(_ error: any Error) {
    switch error {
    case let trouble as StorageTrouble: self = trouble
    case let error as DatabaseError: self.init(error)
    case let error as DiskError: self.init(code: error.code)
    default: return nil
    }
  }

  private init?(_ error: DatabaseError) {
    // Opening the database extends the file that SQLite's readers share.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
      self = .full
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .unusable
    default: return nil
    }
  }

  private init?(code: CInt) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    case EIO, EROFS: self = .unusable
    default: return nil
    }
  }

  /// Whether SQLite may have rolled back the whole transaction.
  var endsTransactions: Bool { self != .damaged }

  /// The response to a request that failed for this reason.
  var response: MatrixError {
    switch self {
    case .full:
      MatrixError(
        507, "M_UNKNOWN", "the server's disk is full: it cannot store anything until there is space"
      )
    case .damaged:
      MatrixError(500, "M_UNKNOWN", "the server's database is damaged; see its log")
    case .unusable:
      MatrixError(500, "M_UNKNOWN", "the server cannot use its disk; see its log")
    }
  }

  /// The log entry.
  var text: String {
    switch self {
    case .full: "the disk is full: nothing can be stored until there is space"
    case .damaged:
      "the database is damaged: stop the server and restore homeserver.sqlite from a backup"
    case .unusable: "the server cannot read or write its files"
    }
  }
}
