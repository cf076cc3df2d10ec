import GRDB
import Glibc

/// Why the server cannot store or read, whatever it is asked.
enum StorageTrouble: Error, Hashable {
  /// There is no room on the disk.
  case full
  /// The database is not what was written.
  case damaged
  /// The system does not let the server read or write its files.
  case unusable

  /// Nil for what says nothing of the disk.
  init?(_ error: any Error) {
    switch error {
    case let trouble as StorageTrouble: self = trouble
    case let error as DatabaseError: self.init(error)
    case let error as DiskError: self.init(code: error.code)
    default: return nil
    }
  }

  private init?(_ error: DatabaseError) {
    // The file that SQLite shares between its readers grows when it is opened.
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

  /// Whether SQLite may have ended the whole transaction with it.
  var endsTransactions: Bool { self != .damaged }

  /// The answer to a request that met it.
  var response: MatrixError {
    switch self {
    case .full:
      MatrixError(
        507, "M_UNKNOWN", "the disk of the server is full: nothing is stored until there is room")
    case .damaged:
      MatrixError(500, "M_UNKNOWN", "the database of the server is damaged; its log says more")
    case .unusable:
      MatrixError(500, "M_UNKNOWN", "the server cannot use its disk; its log says more")
    }
  }

  /// What the log says.
  var text: String {
    switch self {
    case .full: "the disk is full: nothing can be stored until there is room on it"
    case .damaged:
      "the database is damaged: end the server, and put back a copy of homeserver.sqlite"
    case .unusable: "the files of the server cannot be read or written"
    }
  }
}
