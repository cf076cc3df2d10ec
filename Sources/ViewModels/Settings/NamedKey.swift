import Controllers

/// An action whose key is named in sentences: the one that the user has given it, or else the usual one.
public nonisolated enum NamedKey: String, CaseIterable, Sendable {
  case actions
  case addAccount = "add-account"
  case createRoom = "create-room"
  case joinRoom = "join-room"
  case markRead = "mark-read"
  case markUnread = "mark-unread"
  case messagePerson = "message-person"
  case refresh
  case reloadPicture = "reload-picture"
  case sheetUndo = "sheet-undo"
  case toMessages = "to-messages"
  case toggleOption = "toggle-option"
  case undoLast = "undo-last"

  /// The key in the table of actions.
  public var usual: String {
    switch self {
    case .actions: "F2"
    case .addAccount: "+"
    case .createRoom: "c"
    case .joinRoom: "J"
    case .markRead: "U"
    case .markUnread: "u"
    case .messagePerson: "m"
    case .refresh: "F5"
    case .reloadPicture: "R"
    case .sheetUndo: "u"
    case .toMessages: "Esc"
    case .toggleOption: "C-t"
    case .undoLast: "u"
    }
  }
}

extension Preferences {
  /// The key of an action; that of the menu where the user left it without one.
  nonisolated func key(_ named: NamedKey) -> String {
    guard let own = keys[named.rawValue] else { return named.usual }
    return own.first ?? (named == .actions ? named.usual : key(.actions))
  }
}
