import Signals
import ViewModels

/// The screen that asks for a local name, or for user, password and server.
final class SignInView {
  /// Where the focus can be, from top to bottom.
  ///
  /// Nothing below the password takes text, and no way leads from the bottom to the top: whoever
  /// presses Tab too often shows nobody a password.
  enum Stop: Int, CaseIterable {
    case localName, server, user, password, submit, browser, register

    /// The fields for another server, in the order in which they are asked for.
    static let elsewhere: [Stop] = [.user, .password, .server]
    /// Where Tab goes: the user ID nearly always names the server.
    static let needed: [Stop] = [
      .localName, .user, .password, .submit, .browser, .register,
    ]
  }

  let model: SignInViewModel
  let tile: Tile
  private(set) var focus = Stop.localName
  /// What stands in place of the form.
  private(set) var question: PromptView?
  private(set) var page: BrowserPageView?
  private(set) var sheet: SheetView?
  private let localName: TextField
  private let server: TextField
  private let user: TextField
  private let password: TextField
  private let watch: Watch
  /// The key of an action, for a sentence.
  let key: (String) -> String

  init(model: SignInViewModel, host: ScreenHost) {
    self.model = model
    key = host.key
    tile = Tile(needsDisplay: host.needsDisplay)
    let needsDisplay = tile.invalidate
    localName = TextField(model.local.nameText.value, needsDisplay: needsDisplay) { [model] in
      model.local.nameChanged($0)
    }
    server = TextField(model.serverText.value, needsDisplay: needsDisplay) { [model] in
      model.serverChanged($0)
    }
    user = TextField(model.userText.value, needsDisplay: needsDisplay) { [model] in
      model.userChanged($0)
    }
    password = TextField(isSecret: true, needsDisplay: needsDisplay) { [model] in
      model.passwordChanged($0)
    }
    watch = Watch(needsDisplay)
    watch(model.local.nameText) { [localName] in localName.show($0) }
    watch(model.local.statusText)
    watch(model.local.start.isEnabled)
    watch(model.serverText) { [server] in server.show($0) }
    watch(model.userText) { [user] in user.show($0) }
    watch(model.serverStatusText)
    watch(model.hintText)
    watch(model.errorText)
    watch(model.progressText)
    watch(model.isBusy)
    watch(model.signIn.isEnabled)
    watch(model.otherAccountText)
    watch(model.showOther.isEnabled)
    focus =
      model.local.isPreferred ? .localName : user.editor.isEmpty ? .user : .password
    watch(model.acceptsPasswords) { [weak self] _ in self?.keepFocus() }
    watch(model.offersBrowser) { [weak self] _ in self?.keepFocus() }
    watch(model.offersTokens)
    watch(model.offersRegistration) { [weak self] _ in self?.keepFocus() }
    watch(model.question) { [weak self] model in
      self?.question = model.map { PromptView(model: $0, needsDisplay: needsDisplay) }
    }
    watch(model.sheet) { [weak self] model in
      guard self?.sheet?.model !== model else { return }
      self?.sheet = model.map { SheetView(model: $0, needsDisplay: needsDisplay) }
    }
    watch(model.page) { [weak self] model in
      self?.page = model.map { BrowserPageView(model: $0, host: host, needsDisplay: needsDisplay) }
    }
  }

  /// The part that receives keys.
  var context: Context {
    if page != nil { return .browserPage }
    if let question { return question.isConfirmation ? .confirmation : .prompt }
    if sheet != nil { return .sheet }
    return focus == .localName ? .localSignIn : .signIn
  }

  /// The field that takes text, if any.
  var focusedField: TextField? {
    if let page { return page.focusedField }
    if let question { return question.isConfirmation ? nil : question.field }
    return model.isBusy.value || sheet != nil ? nil : field(focus)
  }

  /// What to press for letters that go nowhere, because a button has the focus; nil elsewhere.
  ///
  /// They do not go to a field instead: it might show a password, or add to one that is there.
  var refusedTextHint: String? {
    guard context == .signIn, focusedField == nil else { return nil }
    return model.isBusy.value
      ? "Already signing in"
      : "A button takes no text: \(key("previous-field")) goes back, \(key("sign-in")) presses it"
  }

  /// Whether the server has a use for a stop.
  func isShown(_ stop: Stop) -> Bool {
    switch stop {
    case .localName, .server, .user: true
    case .password, .submit: model.acceptsPasswords.value
    case .browser: model.offersBrowser.value
    case .register: model.offersRegistration.value
    }
  }

  /// What the server turns out not to need loses the focus; the rest of a password is then no text.
  private func keepFocus() {
    if !isShown(focus) { focus = isShown(.submit) ? .submit : .browser }
  }

  func field(_ stop: Stop) -> TextField? {
    switch stop {
    case .localName: localName
    case .user: user
    case .password: password
    case .submit, .browser, .register: nil
    case .server: server
    }
  }

  /// Whether Enter can start the chat on this machine now.
  var startAvailability: Availability {
    if model.isBusy.value { return .disabled("Already signing in") }
    return .when(
      model.local.start.isEnabled.value, else: "First type a name: a-z, 0-9 and . _ = / -")
  }

  /// Starts the chat on this machine.
  func start() {
    model.local.start.execute()
  }

  /// Whether Enter can do anything for another server now.
  var submitAvailability: Availability {
    if model.isBusy.value { return .disabled("Already signing in") }
    if focus == .browser || focus == .register || !isShown(.submit) { return .enabled }
    return .when(model.signIn.isEnabled.value || nextEmptyField != nil, else: missingText)
  }

  /// Presses the focused button; in a field, signs in if all are filled in, otherwise moves to the next
  /// empty one.
  func submit() {
    if focus == .browser {
      model.signInByBrowser()
    } else if focus == .register {
      model.register()
    } else if !isShown(.submit) {
      focus = .browser
      tile.invalidate()
    } else if model.signIn.isEnabled.value {
      model.signIn.execute()
    } else if let empty = nextEmptyField {
      focus = empty
      tile.invalidate()
    }
  }

  /// Whether there is something to go to; nothing wraps.
  func moveAvailability(down isDown: Bool) -> Availability {
    isDown
      ? .when(focus != lastStop, else: "The last field: \(key("previous-field")) goes back")
      : .when(focus != .localName, else: "The first field: \(key("next-field")) goes on")
  }

  /// Gives the focus to the next of some stops.
  func moveFocus(down isDown: Bool, among stops: [Stop]) {
    let next =
      isDown
      ? stops.first { $0.rawValue > focus.rawValue && isShown($0) }
      : stops.last { $0.rawValue < focus.rawValue && isShown($0) }
    guard let next else { return }
    focus = next
    tile.invalidate()
  }

  private var lastStop: Stop? { Stop.allCases.last { isShown($0) } }

  /// The next required field that is empty; a full user ID implies the server.
  ///
  /// The focus never leaves the password automatically: the rest of it would be typed in the clear.
  private var nextEmptyField: Stop? {
    guard focus != .password else { return nil }
    let isWhole = user.editor.text.contains(":")
    let fields = Stop.elsewhere
    let start = fields.firstIndex(of: focus).map { $0 + 1 } ?? 0
    return fields.indices.lazy
      .map { fields[(start + $0) % fields.count] }
      .first { self.field($0)?.editor.isEmpty == true && !($0 == .server && isWhole) }
  }

  private var missingText: String {
    if user.editor.isEmpty { return "Type a user ID first, like @ada:example.org" }
    if password.editor.isEmpty { return "Type the password first" }
    return "Type a full user ID like @ada:example.org, or a server"
  }
}
