import Dispatch
import Glibc
import Matrix
import Views

/// Reads files from the desktop's clipboard by `wl-paste`, or `xclip` where there is no Wayland.
struct ClipboardReader: Sendable {
  /// The most that is read, in bytes: as much as can be sent.
  private static let mostBytes = 64 << 20
  /// Programs wait for the owner of the clipboard, which may hang.
  private static let patience = Duration.seconds(5)
  /// The pictures that are read, best first, with the endings of their files.
  private static let pictures = [
    ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
  ]

  /// A private folder for the picture that was read last.
  let folder: String
  private let tools: [ClipboardTool]
  private let patience: Duration
  private let queue = DispatchQueue(label: "clipboard")

  /// - Parameter isSet: Whether an environment variable has a value.
  init(folder: String, isSet: (String) -> Bool = { environment($0) != nil }) {
    let tools = [ClipboardTool.wayland(), .x11()].filter { isSet($0.variable) }
    self.init(folder: folder, tools: tools)
  }

  init(folder: String, patience: Duration = patience, tools: [ClipboardTool]) {
    (self.folder, self.patience, self.tools) = (folder, patience, tools)
  }

  /// Reads the clipboard; `done` runs on the main actor, later.
  func read(_ done: @escaping @MainActor @Sendable (ClipboardContent) -> Void) {
    queue.async {
      let content = content()
      DispatchQueue.main.async { MainActor.assumeIsolated { done(content) } }
    }
  }

  /// Removes the picture that was read last.
  func clear() {
    guard access(folder, F_OK) == 0, let directory = try? AccountDirectory(path: folder) else {
      return
    }
    for (_, ending) in Self.pictures { try? directory.remove("clipboard.\(ending)") }
  }

  private func content() -> ClipboardContent {
    guard !tools.isEmpty else {
      return .failed("There is no desktop here, so there is no clipboard to send from")
    }
    var missing: [ClipboardTool] = []
    for tool in tools {
      do throws(SystemError) {
        return try content(tool)
      } catch {
        guard error.number == ENOENT else {
          return .failed("\(tool.name) cannot be started: \(error)")
        }
        missing.append(tool)
      }
    }
    let names = missing.map { "\($0.name) (Debian package \($0.package))" }
    return .failed("The clipboard needs a program that is not installed: \(names[0])")
  }

  private func content(_ tool: ClipboardTool) throws(SystemError) -> ClipboardContent {
    guard let list = try output(of: tool, tool.listing, most: 1 << 16) else {
      return .failed("The clipboard does not answer")
    }
    let types = Set(
      String(decoding: list, as: UTF8.self).split { $0.isWhitespace }.map(String.init))
    if let (type, ending) = Self.pictures.first(where: { types.contains($0.0) }) {
      guard let bytes = try output(of: tool, tool.reading(type), most: Self.mostBytes) else {
        return .failed("The picture on the clipboard is too large, or its owner does not answer")
      }
      return keep(bytes, ending)
    }
    guard types.contains("text/uri-list"),
      let list = try output(of: tool, tool.reading("text/uri-list"), most: 1 << 20)
    else { return .failed("The clipboard has neither a picture nor files") }
    let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
    let files = lines.map(String.init).filter { $0.lowercased().hasPrefix("file:") }
    return files.isEmpty ? .failed("The clipboard has no files of this machine") : .files(files)
  }

  private func keep(_ bytes: [UInt8], _ ending: String) -> ClipboardContent {
    guard !bytes.isEmpty else { return .failed("The picture on the clipboard is empty") }
    clear()
    let name = "clipboard.\(ending)"
    do throws(StorageError) {
      try AccountDirectory(path: folder).write(name, bytes, durably: false)
    } catch {
      return .failed("The picture cannot be kept: \(error)")
    }
    return .files(["\(folder)/\(name)"])
  }

  /// What a program writes; nil when it writes more, or goes on for too long.
  private func output(
    of tool: ClipboardTool, _ arguments: [String], most: Int
  ) throws(SystemError) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let process: BackgroundProcess
    do throws(SystemError) {
      process = try BackgroundProcess(
        path: tool.name, name: tool.name, arguments: arguments, log: ends[1], errors: nowhere)
      close(ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    defer { process.forget() }
    guard let bytes = Self.read(ends[0], most: most, until: .now + patience) else {
      process.terminate()
      return nil
    }
    return bytes
  }

  private static func read(
    _ file: Int32, most: Int, until end: ContinuousClock.Instant
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return nil }
      var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(left) + 1)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= most else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

/// A program that writes what the clipboard has to its output.
struct ClipboardTool {
  /// Its name, which `PATH` finds, or its path.
  let name: String
  let package: String
  /// The environment variable without which it has no desktop to ask.
  let variable: String
  /// The arguments that list the types, one a line.
  let listing: [String]
  /// The arguments before the type of what is wanted.
  let typing: [String]

  func reading(_ type: String) -> [String] { typing + [type] }

  static func wayland(at path: String = "wl-paste") -> ClipboardTool {
    ClipboardTool(
      name: path, package: "wl-clipboard", variable: "WAYLAND_DISPLAY",
      listing: ["--list-types"], typing: ["--no-newline", "--type"])
  }

  static func x11(at path: String = "xclip") -> ClipboardTool {
    ClipboardTool(
      name: path, package: "xclip", variable: "DISPLAY",
      listing: ["-selection", "clipboard", "-o", "-t", "TARGETS"],
      typing: ["-selection", "clipboard", "-o", "-t"])
  }
}
