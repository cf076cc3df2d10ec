import Controllers
import Glibc

/// A file that the user chose, as it was read.
struct FileToSend {
  /// The most that this program sends, in bytes: a file is in memory while it is sent.
  static let mostBytes = AccountDirectory.largestFile

  let path: String
  let name: String
  let bytes: [UInt8]
  let type: FileType

  /// Reads a file; `~` stands for the home folder.
  ///
  /// Blocks on the disk. Fails with `.unusableFile`.
  init(_ given: String) throws(RequestError) {
    path = Self.expanded(given)
    do throws(FileProblem) {
      bytes = try Self.read(path)
    } catch {
      throw RequestError(operation: .send, reason: .unusableFile(error, path: given))
    }
    name = path.split(separator: "/").last.map(String.init) ?? path
    type = FileType(bytes, name: name)
  }

  private static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func read(_ path: String) throws(FileProblem) -> [UInt8] {
    // Without O_NONBLOCK a pipe would keep the program waiting.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(systemText())
    }
    let file = FileDescriptor(number)
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .unreadable(systemText()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= mostBytes else { throw .tooLarge(limit: mostBytes) }
    let bytes: [UInt8]
    do throws(StorageError) {
      // It may grow while it is read.
      bytes = try PrivateFiles.readAll(file, path: path, limit: mostBytes)
    } catch {
      if error.problem == .tooLarge { throw .tooLarge(limit: mostBytes) }
      throw .unreadable(error.description)
    }
    guard !bytes.isEmpty else { throw .empty }
    return bytes
  }

  private static func systemText() -> String { String(cString: strerror(errno)) }
}

extension FileProblem: Error {}
