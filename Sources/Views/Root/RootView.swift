public import Signals
public import Terminal
public import ViewModels

/// The whole screen: selects what to draw and dispatches keys to the focused part.
///
/// Main thread only. Drawing is a function of the view models' state and the screen's own state
/// (focus, cursors, scroll positions, open overlays); it may happen at any time.
public final class RootView {
  /// A request from the screen to the surrounding program.
  public enum HostRequest: Sendable {
    /// Exit the program.
    case quit
    /// Stop the program until it is continued.
    case suspend
    /// Repaint everything.
    case redraw
    /// Lend the terminal to the user's editor, with a text; then call ``RootView/edited(_:)``.
    case edit(String)
    /// Copy text to the terminal's clipboard.
    case copy(String)
    /// Open an address in another program; of a failure, tell ``RootView/opening(of:failed:)``.
    case open(String)
    /// Open a file in another program; of a failure, tell ``RootView/openingFile(_:failed:)``.
    case openFile(String)
    /// Make a sound.
    case ring
    /// Show a notice outside of the screen, in place of the last one.
    case showNotice(title: SafeText, body: SafeText)
    /// Take that notice back.
    case withdrawNotice
    /// Give the window a title.
    case setTitle(SafeText)
    /// Read files from the clipboard; then call ``RootView/readClipboard(_:)``.
    case readClipboard
  }

  /// The screen below any overlays.
  enum Screen {
    case starting(String)
    case signIn(SignInView)
    case main(MainView)
  }

  /// Fires on the main thread when something on the screen has changed since it was last drawn;
  /// several changes fire at least once.
  public let needsDisplay: Signal<Void, Never>
  /// Sends requests to the surrounding program, on the main thread.
  public let hostRequests: Signal<HostRequest, Never>

  /// Shows a typed letter at the cursor before the next frame, on the main thread.
  ///
  /// Called only for a letter that changes no other cell of the text.
  public var echo: (Unicode.Scalar, Style) -> Void = { _, _ in }

  /// Whether text follows at once behind the key that is being handled, as in a paste that the terminal does not
  /// mark.
  public var isTextNext: () -> Bool = { false }

  private(set) var table = ActionTable.standard
  let compositor = Compositor()
  /// The tile of a screen that is one text, and that of the footer.
  let textTile = Tile()
  let footerTile = Tile()
  private(set) var screen = Screen.starting("")
  private(set) var menu: MenuView?
  private(set) var help: HelpView?
  /// The result of the last key; shown until the next one.
  var notice: String?
  var burst = KeyBurst()
  /// The letter that waits for the next key.
  var deferral: Deferral?
  let deferralEnd = SerialDisposable()
  let now: () -> ContinuousClock.Instant
  /// The layout of the last frame, for the mouse.
  var drawnLayout: MainLayout?
  /// Whether something has changed since the last drawing.
  var isOutdated = false
  /// When the screen was opened that has not been drawn yet.
  var opened: ContinuousClock.Instant?
  /// The text that stood in a field when it was first drawn.
  var restored: RestoredText?
  /// What was typed before the first screen was there.
  private var typedEarly = ""
  private var quitsOnInterrupt = false
  /// Whether quitting may end the work of a question.
  private var quitsWork = false
  /// Takes the text that is in the editor.
  private var takeEdited: ((EditedText) -> Void)?
  /// Takes what the clipboard has.
  var takeClipboard: ((ClipboardContent) -> Void)?
  private let changes = Subject<Void, Never>()
  private let requests = Subject<HostRequest, Never>()
  let root: RootViewModel
  private var watch: Watch?

  /// Creates the screen of a root view model.
  ///
  /// - Parameter now: Returns the current time, which distinguishes typing from single keys.
  public init(
    root: RootViewModel, now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.root = root
    self.now = now
    needsDisplay = changes.signal
    hostRequests = .merge([
      requests.signal, root.titleText.signal.map { .setTitle(SafeText($0)) },
      root.alerts.map(Self.request),
    ])
    let watch = Watch { [weak self] in self?.invalidate() }
    watch(root.keys) { [weak self] in self?.table = ActionTable.standard.bound(to: $0) }
    watch(root.screen) { [weak self] in self?.show($0) }
    watch(root.noticeText) { [weak self] in if !$0.isEmpty { self?.report($0) } }
    watch(root.configurationNotice) { [weak self] in if !$0.isEmpty { self?.notice = $0 } }
    self.watch = watch
  }

  private func isShown(_ model: RootScreen) -> Bool {
    switch (model, screen) {
    case (.starting(let text), .starting(let shown)): text == shown
    case (.signIn(let model), .signIn(let view)): model === view.model
    case (.main(let model), .main(let view)): model === view.model
    default: false
    }
  }

  private func show(_ model: RootScreen) {
    guard !isShown(model) else { return }
    help = nil
    menu = nil
    noteOpening()
    switch model {
    case .starting(let text): screen = .starting(text)
    case .signIn(let model): screen = .signIn(SignInView(model: model, host: host))
    case .main(let model):
      screen = .main(MainView(model: model, host: host))
      insertEarlyText()
    }
  }

  private func noteOpening() {
    opened = now()
    restored = nil
  }

  /// Another conversation took the place of one.
  private func noteSwitch() {
    restored = main?.conversation.flatMap { RestoredText($0.composer.field, at: now()) }
  }

  /// Only the composer gets it: elsewhere letters are actions.
  private func insertEarlyText() {
    let text = typedEarly
    typedEarly = ""
    if !text.isEmpty, context == .composer { insert(text) }
  }

  /// The host that the main screen calls.
  private var host: ScreenHost {
    ScreenHost(
      needsDisplay: { [weak self] in self?.invalidate() },
      notify: { [weak self] in
        self?.notice = $0.isEmpty ? nil : $0
        // What a server answers comes without a key that draws the next frame.
        self?.invalidate()
      },
      report: { [weak self] in self?.report($0) },
      noteOpening: { [weak self] in self?.noteOpening() },
      noteSwitch: { [weak self] in self?.noteSwitch() },
      copy: { [weak self] in self?.copy($0, saying: $1) },
      open: { [weak self] in self?.send(.open($0)) },
      openFile: { [weak self] in self?.send(.openFile($0)) },
      readClipboard: { [weak self] in self?.askForClipboard($0) },
      edit: { [weak self] in self?.edit($0, then: $1) },
      openMenu: { [weak self] in self?.openMenu() },
      key: { [weak self] in self?.table.keyText($0) ?? "" })
  }

  /// Whether the messages of the room on the screen will be there in a moment.
  public var isAwaitingContent: Bool {
    main?.conversation.map { !$0.model.timeline.isLoaded.value } ?? false
  }

  func invalidate() {
    guard !isOutdated else { return }
    isOutdated = true
    changes.send()
  }
}

extension RootView {
  /// The sign-in screen, while shown.
  var signIn: SignInView? {
    guard case .signIn(let view) = screen else { return nil }
    return view
  }

  /// The main screen, while shown.
  var main: MainView? {
    guard case .main(let view) = screen else { return nil }
    return view
  }

  /// The open question, if any.
  var prompt: PromptView? { main?.prompt ?? signIn?.question }

  func closePrompt() {
    main?.closePrompt()
    signIn?.model.closeQuestion()
  }

  /// The context that receives keys.
  var context: Context {
    if help != nil { return .help }
    if menu != nil { return .menu }
    switch screen {
    case .starting: return .starting
    case .signIn(let view): return view.context
    case .main(let main): return main.context
    }
  }

  /// The input line that receives letters, if any.
  var focusedField: TextField? {
    if let help { return help.field }
    if menu != nil { return nil }
    switch screen {
    case .starting: return nil
    case .signIn(let view): return view.focusedField
    case .main(let view): return view.focusedField
    }
  }
}

extension RootView {
  /// Performs the action bound to a key and returns whether there was one.
  @discardableResult
  func perform(_ key: Key) -> Bool {
    guard let row = table.row(for: key, in: context, of: self) else { return false }
    // A letter that does nothing here is text for the wrong place, like one without an action.
    if key.isLetter, row.availability(self) == .hidden { return false }
    run(row)
    return true
  }

  func run(_ row: BoundAction<RootView>) {
    if row.action.name != "interrupt" { quitsOnInterrupt = false }
    if row.action.name != "quit" { quitsWork = false }
    switch row.availability(self) {
    case .enabled:
      main?.focusAfterOpening = .composer
      row.run(self)
    case .disabled(let reason): notice = reason
    case .hidden: break
    }
    invalidate()
  }

  /// Inserts typed or pasted text.
  func insert(_ text: String) {
    quitsOnInterrupt = false
    if case .starting = screen {
      typedEarly += typedEarly.utf8.count < LineEditor.maximumByteCount ? text : ""
    } else if let field = focusedField {
      if !field.insert(text) { notice = "The text is longer than 1 MiB: nothing was inserted" }
    } else if context == .composer, let composer = main?.conversation?.composer,
      case .disabled(let reason) = composer.editAvailability
    {
      notice = reason
    } else if context.takesText, let hint = signIn?.refusedTextHint {
      notice = hint
    }
    invalidate()
  }

  /// Clears the notice of the previous key.
  func clearNotice() {
    guard notice != nil else { return }
    notice = nil
    // Without a notice of several rows the composer moves, and a letter shown ahead would be in its old place.
    if drawnLayout?.footer.rows != 1 { focusedField?.echoStyle = nil }
    invalidate()
  }

  func openHelp() {
    help = HelpView(actions: table.actions, context: context) { [weak self] in self?.invalidate() }
  }

  /// Opens the menu of actions for the focused part.
  func openMenu() {
    let context = context.base ?? context
    let entries = table.menu(of: context).compactMap { row -> MenuView.Entry? in
      let availability = row.availability(self)
      guard availability != .hidden else { return nil }
      return MenuView.Entry(
        action: row.action, isEnabled: availability == .enabled,
        keyText: row.action.keys(in: context).first?.description ?? "",
        run: { [weak self] in self?.run(row) })
    }
    menu = MenuView(heading: main?.menuHeading(for: context) ?? [], entries: entries) {
      [weak self] in self?.invalidate()
    }
  }

  /// Performs the action under the menu's cursor.
  func runMenuAction() {
    guard let menu, let entry = menu.selected else { return }
    guard !menu.hasMissed else {
      notice = "No action here has these letters: \(table.keyText("menu-down")) chooses"
      return
    }
    self.menu = nil
    entry.run()
  }

  func deleteMenuLetter() { menu?.deleteLetter(at: now()) }

  func deleteMenuWord() { menu?.deleteWord(at: now()) }

  func closeMenu() {
    menu = nil
    invalidate()
  }

  func send(_ request: HostRequest) { requests.send(request) }

  private func edit(_ text: String, then take: @escaping (EditedText) -> Void) {
    takeEdited = take
    requests.send(.edit(text))
  }

  /// The editor has ended, or could not be started.
  public func edited(_ outcome: EditedText) {
    takeEdited?(outcome)
    takeEdited = nil
    invalidate()
  }

  func closeHelp() {
    help = nil
    invalidate()
  }

  func quit() {
    // A file that is being copied for its message, for one, is not kept yet.
    if main?.prompt?.isWorking == true || main?.model.isWorkGoingOn == true, !quitsWork {
      quitsWork = true
      notice = "This is not done yet: \(table.keyText("quit")) again quits without it"
      return
    }
    requests.send(.quit)
  }

  func suspend() {
    requests.send(.suspend)
  }

  func redraw() {
    requests.send(.redraw)
  }

  /// Clears the line; a second press quits.
  func interrupt() {
    if quitsOnInterrupt { return quit() }
    quitsOnInterrupt = true
    let key = table.keyText("interrupt")
    if let field = focusedField, !field.editor.isEmpty {
      field.edit { $0.clear() }
      notice = "Cleared (\(table.keyText("undo")) brings it back); \(key) again quits"
    } else {
      notice = "\(key) again quits"
    }
  }
}
