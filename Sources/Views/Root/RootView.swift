public import Signals
import Terminal
public import ViewModels

/// The whole screen: chooses what to draw, and gives keys to what has the focus.
///
/// Main thread only. Drawing is a function of the view models' state and of the little state that
/// belongs to the screen (focus, cursors, scroll, open overlays); it may happen at any time.
public final class RootView {
  /// What the screen asks of the program around it.
  public enum HostRequest: Sendable {
    /// To end the program.
    case quit
    /// To stop the program until it is continued.
    case suspend
    /// To paint everything anew.
    case redraw
    /// To put a text into the clipboard of the terminal.
    case copy(String)
  }

  /// The screen below overlays.
  enum Screen {
    case starting(String)
    case signIn(SignInView)
    case main(MainView)
  }

  /// Sends on the main thread when something on the screen has changed; several changes ask once or
  /// more.
  public let needsDisplay: Signal<Void, Never>
  /// Sends on the main thread what the program around the screen is to do.
  public let hostRequests: Signal<HostRequest, Never>

  let table = ActionTable.standard
  let frame = Frame()
  private(set) var screen = Screen.starting("")
  private(set) var menu: MenuView?
  private(set) var help: HelpView?
  /// What the last key led to; shown until the next one.
  var notice: String?
  var burst = KeyBurst()
  let now: () -> ContinuousClock.Instant
  /// Where things stood in the last frame, for the mouse.
  var drawnLayout: MainLayout?
  private var quitsOnInterrupt = false
  private let changes = Subject<Void, Never>()
  private let requests = Subject<HostRequest, Never>()
  private let root: RootViewModel
  private var watch: Watch?

  /// Makes the screen of a root view model.
  ///
  /// - Parameter now: The time at which a key is handled, which tells typing from single keys.
  public init(
    root: RootViewModel, now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.root = root
    self.now = now
    needsDisplay = changes.signal
    hostRequests = requests.signal
    let watch = Watch { [weak self] in self?.invalidate() }
    watch(root.screen) { [weak self] _ in self?.synchronize() }
    self.watch = watch
  }

  /// Shows what the view models have now; needed before a key that comes in the same turn of the
  /// event loop as the key that changed it.
  func synchronize() {
    let model = root.screen.value
    if !isShown(model) { show(model) }
    main?.synchronize()
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
    let needsDisplay = { [weak self] in self?.invalidate() ?? () }
    help = nil
    menu = nil
    switch model {
    case .starting(let text): screen = .starting(text)
    case .signIn(let model): screen = .signIn(SignInView(model: model, needsDisplay: needsDisplay))
    case .main(let model): screen = .main(MainView(model: model, needsDisplay: needsDisplay))
    }
  }

  func invalidate() {
    changes.send()
  }
}

extension RootView {
  /// The sign-in screen, while it is shown.
  var signIn: SignInView? {
    guard case .signIn(let view) = screen else { return nil }
    return view
  }

  /// The main screen, while it is shown.
  var main: MainView? {
    guard case .main(let view) = screen else { return nil }
    return view
  }

  /// The part of the screen that takes keys.
  var context: Context {
    if help != nil { return .help }
    if menu != nil { return .menu }
    switch screen {
    case .starting: return .starting
    case .signIn(let view): return view.focus == .localName ? .localSignIn : .signIn
    case .main(let main): return main.context
    }
  }

  /// The input line that takes letters, if one does.
  var focusedField: TextField? {
    if let help { return help.field }
    if menu != nil { return nil }
    switch screen {
    case .starting: return nil
    case .signIn(let view): return view.model.isBusy.value ? nil : view.focusedField
    case .main(let view): return view.focusedField
    }
  }
}

extension RootView {
  /// Takes a key that means an action, and tells whether it did.
  func perform(_ key: Key) -> Bool {
    guard let action = table.action(for: key, in: context) else { return false }
    run(action)
    return true
  }

  private func run(_ action: Action) {
    if action.name != "interrupt" { quitsOnInterrupt = false }
    switch action.availability(self) {
    case .enabled:
      main?.focusAfterOpening = .composer
      action.run(self)
    case .disabled(let reason): notice = reason
    case .hidden: break
    }
    invalidate()
  }

  /// Takes typed or pasted text.
  func insert(_ text: String) {
    quitsOnInterrupt = false
    if let field = focusedField {
      if !field.insert(text) { notice = "The text is longer than 1 MiB: nothing was inserted" }
    } else if context == .composer, let composer = main?.conversation?.composer,
      case .disabled(let reason) = composer.editAvailability
    {
      notice = reason
    }
    invalidate()
  }

  /// Forgets the notice of the key before.
  func clearNotice() {
    guard notice != nil else { return }
    notice = nil
    invalidate()
  }

  func openHelp() {
    help = HelpView(table: table, context: context) { [weak self] in self?.invalidate() }
  }

  /// Opens the list of what can be done where the focus is.
  func openMenu() {
    let context = context
    let entries = table.menu(of: context).compactMap { action -> MenuView.Entry? in
      let availability = action.availability(self)
      guard availability != .hidden else { return nil }
      let key = action.keys(in: context).first?.description ?? ""
      return MenuView.Entry(action: action, availability: availability, keyText: key)
    }
    menu = MenuView(heading: main?.menuHeading(for: context) ?? [], entries: entries) {
      [weak self] in self?.invalidate()
    }
  }

  /// Does what is under the cursor of the menu.
  func runMenuAction() {
    guard let entry = menu?.selected else { return }
    menu = nil
    run(entry.action)
  }

  func closeMenu() {
    menu = nil
    invalidate()
  }

  /// Acts on the message under the cursor: one that was not sent asks what to do with it.
  func openSelectedMessage() {
    guard let timeline = main?.conversation?.timeline else { return }
    if timeline.discardAvailability == .enabled { openMenu() } else { timeline.openSelection() }
  }

  /// Goes to the next room with news, ready to answer there.
  func openNextUnread() {
    guard let main else { return }
    if main.model.nextUnread() { main.focusComposer() } else { notice = "Nothing is unread" }
  }

  func copy(_ text: String) {
    requests.send(.copy(text))
    notice = "Copied: \(text)"
  }

  func closeHelp() {
    help = nil
    invalidate()
  }

  func quit() {
    requests.send(.quit)
  }

  func suspend() {
    requests.send(.suspend)
  }

  func redraw() {
    requests.send(.redraw)
  }

  /// Clears the line; asks to be pressed again to quit.
  func interrupt() {
    if quitsOnInterrupt { return quit() }
    quitsOnInterrupt = true
    if let field = focusedField, !field.editor.isEmpty {
      field.edit { $0.clear() }
      notice = "Cleared (C-_ brings it back); C-c again quits"
    } else {
      notice = "C-c again quits"
    }
  }
}
