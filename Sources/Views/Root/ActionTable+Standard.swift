extension ActionTable<RootView> {
  /// The application's action table.
  static let standard = ActionTable(
    SignInView.actions.of(\.signIn) + BrowserPageView.actions.of(\.signIn?.page)
      + mainScreen.of(\.main) + PromptView.actions.of(\.prompt) + RootView.closing
      + MenuView.actions.of(\.menu)
      + RootView.menuActions + HelpView.actions.of(\.help) + RootView.helpActions
      + TextField.actions.of(\.focusedField) + RootView.opening + MainView.anywhere.of(\.main)
      + RootView.anywhere)

  /// The actions of the main screen's parts.
  private static let mainScreen: [BoundAction<MainView>] =
    CompletionView.actions.of(\.conversation?.completion)
    + ConversationView.composing.of(\.conversation) + MainView.steppingOut
    + TimelineView.actions.of(\.conversation?.timeline) + MainView.links + MainView.files
    + MainView.messages + MainView.polls
    + MembersView.actions.of(\.conversation?.members) + MainView.people
    + MainView.threads + MainView.places + MainView.copies + MainView.lists + MainView.sources
    + (SheetView.actions + SheetView.stepping).of(\.sheet) + MainView.sheets + MainView.devices
    + MainView.accounts
    + MainView.rooms
    + RoomListView.actions.of(\.roomList) + MainView.marks + MainView.sections
    + MainView.room + MainView.settings + MainView.editor
    + MainView.attaching + MainView.spelling
    + ProfileView.actions.of(\.profile)
    + MainView.profiles + MainView.alertRules + MainView.persons + MainView.ignoring
    + MainView.security
    + MainView.account
}
