import Dispatch
import Glibc
import Views

/// Opens addresses in another program: that of the user's desktop, or the one that `CHATTUI_OPENER` names.
@MainActor
struct LinkOpener {
  /// A program that fails later has opened the address, and was closed.
  private nonisolated static let soon = Duration.seconds(60)

  /// The program's name with its options.
  private let words: [String]

  /// Takes the program's name with its options.
  init(_ named: String? = environment("CHATTUI_OPENER")) {
    words = Self.words(of: named)
  }

  /// A program's name with its options, or the usual one.
  nonisolated static func words(of named: String?) -> [String] {
    let words = named?.split { $0.isWhitespace }.map(String.init) ?? []
    return words.isEmpty ? ["xdg-open"] : words
  }

  var name: String { words[0] }

  /// Starts the program with an address as its last argument; `failed` runs on the main actor if it fails.
  ///
  /// No shell reads the address. It begins with its scheme, or is an absolute path, so it is no option; `xdg-open` does not know
  /// `--`.
  ///
  /// - Parameter kind: What the address leads to, in words.
  func open(
    _ address: String, as kind: String = "the link",
    failed: @escaping @MainActor @Sendable (OpeningFailure) -> Void
  ) {
    do throws(SystemError) {
      let process = try start(address)
      let (name, started) = (name, ContinuousClock.now)
      process.onEnd { ending in
        guard ending != .exited(0), ContinuousClock.now - started < Self.soon else { return }
        DispatchQueue.main.async {
          MainActor.assumeIsolated { failed(.failed(Self.text(ending, of: name, kind))) }
        }
      }
    } catch {
      failed(error.number == ENOENT ? missing : .failed("\(name) cannot be started: \(error)"))
    }
  }

  private func start(_ address: String) throws(SystemError) -> BackgroundProcess {
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { throw .last }
    defer { close(nowhere) }
    return try BackgroundProcess(
      path: name, name: name, arguments: words.dropFirst() + [address], log: nowhere)
  }

  private var missing: OpeningFailure {
    let advice = name == "xdg-open" ? " (Debian package xdg-utils)" : ""
    return .missing("\(name) is not installed\(advice)")
  }

  private nonisolated static func text(
    _ ending: ProcessEnding, of name: String, _ kind: String
  ) -> String {
    switch ending {
    case .exited(let status): "\(name) could not open \(kind) (exit status \(status))"
    case .killed(let signal): "\(name) could not open \(kind) (killed by signal \(signal))"
    }
  }
}
