import Controllers
import Glibc
import Models
import Synchronization

/// A file that is being written: it has a hidden name until it is whole, and never takes the place of another.
///
/// Blocks on the disk; any thread may call.
final class NewFile: Sendable {
  private struct State {
    var received = 0
    var head: [UInt8] = []
    /// The system's error that ended the writing.
    var error: Int32?
    var isOver = false
  }

  private static let count = Atomic(0)
  /// So many files of one name are a program that runs wild.
  private static let mostNumbers = 1000
  /// Enough to recognise a program or a page, which may begin with blanks.
  private static let headBytes = 512

  private let folder: FileDescriptor
  private let folderPath: String
  private let name: String
  private let temporary: String
  private let file: FileDescriptor
  private let state = Mutex(State())

  /// Makes the file in a folder that exists; throws the system's reason.
  init(_ name: String, in folderPath: String) throws(PlaceProblem) {
    let path = folderPath == "/" ? "/\(name)" : "\(folderPath)/\(name)"
    guard !name.isEmpty, !name.contains("/"), !path.utf8.contains(0) else {
      throw PlaceProblem(path: path, EINVAL)
    }
    let opened = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw PlaceProblem(path: path, errno) }
    folder = FileDescriptor(opened)
    // A name that the file system does not take must not be found out after the download.
    var status = stat()
    if fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) != 0, errno != ENOENT {
      throw PlaceProblem(path: path, errno)
    }
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    temporary = ".chat-tui.\(getpid()).\(number).part"
    // A program that was killed may have left a file of that name.
    unlinkat(folder.number, temporary, 0)
    let made = Self.make(temporary, in: folder)
    guard made >= 0 else { throw PlaceProblem(path: path, errno) }
    file = FileDescriptor(made)
    (self.folderPath, self.name) = (folderPath, name)
  }

  deinit { abandon() }

  /// How many bytes it has.
  var received: Int { state.withLock { $0.received } }

  /// Why the disk took no more; nil while it does.
  var problem: PlaceProblem? {
    state.withLock(\.error).map { PlaceProblem(path: path(of: name), $0) }
  }

  /// Whether it begins like a program or, unless its name says that it is text, like a page.
  var runsWhenOpened: Bool {
    let head = state.withLock { $0.head }
    let programs = [
      Array("\u{7F}ELF".utf8), Array("#!".utf8), Array("MZ".utf8), Array("[Desktop".utf8),
    ]
    if programs.contains(where: { head.starts(with: $0) }) { return true }
    return SafeFileName(name).ending != "txt" && Self.isPage(head)
  }

  /// Whether bytes begin with a tag, behind blanks and the mark of an encoding.
  private static func isPage(_ head: [UInt8]) -> Bool {
    let rest = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    guard rest.first == UInt8(ascii: "<"), let next = rest.dropFirst().first(where: { $0 != 0 })
    else { return false }
    return "!?".utf8.contains(next) || (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(next)
  }

  /// Adds bytes; false when the disk does not take them.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      if state.head.count < Self.headBytes {
        state.head += bytes.prefix(Self.headBytes - state.head.count)
      }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
          write(file.number, $0.baseAddress, $0.count)
        }
        if count < 0 {
          if errno == EINTR { continue }
          state.error = errno
          return false
        }
        rest = rest.dropFirst(count)
      }
      state.received += bytes.count
      return true
    }
  }

  /// Gives the whole file its name, with a number if that is taken; returns its path.
  func finish() throws(PlaceProblem) -> String {
    guard fsync(file.number) == 0 else { throw PlaceProblem(path: path(of: name), errno) }
    for number in 0..<Self.mostNumbers {
      let candidate = number == 0 ? name : SafeFileName.numbered(name, number)
      // Whoever makes the name first has it, so nothing is overwritten.
      let place = Self.make(candidate, in: folder)
      if place < 0, errno == EEXIST { continue }
      guard place >= 0 else { throw PlaceProblem(path: path(of: candidate), errno) }
      close(place)
      guard renameat(folder.number, temporary, folder.number, candidate) == 0 else {
        let error = errno
        unlinkat(folder.number, candidate, 0)
        throw PlaceProblem(path: path(of: candidate), error)
      }
      state.withLock { $0.isOver = true }
      return path(of: candidate)
    }
    throw PlaceProblem(path: path(of: name), EEXIST)
  }

  /// Removes what was written, unless it is finished.
  func abandon() {
    let isOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    if !isOver { unlinkat(folder.number, temporary, 0) }
  }

  private func path(of name: String) -> String {
    folderPath == "/" ? "/\(name)" : "\(folderPath)/\(name)"
  }

  private static func make(_ name: String, in folder: FileDescriptor) -> Int32 {
    openat(folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }
}

/// Why no file can be made at a path.
struct PlaceProblem: Error {
  let path: String
  let number: Int32

  init(path: String, _ number: Int32) {
    self.path = path
    self.number = number
  }

  var requestError: RequestError {
    RequestError(
      operation: .fetchFile,
      reason: .unusablePlace(String(cString: strerror(number)), path: path))
  }
}
