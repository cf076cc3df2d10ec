import Dispatch

/// The terminal around tmux: tmux shows no notices, and passes them on only if the user allows it.
struct OuterTerminal: Sendable {
  /// What tmux says: whether it passes sequences on, and what the terminal around it is.
  private static let question = "#{allow-passthrough} #{client_termtype}"

  /// The program to ask.
  let program: String
  private let queue = DispatchQueue(label: "tmux")

  init(program: String = "tmux") { self.program = program }

  /// Asks anew each time, because the user may have attached another terminal since; `done` runs on the main
  /// actor, later, with the terminal's name and version, or nil when nothing reaches it.
  func ask(_ done: @escaping @MainActor @Sendable (String?) -> Void) {
    queue.async {
      let bytes = try? ProgramOutput.read(
        program, ["display-message", "-p", Self.question], most: 4096, patience: .seconds(2))
      let name = bytes.flatMap { Self.name(in: String(decoding: $0, as: UTF8.self)) }
      DispatchQueue.main.async { MainActor.assumeIsolated { done(name) } }
    }
  }

  /// The terminal of an answer, if tmux passes sequences on to it.
  static func name(in answer: String) -> String? {
    guard let line = answer.split(separator: "\n").first, let space = line.firstIndex(of: " "),
      // Off is 0, or "off" in later versions.
      !["0", "off", ""].contains(line[..<space])
    else { return nil }
    let name = line[line.index(after: space)...]
    return name.isEmpty ? nil : String(name)
  }
}
