/// The part of the screen that has the focus and receives keys.
enum Context: Int, CaseIterable, Hashable, Comparable {
  case starting
  /// The sign-in screen's name field for the chat on this machine.
  case localSignIn
  case signIn
  /// The wait for a web page that signs in.
  case browserPage
  case composer
  /// The composer while there are suggestions for a word.
  case completion
  /// The composer after C-x, until the next key.
  case prefix
  case timeline
  /// The members of the open room.
  case members
  case roomList
  case profile
  /// A list in front of the conversation.
  case sheet
  /// The search for messages.
  case search
  case prompt
  case confirmation
  /// The menu of actions for the focused part.
  case menu
  case help

  static func < (left: Context, right: Context) -> Bool { left.rawValue < right.rawValue }

  /// The part that keys without a meaning in this part go to.
  var base: Context? { self == .completion || self == .prefix ? .composer : nil }

  /// Whether letters are text here.
  var takesText: Bool { Set<Context>.text.contains(base ?? self) }

  /// The heading for this part's keys in help.
  var title: String {
    switch self {
    case .starting: "Starting"
    case .localSignIn: "On this machine"
    case .signIn: "Sign in"
    case .browserPage: "Browser"
    case .composer: "Composer"
    case .completion: "Suggestions"
    case .prefix: "After C-x"
    case .timeline: "Messages"
    case .members: "Members"
    case .roomList: "Rooms"
    case .profile: "Profile"
    case .sheet: "List"
    case .search: "Search"
    case .prompt: "Question"
    case .confirmation: "Confirmation"
    case .menu: "Actions"
    case .help: "Help"
    }
  }
}

extension Set<Context> {
  /// All contexts.
  static let anywhere = Set(Context.allCases)
  /// The parts of the main screen.
  static let main: Set = [.composer, .timeline, .roomList]
  /// The parts of the main screen, with the members of a room.
  static let panes = Set.main.union([.members])
  /// The contexts in which letters are text.
  static let text: Set = [
    .composer, .members, .search, .prompt, .localSignIn, .signIn, .browserPage, .help,
  ]
  /// The contexts that have an actions menu.
  static let withMenu: Set = Set.panes.union([.profile, .sheet, .localSignIn, .signIn])
}
