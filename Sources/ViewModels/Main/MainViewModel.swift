package import Controllers
import Models
public import Signals

/// The main screen of a session: rooms, the open conversation, and what covers them.
public final class MainViewModel {
  /// The list of rooms.
  public let roomList: RoomListViewModel
  /// The status line at the top.
  public let status: StatusLineViewModel
  /// What to tell the user, who may be looking at another window.
  public let alerts: AlertsViewModel
  /// The open room.
  public let conversation: Property<ConversationViewModel?>
  /// The open profile.
  public let profile: Property<ProfileViewModel?>
  /// The open list.
  public let sheet: Property<SheetViewModel?>
  /// The open search for messages, in front of a list and of a profile.
  public let search: Property<SearchViewModel?>
  /// The open question.
  public let prompt: Property<PromptViewModel?>
  /// Reconnects now, and requests what is open again.
  public let refresh: Command<Void, Void, Never>
  /// Restores the message of the open room that was discarded last; disabled when there is none.
  public let undoDiscard: Command<Void, Void, Never>

  /// Whether the members of rooms are shown beside their messages, where there is room for both.
  public let showsMembersBeside: Property<Bool>

  /// What happened to the account by itself, such as its removal from a room; empty at first.
  package var noticeText: Property<String> { notices.text }

  let notices: Notices
  let requests: RequestWatch
  private let removals: RemovalWatch
  private let selection: MutableProperty<RoomID?>
  private let openConversation = MutableProperty<ConversationViewModel?>(nil)
  private let openedProfile = MutableProperty<ProfileViewModel?>(nil)
  let openedSearch = MutableProperty<SearchViewModel?>(nil)
  /// The search that is open, or was.
  private(set) lazy var searching = SearchViewModel(
    search: session.search, world: world,
    name: { [lookAlikes] room in
      lookAlikes.value[room.id].flatMap { LookAlikeName(room, differing: $0)?.labelText }
        ?? Names.label(room)
    },
    open: { [weak self] in self?.go(to: $0) })
  private let firstRoom = SerialDisposable()
  /// The wait for what kind of room was joined.
  let enteredRoom = SerialDisposable()
  /// The settings of a room that is not created yet: closing their list loses nothing.
  var roomDraft: NewRoom?
  /// The search for files that a paste or the clipboard names.
  let pasteWork = SerialDisposable()
  /// What the last question about a word waits for.
  let spellingWork = SerialDisposable()
  /// The wait for what leaving a room would end.
  let leaving = SerialDisposable()
  /// The search for the account's page.
  let accountPage = SerialDisposable()
  private let navigator = Navigator()
  private let lifetime = Lifetime()
  private let drafts: Drafts
  /// The rooms whose names look like others, with what tells their addresses apart.
  let lookAlikes: Property<[RoomID: String]>
  /// As what others see the account, and what the server says of that.
  let presenceChoice: PresenceChoice
  let ownPresence: Property<Presence?>
  /// The people on the screen, of whom the server is asked whether they are there.
  let peopleInSight: PeopleInSight
  /// What the server offers besides what every server does; nil until it has said so.
  let offers: Property<ServerOffer?>
  /// Where the members of rooms are shown.
  let membersPlace: MutableProperty<MembersPlace>
  /// What rooms told of before a key of this run changed it.
  var lastAlerts: [RoomID: Room.Alerts] = [:]
  private var places: LeftPlaces
  let session: Session
  let sessions: any SessionController
  /// All accounts of this machine.
  let overview: AccountsOverview
  /// Whether the user sees this account, and not another one.
  let isInFront = MutableProperty(true)
  /// Whether the user sees this account now, and not another window.
  private let isLooking: Property<Bool>
  /// Whether the open conversation is in front, and no list, profile or search covers it.
  private let seesConversation: Property<Bool>
  let questions: Questions
  let sheets = Sheets()
  let settings: SettingsScreen
  let discards: Discards
  let roomChanges: RoomChanges
  /// The tags in whose place rooms have got another one.
  var replacedTags: [RoomID: RoomTag] = [:]
  /// The counts of messages that wait to be sent or failed.
  let unsentCount: Property<UnsentCount>
  let world: World

  package convenience init(session: Session, sessions: any SessionController, world: World) {
    self.init(
      session: session, sessions: sessions, world: world,
      overview: AccountsOverview(sessions: sessions))
  }

  init(
    session: Session, sessions: any SessionController, world: World, overview: AccountsOverview,
    notices: Notices = Notices()
  ) {
    self.session = session
    self.sessions = sessions
    self.world = world
    self.overview = overview
    self.notices = notices
    places = LeftPlaces(session.places.kept)
    let selection = MutableProperty<RoomID?>(nil)
    self.selection = selection
    presenceChoice = PresenceChoice(session: session, world: world)
    offers = Property(initial: nil, then: session.profiles.offers)
    ownPresence = Property(
      initial: nil, then: session.profiles.presence(of: session.userID))
    membersPlace = MutableProperty(session.places.kept.members)
    showsMembersBeside = membersPlace.map(\.isBeside)
    let drafts = Drafts(places: session.places)
    self.drafts = drafts
    lookAlikes = Property(
      initial: [:], then: RoomLookAlikes.found(in: session.rooms, on: world.scheduler))
    let reading = Self.reading(openConversation)
    roomList = RoomListViewModel(
      session: session, selection: selection, drafts: drafts.unsentRooms, lookAlikes: lookAlikes,
      reading: reading, chosen: world.chosen, navigator: navigator)
    status = StatusLineViewModel(session: session, world: world, overview: overview)
    let inFront = openConversation.combineLatest(with: isInFront).map { open, isInFront in
      isInFront ? open.map { AlertsViewModel.Place(room: $0.roomID, subject: $0.subject) } : nil
    }
    alerts = AlertsViewModel(session: session, world: world, inFront: inFront)
    conversation = openConversation
    profile = openedProfile
    sheet = sheets.open
    search = openedSearch
    questions = Questions(scheduler: world.scheduler, tell: { [notices] in notices.tell($0) })
    settings = SettingsScreen(sheets: sheets, questions: questions, world: world)
    prompt = questions.open
    discards = Discards(
      sender: session.sender, conversation: conversation, notices: notices)
    roomChanges = RoomChanges(
      rooms: session.rooms, questions: questions, chosen: world.chosen)
    requests = RequestWatch(rooms: session.rooms, notices: notices)
    removals = RemovalWatch(rooms: session.rooms, reading: reading, notices: notices)
    undoDiscard = discards.undo
    unsentCount = Property<UnsentCount>(
      initial: UnsentCount(), then: session.sender.unsentCount)
    isLooking = isInFront.combineLatest(with: alerts.hasFocus).map { $0 && $1 }
    seesConversation = Property<(Bool, SheetViewModel?, ProfileViewModel?)>.combineLatest(
      isLooking, sheet, profile
    ).map { $0 && $1 == nil && $2 == nil }.and(search.map { $0 == nil })
    peopleInSight = PeopleInSight(
      conversation: conversation, profile: profile, isLooking: isLooking,
      profiles: session.profiles, scheduler: world.scheduler)
    let openedProfile = openedProfile
    refresh = Command { _ in
      session.sync.retryNow()
      openedProfile.value?.refresh.execute()
      return .empty
    }
    lifetime.add(
      navigator.rooms.signal.observe(on: .main).subscribe { [weak self] room in
        self?.open(room)
      })
    lifetime.add(
      navigator.joined.signal.observe(on: .main).subscribe { [weak self] in self?.enter($0) })
    lifetime.add(
      navigator.replacements.signal.observe(on: .main).subscribe { [weak self] in
        self?.askToJoin(replacement: $0)
      })
    lifetime.add(
      navigator.profiles.signal.observe(on: .main).subscribe { [weak self] in
        self?.openProfile($0)
      })
    lifetime.add(
      navigator.messages.signal.observe(on: .main).subscribe { [weak self] in self?.follow($0) })
    lifetime.add(
      navigator.commands.signal.observe(on: .main).subscribe { [weak self] in self?.run($0) })
    lifetime.add(reading.observe { overview.reads($0, of: session.id) })
    lifetime.add(firstRoom)
    lifetime.add(enteredRoom)
    lifetime.add(pasteWork)
    lifetime.add(spellingWork)
    session.sync.start()
  }

  // MARK: - Rooms

  /// Opens a room where it was left, and ends its mark as unread.
  func open(_ room: RoomID) {
    endMark(of: room)
    let open = openConversation.value
    defer { roomList.noteOpening() }
    guard open?.roomID != room || open?.subject != .room else {
      sheets.closeAll()
      return closeProfile()
    }
    show(.room, in: room, from: .room)
  }

  /// Opens a room where it was left, one of its threads or the list of them, which were opened from
  /// `origin`.
  func show(
    _ subject: ConversationSubject, in room: RoomID, from origin: ConversationSubject
  ) {
    sheets.closeAll()
    if let last = openConversation.value { places.leave(last) }
    let draft = drafts.draft(of: subject, in: room)
    // Before the view, which corrects a place that is gone.
    session.places.keep(
      OpenRoom(
        room: room, message: places.message(of: .room, in: room), thread: subject.root,
        unseen: places.unseen[room]))
    batch {
      selection.value = room
      openedProfile.value = nil
      openConversation.value = ConversationViewModel(
        room: room, subject: subject, origin: subject == .room ? nil : origin, session: session,
        world: world, draft: draft,
        // A thread's own draft stands in its composer.
        threadDrafts: subject.root == nil ? drafts.unsentThreads(of: room) : Property([]),
        navigator: navigator, start: places.message(of: subject, in: room),
        unseen: places.unseen[room], lookAlikes: lookAlikes, isLooking: seesConversation)
    }
  }

  /// The room whose own newest messages are in front.
  private static func reading(_ conversation: Property<ConversationViewModel?>) -> Property<RoomID?>
  {
    conversation.flatMap(.latest) { conversation in
      guard let conversation, conversation.subject == .room else { return Property(nil) }
      return conversation.isReading.map { $0 ? conversation.roomID : nil }
    }
  }

  /// Opens the room below the open one in the list.
  public func nextRoom() { roomList.row(stepping: 1)?.open.execute() }

  /// Opens the room above the open one in the list.
  public func previousRoom() { roomList.row(stepping: -1)?.open.execute() }

  /// Opens the next room with unread messages at its end, mentions first, or the list of its threads
  /// where only they have news; returns whether there is one.
  @discardableResult
  public func nextUnread() -> Bool {
    guard let next = roomList.nextUnreadRow else { return false }
    places.move(next.roomID, to: nil)
    if next.hasNewsInThreadsOnly {
      show(.threads, in: next.roomID, from: .room)
    } else {
      next.open.execute()
    }
    return true
  }

  // MARK: - Lists

  /// Shows a list; closing it ends the work for it, and goes back to the list that it is inside of.
  func show(
    _ sheet: SheetViewModel, with work: any Disposable = AnyDisposable(),
    inside parent: SheetViewModel? = nil
  ) {
    sheets.show(sheet, with: work, inside: parent)
  }

  /// Goes back from a list.
  public func closeSheet() { sheets.close() }

  /// Goes back from a list and all that it is inside of.
  public func closeSheets() { sheets.closeAll() }

  // MARK: - Profiles

  func openProfile(_ user: UserID) {
    // The first room must not replace a profile that the user is viewing.
    firstRoom.inner = nil
    openedProfile.value = ProfileViewModel(
      user: user, session: session, world: world, navigator: navigator)
  }

  /// Opens the account's own profile.
  public func openOwnProfile() { openProfile(session.userID) }

  /// Goes back from the profile.
  public func closeProfile() { openedProfile.value = nil }

  /// Opens a room as soon as there is one, unless one is open by then: the one that the last session
  /// left, where it left it, or else the first one.
  ///
  /// A thread that was open is opened again. A user who starts the program wants to write; the first room is the one with the newest
  /// message of a person.
  package func openFirstRoom() {
    let last = session.places.kept.openRoom
    firstRoom.inner = roomList.rows.observe { [weak self] rows in
      let rooms = rows.lazy.filter { !$0.room.membership.isPending }.map(\.roomID)
      guard let self, let first = rooms.first else { return }
      firstRoom.inner = nil
      guard openConversation.value == nil else { return }
      guard let last, rooms.contains(last.room) else {
        return show(.room, in: first, from: .room)
      }
      places.move(last.room, to: last.message)
      show(last.thread.map { .thread($0) } ?? .room, in: last.room, from: .room)
    }
  }

  func close(_ room: RoomID) {
    guard openConversation.value?.roomID == room else { return }
    batch {
      selection.value = nil
      openConversation.value = nil
    }
    session.places.keep(nil)
  }
}
