import CNcurses
import Dispatch

/// The terminal under the program's control: full screen, raw keys, and the required modes.
///
/// At most one session is open in a process. ``close()`` restores the terminal; a crash does so
/// too, and a signal that ends the ``EventLoop`` leads to the ordinary exit.
@MainActor
public final class TerminalSession {
  private let options: TerminalOptions
  private let ncurses: NcursesSurface
  private let screen: TerminalProbe.Screen
  private let savedModes: termios
  private var modes: ScreenModes
  /// What is known of the terminal.
  private var known: TerminalCapabilities {
    didSet { ncurses.capabilities = wishes.applied(to: known) }
  }
  private var wishes: TerminalWishes
  private var isOpen = true
  private var isLent = false
  private var clusterWidths: [Int] = []
  private var notices = NoticePath()
  let noticeDescriptor: Int32?

  /// The type in `TERM` and the type used in its place, because the first is unknown here; nil when
  /// it is known.
  public let substitute: (wanted: String, used: String)?

  let mainQueueDescriptor: Int32? = _dispatch_get_main_queue_handle_4CF()

  private static var isInUse = false

  /// Takes over the terminal on standard input and output.
  ///
  /// Must be called before the process starts threads, because it sets the locale and reads the
  /// environment. Throws ``TerminalError``, and leaves the terminal unchanged, when it cannot be
  /// used.
  public init(options: TerminalOptions) throws(TerminalError) {
    precondition(!Self.isInUse, "only one terminal session may be open")
    _ = TextWidth.prepareLocale
    let probe = try TerminalProbe()
    savedModes = probe.modes
    screen = try probe.openScreen(options: options)
    substitute = screen.kind == probe.type ? nil : (probe.type, screen.kind)
    self.options = options
    let known = TerminalCapabilities(
      colorDepth: screen.depth, showsLinks: LinkSupport.isKnown(type: probe.type))
    (self.known, wishes) = (known, options.wishes)
    ncurses = NcursesSurface(
      size: TerminalProbe.windowSize, capabilities: options.wishes.applied(to: known),
      send: Self.send)
    modes = ScreenModes(isPlain: probe.isPlain, reportsMouse: options.wishes.reportsMouse)
    noticeDescriptor = ProcessSignals.start()
    Self.isInUse = true
    ProcessSignals.restoreOnCrash(
      terminal: STDOUT_FILENO, modes: savedModes, reset: modes.crashReset)
    Self.send(modes.enter)
    measureClusters()
  }

  /// Prints two emoji sequences on the blank screen and queries the cursor position.
  ///
  /// Nothing waits for this: the first frame erases the emoji, and the responses arrive as input.
  private func measureClusters() {
    wnoutrefresh(ct_stdscr())
    doupdate()
    Self.send(modes.clusterQuestions)
  }

  /// The surface that shows canvases.
  public var surface: any Surface { ncurses }

  /// Whether the background is dark or light; dark until the terminal has responded.
  public var background: TerminalBackground { known.background }

  /// Does what the user wants from now on; the next frame must be painted in full.
  public func fulfil(_ wishes: TerminalWishes) {
    self.wishes = wishes
    ncurses.capabilities = wishes.applied(to: known)
    let mouse = modes.changeMouse(to: wishes.reportsMouse)
    guard !mouse.isEmpty else { return }
    ProcessSignals.setReset(modes.crashReset)
    if !isLent { Self.send(mouse) }
  }

  /// Restores the terminal; a second call has no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    if isLent { ProcessSignals.takeForeground() }
    leave()
    ProcessSignals.stopRestoringOnCrash()
    if noticeDescriptor != nil { ProcessSignals.stop() }
    delscreen(screen.pointer)
    Self.isInUse = false
  }

  private func leave() {
    Self.send(modes.leave)
    // Without an alternate screen, or with it switched off, the shell continues here.
    werase(ct_stdscr())
    wnoutrefresh(ct_stdscr())
    doupdate()
    endwin()
    var modes = savedModes
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  private static func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      // A lost terminal is detected on the input side.
      guard count > 0 else { return }
      start += count
    }
  }
}

extension TerminalSession: LoopHost {
  var inputDescriptor: Int32 { STDIN_FILENO }

  func takeNotices() -> ProcessSignals.Notices {
    ProcessSignals.take()
  }

  func runMainQueue() {
    // The eventfd stays readable until its counter is read.
    var count: UInt64 = 0
    if let mainQueueDescriptor {
      _ = read(mainQueueDescriptor, &count, MemoryLayout.size(ofValue: count))
    }
    _dispatch_main_queue_callback_4CF(nil)
  }

  func updateSize() {
    let size = TerminalProbe.windowSize
    if size != ncurses.size { ncurses.resize(to: size) }
  }

  func didPresentFirstFrame() {
    Self.send(modes.questions)
  }

  func handle(_ reply: TerminalReply) {
    switch reply {
    case .keyboardFlags where !modes.hasKeyboardProtocol:
      modes.hasKeyboardProtocol = true
      Self.send(ScreenModes.pushKeyboard)
      ProcessSignals.setReset(modes.crashReset)
    case .cursorPosition(let position) where clusterWidths.count < 2:
      clusterWidths.append(position.column)
      if clusterWidths == [2, 2] { WidthProfile.current = .clustered }
    case .primaryAttributes(let numbers) where screen.mayGainColors && (numbers.first ?? 0) >= 61:
      Self.send(ScreenModes.colorQuestion)
    case .attributes where screen.mayGainColors && reply.keptDirectColor:
      known.colorDepth = .trueColor
    case .version(let text):
      if LinkSupport.isKnown(version: text) { known.showsLinks = true }
      notices.answered(by: text)
    default:
      guard let color = reply.backgroundColor else { return }
      known.background = color.luma > 127 ? .light : .dark
    }
  }

  func copy(base64: String) {
    Self.send(modes.clipboard(base64: base64))
  }

  func announce(_ announcement: Announcement) -> Bool {
    switch announcement {
    case .bell: Self.send([7])
    case .title(let title): setTitle(title)
    case .notice(let title, let body):
      return send(notices.text { $0.notice(title: title, body: body) })
    case .withdrawal: return send(notices.text { $0.withdrawal })
    }
    return true
  }

  /// Sends a text; false without one.
  private func send(_ text: String?) -> Bool {
    if let text { Self.send(Array(text.utf8)) }
    return text != nil
  }

  var isWithinTmux: Bool { notices.isWithinTmux }

  func passNotices(to version: String?) { notices.pass(to: version) }

  private func setTitle(_ title: SafeText) {
    guard title != modes.title else { return }
    let last = modes.title
    modes.title = title
    guard !isLent else { return }
    Self.send(modes.changeTitle(from: last))
    if last == nil { ProcessSignals.setReset(modes.crashReset) }
  }

  func suspend() {
    leave()
    ProcessSignals.stopJob()
    enterAgain()
  }

  func lend() {
    isLent = true
    leave()
  }

  func takeBack() {
    isLent = false
    ProcessSignals.takeForeground()
    enterAgain()
  }

  private func enterAgain() {
    reassertModes()
    if modes.hasKeyboardProtocol { Self.send(ScreenModes.pushKeyboard) }
  }

  func reassertModes() {
    reset_prog_mode()
    Self.send(modes.enter)
    updateSize()
  }
}
