import Signals
import ViewModels

/// The screen that asks for server, user and password.
final class SignInView {
  /// The fields from top to bottom.
  enum Field: Int, CaseIterable {
    case server, user, password

    var label: String {
      switch self {
      case .server: "Server"
      case .user: "User ID"
      case .password: "Password"
      }
    }
  }

  let model: SignInViewModel
  private(set) var focus = Field.user
  private let server: TextField
  private let user: TextField
  private let password: TextField
  private let needsDisplay: () -> Void
  private let watch: Watch

  init(model: SignInViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    self.needsDisplay = needsDisplay
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
    watch(model.serverText) { [server] _ in server.synchronize() }
    watch(model.userText) { [user] _ in user.synchronize() }
    watch(model.serverStatusText)
    watch(model.hintText)
    watch(model.errorText)
    watch(model.isBusy)
    watch(model.signIn.isEnabled)
    focus = user.editor.isEmpty ? .user : .password
  }

  /// The field that takes text.
  var focusedField: TextField { field(focus) }

  func field(_ field: Field) -> TextField {
    switch field {
    case .server: server
    case .user: user
    case .password: password
    }
  }

  /// Whether Enter does anything now.
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
    let fields = Field.allCases
    return (1...fields.count).lazy
      .map { fields[(self.focus.rawValue + $0) % fields.count] }
      .first { self.field($0).editor.isEmpty && !($0 == .server && isWhole) }
  }
}
