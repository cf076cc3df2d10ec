extension ActionTable<RootView> {
  /// The application's action table.
  static let standard = ActionTable(
    SignInView.actions.of(\.signIn) + BrowserPageView.actions.of(\.signIn?.page)
      + conversation.of(\.main) + (SheetView.actions + SheetView.stepping).of(\.sheet)
      + RootView.sheets + SheetView.searching.of(\.sheet) + rooms.of(\.main) + RootView.settings
      + people.of(\.main)
      + PromptView.actions.of(\.prompt) + RootView.closing
      + MenuView.actions.of(\.menu)
      + RootView.menuActions + HelpView.actions.of(\.help) + RootView.helpActions
      + TextField.actions.of(\.focusedField) + RootView.opening + MainView.anywhere.of(\.main)
      + RootView.anywhere)

  /// The actions of the conversation.
  private static let conversation: [BoundAction<MainView>] =
    CompletionView.actions.of(\.conversation?.completion)
    + ConversationView.composing.of(\.conversation) + MainView.steppingOut
    + TimelineView.actions.of(\.conversation?.timeline) + MainView.links + MainView.files
    + MainView.polls + MainView.messages
    + MembersView.actions.of(\.conversation?.members) + MainView.people
    + MainView.threads + MainView.places + MainView.copies + MainView.lists + MainView.sources
    + MainView.searching + SearchView.actions.of(\.search) + MainView.leavingSearch

  /// The actions of lists and of the rooms.
  private static let rooms: [BoundAction<MainView>] =
    MainView.devices + MainView.accounts + MainView.rooms
    + RoomListView.actions.of(\.roomList) + MainView.marks + MainView.sections
    + MainView.room

  /// The actions of people and of the account, and those of the composer beside its keys.
  private static let people: [BoundAction<MainView>] =
    MainView.editor + MainView.attaching + MainView.spelling
    + ProfileView.actions.of(\.profile)
    + MainView.profiles + MainView.alertRules + MainView.persons + MainView.ignoring
    + MainView.security
    + MainView.account
}
