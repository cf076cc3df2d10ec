import Signals
import ViewModels

extension ActionTable {
  /// Actions that every part of the screen has.
  static let anywhere: [Action] = [
    Action(
      "help", "show the keys", hint: "help",
      .init("F1", in: .anywhere.subtracting([.help])),
      .init("?", in: [.timeline, .roomList, .profile])
    ) { $0.openHelp() },
    Action("quit", "quit", hint: "quit", .init("C-q", in: .anywhere)) { $0.quit() },
    Action("interrupt", "clear the line; twice: quit", .init("C-c", in: .anywhere)) {
      $0.interrupt()
    },
    Action("suspend", "suspend the program", .init("C-z", in: .anywhere)) { $0.suspend() },
    Action("redraw", "draw the screen anew", .init("C-l", in: .anywhere)) { $0.redraw() },
  ]

  /// Actions of the main screen, whichever part of it has the focus.
  static let main: [Action] = [
    Action(
      "actions", "what can be done here", hint: "actions",
      .init(".", in: [.timeline, .roomList, .profile]), .init("F2", in: .withMenu)
    ) { $0.openMenu() },
    Action("focus-next", "next part of the screen", .init("Tab", in: .main)) {
      $0.main?.moveFocus(by: 1)
    },
    Action("focus-previous", "previous part of the screen", .init("S-Tab", in: .main)) {
      $0.main?.moveFocus(by: -1)
    },
    Action(
      "room-list", "go to the rooms", hint: "rooms",
      .init("C-o", "F3", in: [.composer, .timeline, .profile])
    ) { $0.main?.focusRoomList() },
    Action(
      "next-unread", "next unread room", hint: "next unread",
      .init("F6", "M-a", in: .main)
    ) { $0.openNextUnread() },
    Action("next-room", "next room", .init("C-Down", "M-Down", in: .main)) {
      $0.main?.changeRoom { $0.nextRoom() }
    },
    Action("previous-room", "previous room", .init("C-Up", "M-Up", in: .main)) {
      $0.main?.changeRoom { $0.previousRoom() }
    },
    Action("scroll-up", "older messages", .init("PageUp", in: .main)) {
      $0.main?.scrollTimeline(pages: 1)
    },
    Action("scroll-down", "newer messages", .init("PageDown", in: .main)) {
      $0.main?.scrollTimeline(pages: -1)
    },
    Action(
      "refresh", "connect now and load anew", .init("F5", in: .main),
      when: { .when($0.main?.model.refresh.isEnabled.value == true, else: "Refreshing already") }
    ) { $0.main?.model.refresh.execute() },
  ]

  /// The keys of the actions menu; any other key puts it away.
  static let menu: [Action] = [
    Action("menu-down", "next action", hint: "choose", .init("Down", "j", "Tab", in: [.menu])) {
      $0.menu?.moveCursor(by: 1)
    },
    Action("menu-up", "previous action", .init("Up", "k", "S-Tab", in: [.menu])) {
      $0.menu?.moveCursor(by: -1)
    },
    Action("menu-run", "do it", hint: "do it", .init("Enter", in: [.menu])) {
      $0.runMenuAction()
    },
    Action("menu-close", "close the menu", hint: "close", .init("Esc", ".", "F2", in: [.menu])) {
      $0.closeMenu()
    },
  ]

  /// The keys of the help overlay; letters filter it.
  static let help: [Action] = [
    Action("help-down", "scroll down", hint: "scroll", .init("Down", in: [.help])) {
      $0.help?.scroll(by: 1)
    },
    Action("help-up", "scroll up", .init("Up", in: [.help])) {
      $0.help?.scroll(by: -1)
    },
    Action("help-page-down", "one page down", hint: "page", .init("PageDown", in: [.help])) {
      $0.help?.scroll(pages: 1)
    },
    Action("help-page-up", "one page up", .init("PageUp", in: [.help])) {
      $0.help?.scroll(pages: -1)
    },
    Action("help-close", "close help", hint: "close", .init("Esc", "F1", in: [.help])) {
      $0.closeHelp()
    },
  ]
}
