package import Controllers

/// Why a file of the program could not be read or written; names the file.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a file.
  package enum Problem: Hashable, Sendable {
    /// A system call failed; the text gives the reason.
    case system(String)
    /// The system does not allow the access; the text gives the reason.
    case forbidden(String)
    /// The tables or rows of a database are not what a statement needs: SQLite's reason.
    case unexpected(String)
    /// The disk is full, fails or may not be written; the text gives the reason.
    case unwritable(String)
    case foreignOwner
    /// Group or others may read or write the file.
    case openToOthers
    case notRegular
    case tooLarge
    /// The names of an account and its server are too long for a folder name.
    case nameTooLong
    /// The session that had the file has ended.
    case sealed
    /// The content is not what this program writes: where, what is wrong, and the effect of moving
    /// the file away.
    case damaged(at: String, toGoOn: String)
    /// The account's database is damaged: SQLite's reason.
    case damagedVault(String)
    /// The account's database was damaged, and its session could not be saved; the damaged file is kept
    /// as the given copy.
    case lostSession(copy: String)
    /// The stored session is not what this program writes: where, and what is wrong.
    case damagedSession(at: String)
    /// The folder has the files of another account, which is named.
    case otherAccount(String)
    /// A newer version of the program wrote the file.
    case newerVersion
    /// Another process holds the lock.
    case inUse(process: Int32?)
  }

  /// The absolute path of the file.
  package let path: String
  /// What is wrong with the file.
  package let problem: Problem

  /// Makes an error about the file at `path`.
  package init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// One sentence for the user, with the path.
  package var description: String {
    switch problem {
    // The long path comes last, so that the cause stays visible on the screen.
    case .system(let reason), .unwritable(let reason), .unexpected(let reason):
      "\(reason): \(path)"
    case .forbidden(let reason): "\(reason); make it writable and start again: \(path)"
    case .foreignOwner: "\(path): belongs to another user"
    case .openToOthers:
      "other users may read what is in \(path); close it to them with: chmod -R go= \(quotedPath)"
    case .notRegular: "\(path): is a link or not a regular file"
    case .tooLarge: "\(path): is too large"
    case .nameTooLong: "\(path): the names of the account and its server are too long for a folder"
    case .sealed: "\(path): the account is signed out"
    case .damaged(let place, let way):
      "\(fileName) is damaged (\(place)); move it away to continue \(way): \(path)"
    case .damagedVault(let reason):
      "\(path): is damaged (\(reason)); start the program again to save what can be read"
    case .lostSession(let copy):
      "the account's file was damaged; sign in again to go on with what could be saved. "
        + "The damaged file is kept: \(copy)"
    case .damagedSession(let place):
      "the stored session is damaged (\(place)); sign in again to replace it: \(path)"
    case .otherAccount(let user):
      "\(path): has the files of another account, \(user); move them to a folder of their own"
    case .newerVersion:
      "\(path): was written by a newer version of chat-tui; start that version"
    case .inUse(let process):
      "\(path): in use by " + (process.map { "process \($0)" } ?? "another process")
    }
  }

  /// The path as one word of a shell.
  private var quotedPath: String {
    "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private var fileName: Substring { path.split(separator: "/").last ?? "" }

  /// The same fact as an error of a request.
  package func requestError(_ operation: RequestError.Operation) -> RequestError {
    if case .inUse(let process) = problem, fileName == AccountDirectory.instanceLock {
      return RequestError(operation: operation, reason: .openElsewhere(process: process))
    }
    return RequestError(operation: operation, reason: .storage(description))
  }
}
