import Controllers
import Glibc
import Signals
import Terminal
import Views

/// Tells the user of new messages by the means that the machine has and the user wants.
@MainActor
final class NoticeSender {
  /// Programs that run at the same time; one that hangs must not make others pile up.
  private static let mostRunning = 3

  private let loop: EventLoop
  private let chosen: Property<Preferences>
  private let desktop: DesktopNotice?
  private let outer = OuterTerminal()
  private var running = 0

  init(
    _ loop: EventLoop, _ chosen: Property<Preferences>,
    desktop: DesktopNotice? = DesktopNotice.ofThisMachine
  ) {
    self.loop = loop
    self.chosen = chosen
    self.desktop = desktop
  }

  private var ways: Set<Preferences.NoticeWay> { chosen.value.noticeWays }

  func ring() {
    if ways.contains(.bell) { _ = loop.announce(.bell) }
  }

  func setTitle(_ title: SafeText) {
    if ways.contains(.title) { _ = loop.announce(.title(title)) }
  }

  /// Shows a notice by the terminal, or else by the desktop of this machine, and runs the user's command.
  func show(title: SafeText, body: SafeText) {
    if ways.contains(.desktop) {
      if loop.isWithinTmux {
        outer.ask { [weak self] in
          self?.loop.passNotices(to: $0)
          self?.showOnDesktop(title: title, body: body)
        }
      } else {
        showOnDesktop(title: title, body: body)
      }
    }
    let command = CommandWords.split(chosen.value.noticeCommand)
    if !command.isEmpty { run(command + [title.string, body.string]) }
  }

  private func showOnDesktop(title: SafeText, body: SafeText) {
    guard !loop.announce(.notice(title: title, body: body)), let desktop else { return }
    desktop.show(title: title.string, body: body.string)
  }

  func withdraw() {
    // Whatever the ways are now: a notice may be there from before.
    desktop?.withdraw()
    if ways.contains(.desktop) { _ = loop.announce(.withdrawal) }
  }

  /// Runs a program; no shell reads its arguments.
  ///
  /// A failure is not worth another notice.
  private func run(_ words: [String]) {
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard running < Self.mostRunning, nowhere >= 0 else { return }
    defer { close(nowhere) }
    guard
      let process = try? BackgroundProcess(
        path: words[0], name: words[0], arguments: Array(words.dropFirst()), log: nowhere)
    else { return }
    running += 1
    process.onEnd { [weak self] _ in
      Task { @MainActor in self?.running -= 1 }
    }
  }
}
