package import Glibc

/// Files and folders that belong to this user and are closed to others.
package enum PrivateFileSystem {
  /// Why one cannot be used; names it.
  package struct Failure: Error {
    package enum Reason {
      /// The number of the system's error.
      case system(Int32)
      /// A link, or of another kind than asked for.
      case otherKind
      case foreignOwner
      case openToOthers
    }

    package let path: String
    package let reason: Reason

    /// What the system reported last.
    static func system(_ path: String) -> Self { Self(path: path, reason: .system(errno)) }
  }

  /// Makes a folder and the missing ones above it, open to nobody else.
  package static func makeFolders(_ path: String) throws(Failure) {
    // Mostly all of them are there: a start asks five times, and each call takes 15 microseconds.
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw .system(part) }
    }
  }

  /// Opens a file; nil when there is none.
  ///
  /// It is not reached through a link, and does not keep the program waiting, as a pipe would. A new
  /// one is closed to others. Whose it is is checked by `check`.
  ///
  /// - Parameter folder: The open folder that `name` is in; `AT_FDCWD` when it is a path.
  package static func open(
    _ name: String, in folder: Int32 = AT_FDCWD, path: String, _ flags: Int32
  ) throws(Failure) -> Int32? {
    let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = openat(folder, name, flags, 0o600)
    if file >= 0 { return file }
    switch errno {
    case ENOENT: return nil
    // A link, a folder, a pipe that nobody reads, a socket.
    case ELOOP, EISDIR, ENXIO: throw Failure(path: path, reason: .otherKind)
    default: throw .system(path)
    }
  }

  /// Refuses what is of another kind, foreign-owned or open to others.
  package static func check(_ file: Int32, path: String, kind: mode_t) throws(Failure) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == kind else { throw Failure(path: path, reason: .otherKind) }
    guard status.st_uid == geteuid() else { throw Failure(path: path, reason: .foreignOwner) }
    guard status.st_mode & 0o077 == 0 else { throw Failure(path: path, reason: .openToOthers) }
  }

  /// The open file, closed to others if they could open it; it is closed where it is not this user's
  /// or no regular file.
  package static func closedToOthers(_ file: Int32, path: String) throws(Failure) -> Int32 {
    do throws(Failure) {
      do throws(Failure) {
        try check(file, path: path, kind: S_IFREG)
      } catch {
        guard case .openToOthers = error.reason, fchmod(file, 0o600) == 0 else { throw error }
      }
      return file
    } catch {
      close(file)
      throw error
    }
  }
}
