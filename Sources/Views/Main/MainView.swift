import Signals
import Terminal
import ViewModels

/// The screen of a signed-in account: rooms, a conversation or a profile, and prompts.
final class MainView {
  /// The part that receives keys unless a profile or prompt is open.
  enum Focus: Int, CaseIterable {
    case composer, timeline, members, roomList
  }

  let model: MainViewModel
  let roomList: RoomListView
  private(set) var conversation: ConversationView?
  private(set) var profile: ProfileView?
  private(set) var sheet: SheetView?
  private(set) var search: SearchView?
  private(set) var prompt: PromptView?
  private(set) var focus = Focus.roomList
  /// The part that gets the focus when another room opens.
  var focusAfterOpening = Focus.composer
  /// The pane of the last frame beside the list or in its place.
  var drawnPane: Rect?
  /// Whether the next conversation opens with the members in its place, as the last session left them.
  private var beginsWithMembers: Bool
  /// Whether the last key was C-x, in the composer.
  var isAfterPrefix = false
  /// The message that is selected when the next conversation opens with the focus on its messages.
  var selectionAfterOpening: RowID?
  let statusLine: StatusLineView
  /// The tiles of the line between the panes and of the pane without a room.
  let dividerTile = Tile()
  let welcomeTile = Tile()
  let host: ScreenHost
  private let needsDisplay: () -> Void
  private let watch: Watch

  init(model: MainViewModel, host: ScreenHost) {
    self.model = model
    self.host = host
    needsDisplay = host.needsDisplay
    beginsWithMembers = model.beginsWithMembers
    roomList = RoomListView(model: model.roomList, needsDisplay: needsDisplay)
    statusLine = StatusLineView(
      model: model.status, quietText: model.alerts.quietText, needsDisplay: needsDisplay)
    watch = Watch(needsDisplay)
    watch(model.conversation) { [weak self] in self?.show($0) }
    watch(model.profile) { [weak self] in self?.show($0) }
    watch(model.sheet) { [weak self] in self?.show($0) }
    watch(model.search) { [weak self] in self?.show($0) }
    watch(model.prompt) { [weak self] in self?.show($0) }
    watch(model.refresh.isEnabled)
    watch(model.showsMembersBeside)
    watch.follow(model.status.cacheNotice) { if !$0.isEmpty { host.notify($0) } }
    watch.follow(model.status.keepingNotice) { if !$0.isEmpty { host.notify($0) } }
    // Behind the others, because it is the graver one.
    if !model.status.repairNotice.isEmpty { host.notify(model.status.repairNotice) }
  }

  /// The context that receives keys.
  var context: Context {
    if let prompt { return prompt.isConfirmation ? .confirmation : .prompt }
    if search != nil { return .search }
    if sheet != nil { return .sheet }
    if profile != nil { return .profile }
    switch focus {
    case .composer where isAfterPrefix: return .prefix
    case .composer: return conversation?.completion.isOpen == true ? .completion : .composer
    case .timeline: return .timeline
    case .members: return .members
    case .roomList: return .roomList
    }
  }

  /// The input line that receives letters, if any.
  var focusedField: TextField? {
    if let prompt { return prompt.isConfirmation ? nil : prompt.field }
    if let search { return search.field }
    if context == .members { return conversation?.members.field }
    guard profile == nil, sheet == nil, focus == .composer, let composer = conversation?.composer
    else {
      return nil
    }
    return composer.model.isEnabled.value ? composer.field : nil
  }

  private func show(_ model: ConversationViewModel?) {
    guard conversation?.model !== model else { return }
    let isSwitch = conversation != nil
    if !isSwitch { host.noteOpening() }
    conversation = model.map { ConversationView(model: $0, host: host) }
    // A list of threads has nothing to write in.
    focus =
      model.map { $0.isThreadList || $0.showsMessage ? .timeline : focusAfterOpening } ?? .roomList
    if beginsWithMembers, conversation != nil { focus = .members }
    beginsWithMembers = beginsWithMembers && conversation == nil
    if focus == .timeline { conversation?.timeline.selectWhenFilled(selectionAfterOpening) }
    selectionAfterOpening = nil
    keepMembersPlace()
    if isSwitch { host.noteSwitch() }
  }

  private func show(_ model: ProfileViewModel?) {
    guard profile?.model !== model else { return }
    profile = model.map { ProfileView(model: $0, needsDisplay: needsDisplay) }
  }

  private func show(_ model: SheetViewModel?) {
    guard sheet?.model !== model else { return }
    sheet = model.map { SheetView(model: $0, needsDisplay: needsDisplay) }
  }

  private func show(_ model: SearchViewModel?) {
    guard search?.model !== model else { return }
    search = model.map { SearchView(model: $0, needsDisplay: needsDisplay) }
  }

  private func show(_ model: PromptViewModel?) {
    guard prompt?.model !== model else { return }
    prompt = model.map { PromptView(model: $0, needsDisplay: needsDisplay) }
  }
}

extension MainView {
  /// Moves the focus to the next part, cyclically.
  ///
  /// Members that are not on the screen are left out.
  func moveFocus(by count: Int) {
    guard conversation != nil else { return }
    let hasMembers = focus == .members || hasMembersBeside(in: drawnPane)
    let parts = Focus.allCases.filter { $0 != .members || hasMembers }
    let place = parts.firstIndex(of: focus) ?? 0
    setFocus(parts[(place + count + parts.count) % parts.count])
  }

  /// Moves the focus from the composer to the messages, and from there to the rooms.
  func stepOut() {
    switch focus {
    case .composer: setFocus(.timeline)
    case .timeline where conversation?.model.isBesideRoom == true: leaveThread()
    case .members: setFocus(.timeline)
    case .timeline, .roomList: setFocus(.roomList)
    }
  }

  func focusComposer() {
    if conversation != nil { setFocus(.composer) }
  }

  func focusTimeline() {
    if conversation != nil { setFocus(.timeline) }
  }

  func focusMembers() {
    guard let conversation else { return }
    // Keys may come before the next frame.
    conversation.members.model.appeared()
    setFocus(.members)
  }

  /// Whether Tab in the composer is meant for a word for which nothing is found yet: the keys behind it must not
  /// act on another part of the screen.
  var completesNothing: Bool {
    focus == .composer && conversation?.composer.model.completion.isFruitless == true
  }

  func focusRoomList() {
    model.closeSheets()
    if profile != nil { model.closeProfile() }
    roomList.chooseCursor()
    setFocus(.roomList)
  }

  private func setFocus(_ newFocus: Focus) {
    // The letters that were looked for are no longer.
    if focus == .members, newFocus != .members { conversation?.members.reset() }
    if focus == .timeline, newFocus != .timeline { conversation?.timeline.model.stopSearching() }
    focus = newFocus
    keepMembersPlace()
    if focus == .timeline { conversation?.timeline.selectVisible() }
    needsDisplay()
  }

  /// The next session begins as this one is left.
  private func keepMembersPlace() {
    model.membersAlone(focus == .members && !hasMembersBeside(in: drawnPane))
  }

  /// Switches to another room without leaving the list.
  func changeRoom(_ change: (MainViewModel) -> Void) {
    if focus == .roomList { focusAfterOpening = .roomList }
    change(model)
  }

  func openSelectedRoom() {
    switch roomList.cursorEntry {
    case .room(let row) where row.content.value.isInvite: model.askToAccept(row)
    case .room(let row) where row.content.value.isAsking:
      model.askToWithdrawRequest(row, tell: host.report)
    case .room(let row):
      row.open.execute()
      focusComposer()
    case .moreInvites: roomList.model.toggleInvites()
    case .section: roomList.fold()
    case nil: break
    }
  }

  /// Opens the message under the cursor; an unsent message opens a prompt.
  func openSelectedMessage() {
    guard let timeline = conversation?.timeline else { return }
    if timeline.discardAvailability == .enabled {
      host.openMenu()
    } else if voteAvailability == .enabled {
      vote()
    } else if timeline.selectedRow?.hasThread == true {
      openThread()
    } else {
      timeline.openSelection()
    }
  }

  /// Opens the next unread room and focuses its composer.
  func openNextUnread() {
    if model.nextUnread() { focusComposer() } else { host.notify("Nothing is unread") }
  }

  func scrollTimeline(pages: Int) {
    conversation?.timeline.scroll(pages: pages)
  }

  func scrollTimeline(lines: Int) {
    conversation?.timeline.scroll(up: lines)
  }

  /// Opens the room at a row of the list.
  func click(listRow: Int) {
    guard let entry = roomList.entry(at: listRow) else { return }
    roomList.setCursor(entry.id)
    model.closeSearch()
    setFocus(.roomList)
    if entry.row?.content.value.isPending != true { openSelectedRoom() }
  }

  func closePrompt() {
    model.closePrompt()
  }

  func closeProfile() {
    model.closeProfile()
  }
}
