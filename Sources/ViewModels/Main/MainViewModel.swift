package import Controllers
import Models
public import Signals

/// The main screen of a session: rooms, the open conversation, and what lies over them.
public final class MainViewModel {
  /// The list of rooms.
  public let roomList: RoomListViewModel
  /// The line at the top.
  public let status: StatusLineViewModel
  /// The open room.
  public let conversation: Property<ConversationViewModel?>
  /// The open profile.
  public let profile: Property<ProfileViewModel?>
  /// The open question.
  public let prompt: Property<PromptViewModel?>
  /// Connects again now and asks anew for what is open.
  public let refresh: Command<Void, Void, Never>

  private let selection: MutableProperty<RoomID?>
  private let openConversation = MutableProperty<ConversationViewModel?>(nil)
  private let openedProfile = MutableProperty<ProfileViewModel?>(nil)
  private let question = MutableProperty<PromptViewModel?>(nil)
  private let navigator = Navigator()
  private let questionAnswered = SerialDisposable()
  private let lifetime = Lifetime()
  private var drafts: [RoomID: MutableProperty<String>] = [:]
  private let session: Session
  private let sessions: any SessionController
  private let world: World

  package init(session: Session, sessions: any SessionController, world: World) {
    self.session = session
    self.sessions = sessions
    self.world = world
    let selection = MutableProperty<RoomID?>(nil)
    self.selection = selection
    roomList = RoomListViewModel(session: session, selection: selection, navigator: navigator)
    status = StatusLineViewModel(session: session, world: world)
    conversation = openConversation
    profile = openedProfile
    prompt = question
    let openedProfile = openedProfile
    refresh = Command { _ in
      session.sync.retryNow()
      openedProfile.value?.refresh.execute()
      return .empty
    }
    lifetime.add(
      navigator.rooms.signal.observe(on: .main).subscribe { [weak self] in self?.open($0) })
    lifetime.add(
      navigator.profiles.signal.observe(on: .main).subscribe { [weak self] in
        self?.openProfile($0)
      })
    lifetime.add(questionAnswered)
    session.sync.start()
  }

  // MARK: - Rooms

  private func open(_ room: RoomID) {
    guard openConversation.value?.roomID != room else { return closeProfile() }
    let draft = drafts[room] ?? MutableProperty("")
    drafts[room] = draft
    batch {
      selection.value = room
      openedProfile.value = nil
      openConversation.value = ConversationViewModel(
        room: room, session: session, world: world, draft: draft, navigator: navigator)
    }
  }

  /// Opens the room below the open one in the list.
  public func nextRoom() { step(1) }

  /// Opens the room above the open one in the list.
  public func previousRoom() { step(-1) }

  /// Opens the next room with unread messages, mentions first.
  public func nextUnread() {
    let rows = after(selection.value).filter { !$0.content.value.isInvite }
    let mentioned = rows.first { !$0.content.value.mentionText.isEmpty }
    (mentioned ?? rows.first { !$0.content.value.unreadText.isEmpty })?.open.execute()
  }

  private func step(_ offset: Int) {
    let rows = roomList.rows.value.filter { !$0.content.value.isInvite }
    guard !rows.isEmpty else { return }
    let index = rows.firstIndex { $0.roomID == selection.value }
    let next = index.map { ($0 + offset + rows.count) % rows.count }
    rows[next ?? (offset > 0 ? 0 : rows.count - 1)].open.execute()
  }

  private func after(_ room: RoomID?) -> [RoomRowViewModel] {
    let rows = roomList.rows.value
    guard let index = rows.firstIndex(where: { $0.roomID == room }) else { return rows }
    return Array(rows[(index + 1)...] + rows[..<index])
  }

  // MARK: - Profiles

  private func openProfile(_ user: UserID) {
    openedProfile.value = ProfileViewModel(
      user: user, session: session, world: world, navigator: navigator)
  }

  /// Opens the account's own profile.
  public func openOwnProfile() { openProfile(session.userID) }

  /// Goes back from the profile.
  public func closeProfile() { openedProfile.value = nil }

  // MARK: - Questions

  /// Asks for the address of a room to join.
  public func askToJoin() {
    let rooms = session.rooms
    ask("Join room", placeholder: "#room:example.org or a room id") { [weak self] in
      self?.opening(rooms.join($0)) ?? .empty
    }
  }

  /// Asks for the name of a room to make.
  public func askToCreateRoom() {
    let rooms = session.rooms
    ask("New room", placeholder: "its name") { [weak self] in
      self?.opening(rooms.create(NewRoom(name: $0))) ?? .empty
    }
  }

  /// Asks for a person to write to.
  public func askToMessagePerson() {
    let rooms = session.rooms
    ask("Write to", placeholder: "@person:example.org") { [weak self] text in
      guard let user = UserID(text) else {
        return .failed(RequestError(operation: .fetchUser, reason: .invalidInput(text)))
      }
      return self?.opening(rooms.directRoom(with: user)) ?? .empty
    }
  }

  /// Asks whether to leave a room.
  public func askToLeave(_ row: RoomRowViewModel) {
    let (rooms, room) = (session.rooms, row.roomID)
    confirm("Leave \(row.content.value.nameText)?") { [weak self] in
      self?.closing(room, rooms.leave(room)) ?? .empty
    }
  }

  /// Asks whether to sign out.
  public func askToSignOut() {
    let sessions = sessions
    confirm("Sign out \(session.userID.rawValue)?") {
      // This view model goes before the server has heard of it.
      sessions.signOut().detached()
    }
  }

  /// Puts the open question away.
  public func closePrompt() { question.value = nil }

  private func ask(
    _ title: String, placeholder: String, _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(PromptViewModel(title: title, placeholder: placeholder, work: work))
  }

  private func confirm(_ title: String, _ work: @escaping () -> Signal<Void, RequestError>) {
    show(PromptViewModel(title: title, isConfirmation: true, work: { _ in work() }))
  }

  /// Asks a question, which is put away when it has its answer.
  private func show(_ prompt: PromptViewModel) {
    question.value = prompt
    questionAnswered.inner = prompt.answered.observe(on: .main).subscribe { [weak self] in
      self?.closePrompt()
    }
  }

  /// The same request, which opens its room when it is there.
  private func opening(_ request: Signal<RoomID, RequestError>) -> Signal<Void, RequestError> {
    request.onMain(value: { [weak self] in self?.open($0) }).map { _ in }
  }

  /// The same request, which closes the room when it is done.
  private func closing(
    _ room: RoomID, _ request: Signal<Void, RequestError>
  ) -> Signal<Void, RequestError> {
    request.onMain(completed: { [weak self] in self?.close(room) })
  }

  private func close(_ room: RoomID) {
    guard openConversation.value?.roomID == room else { return }
    batch {
      selection.value = nil
      openConversation.value = nil
    }
  }
}
