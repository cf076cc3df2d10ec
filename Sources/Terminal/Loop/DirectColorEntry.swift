import Glibc

/// Compiles and locates the terminfo entry for 24-bit colour.
///
/// The entries that ncurses has for this are rarely installed, so the program brings one.
struct DirectColorEntry {
  static let name = "chat-direct"

  /// Terminals that accept the common sequence for 24-bit colour and otherwise resemble xterm.
  private static let families = [
    "xterm", "tmux", "screen", "alacritty", "foot", "kitty", "wezterm", "ghostty", "contour",
    "rio", "konsole", "vte", "gnome", "st-", "mintty", "iterm",
  ]

  let source: String
  let cacheDirectory: String

  /// Whether the environment or the terminal's description declares 24-bit colour, and the entry
  /// suits the terminal.
  static func fits(
    type: String, isPromised: Bool = false, environment: (String) -> String?
  ) -> Bool {
    let variable = environment("COLORTERM")
    let isDirect = type.split(separator: "-").dropFirst().contains { $0.hasPrefix("direct") }
    guard isPromised || isDirect || variable == "truecolor" || variable == "24bit" else {
      return false
    }
    return families.contains { type.hasPrefix($0) } && !isGNUScreen(type, environment)
  }

  /// Whether the program runs in GNU screen, which does not support 24-bit colour.
  ///
  /// Screen passes on COLORTERM from the outer terminal, and takes the components of such a colour
  /// for attributes. tmux uses the same type name, but only tmux sets TMUX.
  private static func isGNUScreen(_ type: String, _ environment: (String) -> String?) -> Bool {
    if environment("STY") != nil { return !type.hasPrefix("tmux") }
    return type.hasPrefix("screen") && environment("TMUX") == nil
  }

  /// The directory for `TERMINFO_DIRS`; nil if the entry could not be compiled.
  func directory() -> String? {
    let folder = "\(cacheDirectory)/terminfo-\(String(Self.hash(source), radix: 16))"
    let entry = "\(folder)/c/\(Self.name)"
    if access(entry, R_OK) == 0 { return folder }
    makeFolders(folder)
    let file = "\(folder)/source.\(getpid())"
    guard write(source, to: file) else { return nil }
    defer { unlink(file) }
    return compile(file, into: folder) && access(entry, R_OK) == 0 ? folder : nil
  }

  /// FNV-1a, so that a changed source gets a new directory.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func makeFolders(_ path: String) {
    var current = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      current += "/\(part)"
      mkdir(current, 0o700)
    }
  }

  private func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  private func compile(_ file: String, into folder: String) -> Bool {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [0, 1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let words: [String] = ["tic", "-x", "-o", folder, file]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "tic", &actions, nil, arguments, environ) == 0 else { return false }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
