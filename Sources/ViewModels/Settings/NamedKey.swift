import Controllers

/// An action whose key is named in sentences: the one that the user has given it, or else the usual one.
public nonisolated enum NamedKey: String, CaseIterable, Sendable {
  case actions
  case addAccount = "add-account"
  case complete
  case createRoom = "create-room"
  case firstNew = "first-new"
  case insertCutText = "yank"
  case joinRoom = "join-room"
  case markRead = "mark-read"
  case markUnread = "mark-unread"
  case messagePerson = "message-person"
  case openMessage = "open-message"
  case refresh
  case reloadPicture = "reload-picture"
  case scrollUp = "scroll-up"
  case send
  case sheetOpen = "sheet-open"
  case sheetSearch = "sheet-search"
  case sheetUndo = "sheet-undo"
  case startChat = "start-chat"
  case submit
  case suggestionDown = "suggestion-down"
  case suggestionUp = "suggestion-up"
  case cancel
  case toMessages = "to-messages"
  case toRooms = "to-rooms"
  case toggleOption = "toggle-option"
  case undoLast = "undo-last"

  /// The key in the table of actions.
  public var usual: String {
    switch self {
    case .actions: "F2"
    case .addAccount: "+"
    case .complete: "Tab"
    case .createRoom: "c"
    case .firstNew: "n"
    case .insertCutText: "C-y"
    case .joinRoom: "J"
    case .markRead: "U"
    case .markUnread: "u"
    case .messagePerson: "m"
    case .refresh: "F5"
    case .reloadPicture: "R"
    case .scrollUp: "PageUp"
    case .openMessage, .send, .sheetOpen, .startChat, .submit: "Enter"
    case .sheetSearch: "/"
    case .sheetUndo: "u"
    case .suggestionDown: "Down"
    case .suggestionUp: "Up"
    case .cancel, .toMessages, .toRooms: "Esc"
    case .toggleOption: "C-t"
    case .undoLast: "u"
    }
  }
}

extension Preferences {
  /// "Up, Down and Enter choose": how to answer with one of some suggestions.
  nonisolated var choosingText: String {
    "\(key(.suggestionUp)), \(key(.suggestionDown)) and \(key(.submit)) choose"
  }

  /// The key of an action; that of the menu where the user left it without one.
  nonisolated func key(_ named: NamedKey) -> String {
    guard let own = keys[named.rawValue] else { return named.usual }
    return own.first ?? (named == .actions ? named.usual : key(.actions))
  }
}
