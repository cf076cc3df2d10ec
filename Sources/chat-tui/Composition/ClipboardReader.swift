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
    guard let list = try output(of: tool, tool.listing, 1 << 16) else {
      return .failed("The clipboard does not answer")
    }
    let types = Set(
      String(decoding: list, as: UTF8.self).split { $0.isWhitespace }.map(String.init))
    if let (type, ending) = Self.pictures.first(where: { types.contains($0.0) }) {
      guard let bytes = try output(of: tool, tool.reading(type), Self.mostBytes) else {
        return .failed("The picture on the clipboard is too large, or its owner does not answer")
      }
      return keep(bytes, ending)
    }
    guard types.contains("text/uri-list"),
      let list = try output(of: tool, tool.reading("text/uri-list"), 1 << 20)
    else { return .failed("The clipboard has neither a picture nor files") }
    let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
    let files = lines.map(String.init).filter { $0.lowercased().hasPrefix("file:") }
    return files.isEmpty ? .failed("The clipboard has no files of this machine") : .files(files)
  }

  private func output(
    of tool: ClipboardTool, _ arguments: [String], _ most: Int
  ) throws(SystemError) -> [UInt8]? {
    try ProgramOutput.read(tool.name, arguments, most: most, patience: patience)
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
