import GRDB
import ModelKit

extension ModelPersistenceError {
  /// Converts an error thrown by SQLite or by our own code inside a transaction.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as ModelPersistenceError: self = error
    case let error as DatabaseError:
      self.init(
        Self.reason(error.resultCode), path: path,
        message: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    default:
      self.init(.inaccessible, path: path, message: "\(error)")
    }
  }

  private static func reason(_ code: ResultCode) -> Reason {
    switch code {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
    case .SQLITE_FULL: .full
    case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: .schema
    default: .inaccessible
    }
  }
}
