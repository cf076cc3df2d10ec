import Assets
import Controllers
import FoundationEssentials
import Glibc
import PreferencesFile
import Signals
import Terminal
import ViewModels
import Views

/// The program on its screen: builds the graph, connects it to the event loop, and runs the loop.
@MainActor
enum Screen {
  /// Runs until the user quits; returns the exit code.
  static func run(directories: Directories, choices: CommandLineChoices) throws -> Int32 {
    try Composition.expectNoOtherScreen(directories)
    try Composition.expectPrivateFiles(directories)
    TaskThreads.install()
    // First, because the account's files are read meanwhile.
    let composition = Composition.forScreen(directories)
    let preferences = FilePreferencesController(
      directories.preferences, fixed: choices.options, fix: choices.apply(to:),
      refusedKeys: ConfiguredKeys.refusals)
    let chosen = preferences.preferences
    let root = RootViewModel(
      sessions: composition.sessions, local: composition.local,
      world: World.live(preferences))
    let terminal = try open(directories, TerminalWishes(chosen.value))
    defer {
      terminal.close()
      if let substitute = terminal.substitute { tell(substitute) }
    }
    let loop = EventLoop(session: terminal)
    let view = RootView(root: root)
    let clipboard = ClipboardReader(folder: directories.cache + "/clipboard")
    defer { clipboard.clear() }
    connect(view, to: loop, clipboard, NoticeSender(loop, chosen))
    fulfil(chosen, of: terminal, loop)
    preferences.follow()
    // Runs after the first frame, when the loop has nothing to do until the accounts are read.
    Task { RootViewModel.prepareNames() }
    loop.willSuspend = { keepPlaces(of: composition) }
    let ending = loop.run()
    keepPlaces(of: composition)
    let sessions = composition.sessions.sessions.value
    if !sessions.isEmpty {
      terminal.close()
      sessions.forEach(tellOfLostDrafts)
      LastSending.finish(sessions)
    }
    return status(of: ending)
  }

  private static func keepPlaces(of composition: Composition) {
    for session in composition.sessions.sessions.value { session.places.flush() }
  }

  private static func tellOfLostDrafts(_ session: Session) {
    let problem = Property<RequestError?>(initial: nil, then: session.places.problem).value
    guard let problem else { return }
    Output.note("the latest drafts are not kept: \(ErrorSentences.text(problem))")
  }

  private static func open(
    _ directories: Directories, _ wishes: TerminalWishes
  ) throws -> TerminalSession {
    do {
      return try TerminalSession(
        options: TerminalOptions(
          directColorTerminfoSource: Assets.directColorTerminfo,
          cacheDirectory: directories.cache, wishes: wishes))
    } catch .notATerminal {
      throw CommandFailure(message: "the screen needs a terminal: see chat-tui --help")
    } catch .unusableType(let type) {
      let name = type.isEmpty ? "TERM is not set" : "the terminal type \(type) cannot be used"
      throw CommandFailure(message: "\(name): set TERM, for example to xterm-256color")
    } catch .system(let number) {
      throw CommandFailure(message: "the terminal cannot be opened: error \(number)")
    }
  }

  private static func tell(_ type: (wanted: String, used: String)) {
    Output.note(
      "the terminal type \(type.wanted) is not known here, so \(type.used) is used instead; "
        + "the Debian package ncurses-term has more types")
  }

  private static func connect(
    _ view: RootView, to loop: EventLoop, _ clipboard: ClipboardReader, _ notices: NoticeSender
  ) {
    _ = view.needsDisplay.observe(on: .main).subscribe { loop.setNeedsDisplay() }
    _ = view.hostRequests.observe(on: .main).subscribe { request in
      switch request {
      case .quit: loop.stop()
      case .suspend: loop.suspend()
      case .edit(let text): edit(text, view, loop)
      case .open(let address):
        LinkOpener().open(address) { reason in
          batch { view.opening(of: address, failed: reason) }
        }
      case .openFile(let path):
        LinkOpener().open(path, as: "the file") { reason in
          batch { view.openingFile(path, failed: reason) }
        }
      case .readClipboard: clipboard.read { content in batch { view.readClipboard(content) } }
      case .ring: notices.ring()
      case .showNotice(let title, let body): notices.show(title: title, body: body)
      case .withdrawNotice: notices.withdraw()
      case .setTitle(let title): notices.setTitle(title)
      case .redraw: loop.redrawEverything()
      case .copy(let text): loop.copy(base64: Data(text.utf8).base64EncodedString())
      }
    }
    loop.onInput = { event in
      view.handle(event)
      loop.setNeedsDisplay()
    }
    loop.isHeld = view.holds
    view.echo = loop.echo
    view.isTextNext = { [loop] in loop.isTextNext }
    loop.isAwaitingContent = { view.isAwaitingContent }
    loop.draw = { canvas in view.draw(into: &canvas) }
    loop.performBatch = { work in batch(work) }
  }

  /// Does with the terminal what the user chooses while the program runs.
  private static func fulfil(
    _ chosen: Property<Preferences>, of terminal: TerminalSession, _ loop: EventLoop
  ) {
    var last = TerminalWishes(chosen.value)
    _ = chosen.observe { preferences in
      let wishes = TerminalWishes(preferences)
      guard wishes != last else { return }
      last = wishes
      terminal.fulfil(wishes)
      loop.redrawEverything()
    }
  }

  private static func edit(_ text: String, _ view: RootView, _ loop: EventLoop) {
    loop.lendTerminal()
    do throws(CommandFailure) {
      try ExternalEditor().edit(text) { outcome in
        loop.takeTerminalBack()
        batch { view.edited(outcome) }
      }
    } catch {
      loop.takeTerminalBack()
      view.edited(.failed(error.message))
    }
  }

  /// A signal ends with the shell's exit code for it.
  private static func status(of ending: EventLoop.Ending) -> Int32 {
    switch ending {
    case .stopped: 0
    case .signal(let number): 128 + number
    // The end of the input may arrive before the kernel's SIGHUP does.
    case .terminalLost: 128 + SIGHUP
    }
  }
}

extension TerminalWishes {
  fileprivate init(_ preferences: Preferences) {
    self.init(
      reportsMouse: preferences.usesMouse,
      background: preferences.theme == .dark
        ? .dark : preferences.theme == .light ? .light : nil,
      isMonochrome: preferences.theme == .plain,
      showsLinks: preferences.links == .automatic ? nil : preferences.links == .always)
  }
}
