/// Where keys go: the part of the screen that has the focus.
enum Context: Int, CaseIterable, Hashable, Comparable {
  case starting
  /// The field of the sign-in screen for the chat on this machine.
  case localSignIn
  case signIn
  case composer
  case timeline
  case roomList
  case profile
  case prompt
  case confirmation
  /// The list of actions for what has the focus.
  case menu
  case help

  static func < (left: Context, right: Context) -> Bool { left.rawValue < right.rawValue }

  /// What help calls the keys of this part.
  var title: String {
    switch self {
    case .starting: "Starting"
    case .localSignIn: "On this machine"
    case .signIn: "Sign in"
    case .composer: "Composer"
    case .timeline: "Messages"
    case .roomList: "Rooms"
    case .profile: "Profile"
    case .prompt: "Question"
    case .confirmation: "Confirmation"
    case .menu: "Actions"
    case .help: "Help"
    }
  }
}

extension Set<Context> {
  /// Everywhere.
  static let anywhere = Set(Context.allCases)
  /// The parts of the main screen.
  static let main: Set = [.composer, .timeline, .roomList]
  /// The parts where letters are text.
  static let text: Set = [.composer, .prompt, .localSignIn, .signIn, .help]
  /// The parts that have an actions menu.
  static let withMenu: Set = Set.main.union([.profile])
}
