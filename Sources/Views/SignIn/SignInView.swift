import Signals
import ViewModels

/// The screen that asks for a name on this machine, or for server, user and password.
final class SignInView {
  /// The fields from top to bottom.
  enum Field: Int, CaseIterable {
    case localName, server, user, password

    var label: String {
      switch self {
      case .localName: "Name"
      case .server: "Server"
      case .user: "User ID"
      case .password: "Password"
      }
    }

    /// The fields for another server.
    static let elsewhere: [Field] = [.server, .user, .password]
  }

  let model: SignInViewModel
  private(set) var focus = Field.localName
  private let localName: TextField
  private let server: TextField
  private let user: TextField
  private let password: TextField
  private let needsDisplay: () -> Void
  private let watch: Watch

  init(model: SignInViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    self.needsDisplay = needsDisplay
    localName = TextField(source: model.local.nameText, needsDisplay: needsDisplay) { [model] in
      model.local.nameChanged($0)
    }
    server = TextField(source: model.serverText, needsDisplay: needsDisplay) { [model] in
      model.serverChanged($0)
    }
    user = TextField(source: model.userText, needsDisplay: needsDisplay) { [model] in
      model.userChanged($0)
    }
    password = TextField(source: nil, isSecret: true, needsDisplay: needsDisplay) { [model] in
      model.passwordChanged($0)
    }
    watch = Watch(needsDisplay)
    watch(model.local.nameText) { [localName] _ in localName.synchronize() }
    watch(model.local.statusText)
    watch(model.local.start.isEnabled)
    watch(model.serverText) { [server] _ in server.synchronize() }
    watch(model.userText) { [user] _ in user.synchronize() }
    watch(model.serverStatusText)
    watch(model.hintText)
    watch(model.errorText)
    watch(model.progressText)
    watch(model.signIn.isEnabled)
    focus =
      model.local.isPreferred ? .localName : user.editor.isEmpty ? .user : .password
  }

  /// The field that takes text.
  var focusedField: TextField { field(focus) }

  func field(_ field: Field) -> TextField {
    switch field {
    case .localName: localName
    case .server: server
    case .user: user
    case .password: password
    }
  }

  /// Whether Enter starts the chat on this machine now.
  var startAvailability: Availability {
    if model.isBusy.value { return .disabled("Signing in already") }
    return .when(
      model.local.start.isEnabled.value, else: "Type a name of a-z, 0-9 and . _ = / - first")
  }

  /// Starts the chat on this machine.
  func start() {
    model.local.start.execute()
  }

  /// Whether Enter does anything for another server now.
  var submitAvailability: Availability {
    if model.isBusy.value { return .disabled("Signing in already") }
    return .when(
      model.signIn.isEnabled.value || nextEmptyField != nil,
      else: "Type a server, or a whole user ID like @ada:example.org")
  }

  /// Signs in when all is filled in, and else goes to the next empty field.
  func submit() {
    if model.signIn.isEnabled.value {
      model.signIn.execute()
    } else if let empty = nextEmptyField {
      focus = empty
      needsDisplay()
    }
  }

  func moveFocus(by count: Int) {
    let fields = Field.allCases
    let index = (focus.rawValue + count + fields.count) % fields.count
    focus = fields[index]
    needsDisplay()
  }

  /// The next field that has to be filled in; a whole user ID names its server.
  private var nextEmptyField: Field? {
    let isWhole = user.editor.text.contains(":")
    let fields = Field.elsewhere
    let index = fields.firstIndex(of: focus) ?? 0
    return (1...fields.count).lazy
      .map { fields[(index + $0) % fields.count] }
      .first { self.field($0).editor.isEmpty && !($0 == .server && isWhole) }
  }
}
