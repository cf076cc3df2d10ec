import Glibc
import LocalSystem

/// An open file, closed with its last reference.
final class FileDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// What all private files share: ownership checks, and reading and writing of whole files.
enum PrivateFiles {
  /// Makes a folder and its missing parents, closed to others.
  static func makeFolders(_ path: String) throws(StorageError) {
    do throws(PrivateFileSystem.Failure) {
      try PrivateFileSystem.makeFolders(path)
    } catch {
      throw StorageError(error)
    }
  }

  /// Opens a file of an open folder; nil when there is none.
  ///
  /// Refuses a link, another kind, and what is foreign-owned or open to others.
  static func open(
    _ name: String, in folder: FileDescriptor, path: String, _ flags: Int32
  ) throws(StorageError) -> FileDescriptor? {
    do throws(PrivateFileSystem.Failure) {
      let file = try PrivateFileSystem.open(name, in: folder.number, path: path, flags)
      guard let opened = file.map(FileDescriptor.init) else { return nil }
      try PrivateFileSystem.check(opened.number, path: path, kind: S_IFREG)
      return opened
    } catch {
      throw StorageError(error)
    }
  }

  /// Refuses a file of another kind, of another owner, or open to others.
  static func check(
    _ file: FileDescriptor, path: String, kind: mode_t
  ) throws(StorageError) {
    do throws(PrivateFileSystem.Failure) {
      try PrivateFileSystem.check(file.number, path: path, kind: kind)
    } catch {
      throw StorageError(error)
    }
  }

  static func readAll(
    _ file: FileDescriptor, path: String, limit: Int
  ) throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file.number, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw systemError(path)
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw StorageError(path: path, problem: .tooLarge) }
    }
  }

  static func writeAll(
    _ file: FileDescriptor, _ bytes: [UInt8], path: String
  ) throws(StorageError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file.number, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw systemError(path)
      }
      written += count
    }
  }

  /// The last error that the system reported, for a file.
  static func systemError(_ path: String) -> StorageError {
    StorageError(path: path, code: errno)
  }
}

extension StorageError {
  /// Why a file or folder cannot be used.
  init(_ failure: PrivateFileSystem.Failure) {
    let problem: Problem =
      switch failure.reason {
      case .system(let code): Self.problem(code)
      case .otherKind: .notRegular
      case .foreignOwner: .foreignOwner
      case .openToOthers: .openToOthers
      }
    self.init(path: failure.path, problem: problem)
  }

  /// Why a system call on a file failed.
  init(path: String, code: Int32) {
    self.init(path: path, problem: Self.problem(code))
  }

  private static func problem(_ code: Int32) -> Problem {
    let reason = String(cString: strerror(code))
    return [EROFS, EACCES, EPERM].contains(code) ? .forbidden(reason) : .system(reason)
  }
}
