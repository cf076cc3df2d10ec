import CLinux
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
    /// What the whole is, when the server tells enough to ask for the rest.
    var content: KnownContent?
    /// Whether the server has sent what does not continue the part.
    var isOutdated = false
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
  private let part: PartFile
  private let state = Mutex(State())

  /// Makes the file in a folder that exists, or goes on with what an earlier download of the address left
  /// there; throws the system's reason.
  init(_ name: String, in folderPath: String, of source: MediaURI) throws(PlaceProblem) {
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
    guard let part = PartFile(of: source, in: folder) ?? PartFile(number: number, in: folder) else {
      throw PlaceProblem(path: path, errno)
    }
    (self.folderPath, self.name, self.part) = (folderPath, name, part)
    PartFile.removeForgotten(in: folder)
    resume()
  }

  deinit { abandon() }

  /// How many bytes it has.
  var received: Int { state.withLock { $0.received } }

  /// What the whole is; nil when the rest of it cannot be asked for.
  var content: KnownContent? { state.withLock { $0.content } }

  /// Whether the server's response did not continue what is there.
  var isOutdated: Bool { state.withLock { $0.isOutdated } }

  /// Whether nothing is missing.
  var isWhole: Bool { state.withLock { $0.content.map(\.byteCount) ?? $0.received == $0.received } }

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

  // MARK: - Writing

  /// Goes on with what is there, or begins anew.
  private func resume() {
    guard let rest = part.rest else { return startAfresh() }
    var head = [UInt8](repeating: 0, count: min(Self.headBytes, rest.received))
    guard pread(part.file.number, &head, head.count, 0) == head.count,
      lseek(part.file.number, 0, SEEK_END) == rest.received
    else { return startAfresh() }
    state.withLock { state in
      (state.received, state.head, state.content) = (rest.received, head, rest.content)
    }
  }

  /// Forgets what has arrived.
  func startAfresh() {
    state.withLock { state in
      state = State()
      begin(nil, &state)
    }
  }

  /// Takes the beginning of a response; false when it has neither the whole nor what is missing.
  func begin(_ response: BodyStart) -> Bool {
    state.withLock { state in
      if response.status == 206 {
        state.isOutdated =
          state.content?.isContinued(by: response, after: state.received) != true
        return !state.isOutdated
      }
      begin(KnownContent(response), &state)
      return state.error == nil
    }
  }

  private func begin(_ content: KnownContent?, _ state: inout State) {
    guard ftruncate(part.file.number, 0) == 0, lseek(part.file.number, 0, SEEK_SET) == 0 else {
      return state.error = errno
    }
    part.note(content)
    (state.received, state.head, state.content) = (0, [], content)
  }

  /// Adds bytes; false when the disk does not take them, or there are more than the server has promised.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard state.received + bytes.count <= state.content?.byteCount ?? .max else {
        state.isOutdated = true
        return false
      }
      if state.head.count < Self.headBytes {
        state.head += bytes.prefix(Self.headBytes - state.head.count)
      }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
          write(part.file.number, $0.baseAddress, $0.count)
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

  // MARK: - Ends

  /// Gives the whole file its name, with a number if that is taken; returns its path.
  ///
  /// The name appears at once with the whole content, so a kill at any moment leaves no half of it.
  func finish() throws(PlaceProblem) -> String {
    guard fsync(part.file.number) == 0 else { throw PlaceProblem(path: path(of: name), errno) }
    for number in 0..<Self.mostNumbers {
      let candidate = number == 0 ? name : SafeFileName.numbered(name, number)
      if !takeName(candidate) {
        if errno == EEXIST { continue }
        throw PlaceProblem(path: path(of: candidate), errno)
      }
      state.withLock { $0.isOver = true }
      part.remove(isNamed: true)
      fsync(folder.number)
      return path(of: candidate)
    }
    throw PlaceProblem(path: path(of: name), EEXIST)
  }

  /// Gives the file a name, unless that is taken; false with `errno`.
  private func takeName(_ name: String) -> Bool {
    let number = folder.number
    if renameat2(number, part.name, number, name, UInt32(RENAME_NOREPLACE)) == 0 { return true }
    guard errno == EINVAL || errno == ENOSYS else { return false }
    // Network file systems cannot do that, and take a second name instead.
    guard linkat(number, part.name, number, name, 0) == 0 else { return false }
    unlinkat(number, part.name, 0)
    return true
  }

  /// Leaves what has arrived, for the next download of the same address.
  func keep() {
    state.withLock { $0.isOver = true }
  }

  /// Removes what was written, unless it is finished.
  func abandon() {
    let isOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    if !isOver { part.remove(isNamed: false) }
  }

  private func path(of name: String) -> String {
    folderPath == "/" ? "/\(name)" : "\(folderPath)/\(name)"
  }
}
