import Dispatch
import Synchronization

/// The notice on the desktop, by way of programs that speak D-Bus: one at a time, in place of the last one.
///
/// Source: Desktop Notifications Specification, `Notify` and `CloseNotification`.
final class DesktopNotice: Sendable {
  /// Runs a program, and gives its output; nil when it does not end.
  typealias Run = @Sendable (_ words: [String]) throws(SystemError) -> [UInt8]?

  private struct State {
    /// The number of the notice that is there.
    var shown: UInt32?
    /// How often a notice was shown or withdrawn: what waits behind a program that hangs is not shown late.
    var turn = 0
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let run: Run

  /// Nil where no desktop listens: without a session bus, or at the other end of a connection.
  static var ofThisMachine: DesktopNotice? { DesktopNotice(variable: { environment($0) }) }

  init?(
    queue: DispatchQueue = DispatchQueue(label: "notices"),
    run: @escaping Run = DesktopNotice.output,
    variable: (String) -> String?
  ) {
    guard variable("DBUS_SESSION_BUS_ADDRESS") != nil, variable("SSH_CONNECTION") == nil else {
      return nil
    }
    (self.queue, self.run) = (queue, run)
  }

  /// Shows a notice in place of the last one.
  func show(title: String, body: String) {
    inTurn { [self] in
      let last = state.withLock { $0.shown }
      let output = try? run(Self.numbered(title: title, body: body, inPlaceOf: last))
      let number = output.flatMap(Self.number)
      state.withLock { $0.shown = number }
      // An older `notify-send` gives no numbers, and refuses to be asked for one.
      if number == nil { _ = try? run(Self.plain(title: title, body: body)) }
    }
  }

  /// Takes the last notice away, if there is a program that can.
  func withdraw() {
    inTurn { [self] in
      let last = state.withLock { state in
        defer { state.shown = nil }
        return state.shown
      }
      guard let last else { return }
      for words in Self.closing(last) where (try? run(words)) != nil { return }
    }
  }

  private func inTurn(_ work: @escaping @Sendable () -> Void) {
    let turn = state.withLock { state in
      state.turn += 1
      return state.turn
    }
    queue.async { [self] in
      if state.withLock({ $0.turn == turn }) { work() }
    }
  }

  private static func output(_ words: [String]) throws(SystemError) -> [UInt8]? {
    try ProgramOutput.read(
      words[0], Array(words.dropFirst()), most: 1 << 10, patience: .seconds(5))
  }

  /// The number in what `notify-send --print-id` writes.
  private static func number(_ output: [UInt8]) -> UInt32? {
    let line = String(decoding: output, as: UTF8.self).prefix { $0.isNumber }
    return UInt32(line).flatMap { $0 == 0 ? nil : $0 }
  }
}

extension DesktopNotice {
  private static let program = ["notify-send", "--app-name=chat-tui"]

  static func plain(title: String, body: String) -> [String] {
    program + ["--", title, escaped(body)]
  }

  static func numbered(title: String, body: String, inPlaceOf last: UInt32?) -> [String] {
    program + ["--print-id"] + (last.map { ["--replace-id=\($0)"] } ?? [])
      + ["--", title, escaped(body)]
  }

  /// What closes a notice, by either of two programs.
  static func closing(_ number: UInt32) -> [[String]] {
    let (place, path) = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
    return [
      [
        "gdbus", "call", "--session", "--dest=\(place)", "--object-path=\(path)",
        "--method=\(place).CloseNotification", "\(number)",
      ],
      [
        "dbus-send", "--session", "--type=method_call", "--dest=\(place)", path,
        "\(place).CloseNotification", "uint32:\(number)",
      ],
    ]
  }

  /// Some desktops read the text as markup.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
