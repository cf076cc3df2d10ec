import Signals
import ViewModels

/// The screen that asks for a local name, or for user, password and server.
final class SignInView {
  /// Where the focus can be, from top to bottom.
  ///
  /// Nothing below the password takes text, and no way leads from the bottom to the top: whoever
  /// presses Tab too often shows nobody a password.
  enum Stop: Int, CaseIterable {
    case localName, server, user, password, submit

    /// The fields for another server, in the order in which they are asked for.
    static let elsewhere: [Stop] = [.user, .password, .server]
    /// Where Tab goes: the user ID nearly always names the server.
    static let needed: [Stop] = [.localName, .user, .password, .submit]
  }

  let model: SignInViewModel
  let tile: Tile
  private(set) var focus = Stop.localName
  private let localName: TextField
  private let server: TextField
  private let user: TextField
  private let password: TextField
  private let watch: Watch

  init(model: SignInViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
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
  }

  /// The field that takes text, if any.
  var focusedField: TextField? { field(focus) }

  func field(_ stop: Stop) -> TextField? {
    switch stop {
    case .localName: localName
    case .user: user
    case .password: password
    case .submit: nil
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
    return .when(model.signIn.isEnabled.value || nextEmptyField != nil, else: missingText)
  }

  /// Signs in if all fields are filled in, otherwise moves to the next empty field.
  func submit() {
    if model.signIn.isEnabled.value {
      model.signIn.execute()
    } else if let empty = nextEmptyField {
      focus = empty
      tile.invalidate()
    }
  }

  /// Whether there is something to go to; nothing wraps.
  func moveAvailability(down isDown: Bool) -> Availability {
    isDown
      ? .when(focus != .submit, else: "The last field: S-Tab goes back")
      : .when(focus != .localName, else: "The first field: Tab goes on")
  }

  /// Gives the focus to the next of some stops.
  func moveFocus(down isDown: Bool, among stops: [Stop]) {
    let next =
      isDown
      ? stops.first { $0.rawValue > focus.rawValue } : stops.last { $0.rawValue < focus.rawValue }
    guard let next else { return }
    focus = next
    tile.invalidate()
  }

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
