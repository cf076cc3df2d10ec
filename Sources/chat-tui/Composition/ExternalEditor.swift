import Dispatch
import Glibc
import Views

/// Opens a text in the user's editor, which takes over the terminal; the program goes on meanwhile.
///
/// The text is in a folder that only the user can read. The folder is removed afterwards, unless it has words
/// that are nowhere else.
@MainActor
struct ExternalEditor {
  /// The largest text that comes back, in bytes.
  private static let mostBytes = 256 << 10

  /// The editor's name with its options, from `VISUAL` or else `EDITOR`.
  private let words: [String]

  init() {
    let named = environment("VISUAL") ?? environment("EDITOR")
    let words = named?.split { $0.isWhitespace }.map(String.init) ?? []
    // What Debian calls its preferred editor.
    self.words = words.isEmpty ? ["editor"] : words
  }

  private var name: String { words[0] }

  /// Starts the editor; `ended` runs on the main actor, never within this call.
  ///
  /// Throws what is to be told to the user.
  func edit(
    _ text: String, ended: @escaping @MainActor @Sendable (EditedText) -> Void
  ) throws(CommandFailure) {
    let folder = try EditorFolder(text)
    do throws(SystemError) {
      let process = try ForegroundProcess(words + [folder.file])
      process.onEnd { [self] ending in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { ended(outcome(of: ending, text, folder)) }
        }
      }
    } catch {
      folder.remove()
      throw CommandFailure(
        message: "The editor \(name) cannot be started (\(error)): set VISUAL or EDITOR")
    }
  }

  private func outcome(
    of ending: ProcessEnding, _ before: String, _ folder: EditorFolder
  ) -> EditedText {
    guard folder.hasFile else {
      folder.remove()
      return .failed("\(name) left no file: the text is as it was")
    }
    let bytes = folder.read(most: Self.mostBytes)
    let isChanged = bytes.map { $0 != Array("\(before)\n".utf8) } ?? true
    if case .exited(0) = ending {
      guard let bytes, let after = String(validating: bytes, as: UTF8.self) else {
        return .failed("The text is too long, or no UTF-8: it is in \(folder.file)")
      }
      folder.remove()
      return .text(after.hasSuffix("\n") ? String(after.dropLast()) : after)
    }
    guard isChanged else {
      folder.remove()
      return .failed("\(name) failed: the text is as it was")
    }
    return .failed("\(name) failed: the text is as it was, and what it wrote is in \(folder.file)")
  }
}

/// A new folder with a file for a text and a line feed behind it, private to the user.
private struct EditorFolder {
  let path: String
  var file: String { path + "/message.md" }

  init(_ text: String) throws(CommandFailure) {
    let parent = environment("XDG_RUNTIME_DIR") ?? environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/chat-tui-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(message: "No file for the editor in \(parent): \(SystemError.last)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard write(text) else {
      let error = SystemError.last
      remove()
      throw CommandFailure(message: "The file for the editor cannot be written: \(error)")
    }
  }

  private func write(_ text: String) -> Bool {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    // As editors end the last line too.
    var bytes = Array("\(text)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes = bytes.dropFirst(count)
    }
    return close(descriptor) == 0 && bytes.isEmpty
  }

  /// Whether the editor left a file.
  var hasFile: Bool {
    var info = stat()
    return lstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Nil when the file cannot be read or is larger.
  func read(most: Int) -> [UInt8]? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= most {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// Removes the folder with what the editor left there.
  func remove() {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { unlink("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
