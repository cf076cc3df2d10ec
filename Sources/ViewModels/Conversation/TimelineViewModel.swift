import Controllers
import Models
public import Signals

/// The part of the open room's history that the user looks at.
public final class TimelineViewModel {
  /// The rows, oldest first; a message keeps its row.
  public let rows: Property<[MessageRowViewModel]>
  /// The text above the oldest row: loading, the beginning of the room, or an error.
  public let historyText: Property<String>
  /// The text shown when there are no rows.
  public let emptyText: Property<String>
  /// Whether the messages are there, or it is known that there are none.
  public let isLoaded: Property<Bool>

  /// Whether to show the room from its first row, unless the user has scrolled already.
  ///
  /// True once the whole room is loaded, if the account has never read it or written in it.
  public let opensAtStart: Property<Bool>
  /// The row at the lower edge when the room was left scrolled; nil to open it at its end.
  public let startRow: RowID?
  /// Shows older messages; disabled while it runs and when the beginning is shown.
  public let loadOlder: Command<Void, Void, Never>
  /// Whether there are newer messages than those of the rows.
  public let hasNewer: Property<Bool>

  /// Whether the user can see this, and does not look at another window.
  public var isSeen: Property<Bool> { seen }

  /// The columns that the longest time of the day takes.
  public let timeWidth: Property<Int>

  /// Whether the account may pin messages.
  public let canPin: Property<Bool>
  /// Whether the account may remove what others wrote.
  public let canRemoveOthers: Property<Bool>

  /// The message at the lower edge; nil at the end.
  var position: Message.ID? { scrolledTo.value }

  /// Whether the room's history shows that it is or was encrypted.
  let isEncrypted: Property<Bool>
  /// Whether the user is further up, or the last session left the room there, so that what comes has not
  /// been seen.
  public var isBehind: Property<Bool> { behind }

  /// The jumps to quoted messages.
  let jumps = Jumps()
  private let builder: TimelineRows
  private let behind: MutableProperty<Bool>
  /// The way to the first new message of a room that was never read.
  let search = BeginningSearch()
  /// Whether there are older messages than those of the rows.
  let hasOlder: Property<Bool>
  /// The place of the rows.
  private var shownPlace: Message.ID?
  let seen = MutableProperty(true)
  let marker: NewMarker
  let room: RoomID
  let subject: ConversationSubject
  let navigator: Navigator
  /// The newest message that the server has.
  private var newestSent: Message.ID?
  private let places: any PlacesController
  let timelines: any TimelineController
  private let place: MutableProperty<TimelinePlace>
  private let scrolledTo: MutableProperty<Message.ID?>
  private let loaded = LoadedMessages()
  /// The preferences, with the keys that notes name.
  let chosen: Property<Preferences>
  private let gaps: GapFiller
  /// The wait for a message that comes back.
  let returning = SerialDisposable()
  private let lifetime = Lifetime()

  init(
    room: RoomID, subject: ConversationSubject = .room, session: Session, world: World,
    navigator: Navigator, threadDrafts: Property<Set<Message.ID>> = Property([]),
    start: Message.ID? = nil, unseen: Message.ID? = nil
  ) {
    self.room = room
    self.subject = subject
    self.navigator = navigator
    places = session.places
    timelines = session.timelines
    gaps = GapFiller(room: room, subject: subject, timelines: session.timelines)
    marker = NewMarker(
      ownID: session.userID, isOfRoom: subject == .room,
      unseen: unseen.flatMap { EventID($0.rawValue) })
    scrolledTo = MutableProperty(start)
    startRow = start.map { RowID($0.rawValue) }
    place = MutableProperty(start.map { .message($0) } ?? .newest)
    behind = MutableProperty(start != nil)
    let builder = TimelineRows(
      ownID: session.userID, world: world, rooms: LinkedRoomNames(rooms: session.rooms),
      makeRow: {
        MessageRowViewModel(message: $0, session: session, world: world, navigator: navigator)
      },
      makeRowBetween: { MessageRowViewModel(between: $0, images: session.images, toggle: $1) })
    chosen = world.chosen
    let clock = world.chosen.map { $0.clock }
    timeWidth = clock.map { TimeText.width($0) }
    let opensAtStart = MutableProperty(false)
    let hasOlder = MutableProperty(true)
    self.hasOlder = hasOlder
    let hasNewer = MutableProperty(false)
    self.hasNewer = hasNewer
    let hasTimeline = MutableProperty(false)
    isLoaded = hasTimeline
    let canPin = MutableProperty(false)
    self.canPin = canPin
    let canRemoveOthers = MutableProperty(false)
    self.canRemoveOthers = canRemoveOthers
    let isEncrypted = MutableProperty(false)
    let error = MutableProperty("")
    self.isEncrypted = isEncrypted
    let canLoad = hasTimeline.combineLatest(with: hasOlder).map { $0 && $1 }
    let loadOlder = Command<Void, Void, Never>(isEnabled: canLoad) {
      [place, loaded, scrolledTo, search] _ in
      error.value = ""
      search.hasFailed = false
      let (oldest, current) = (loaded.oldest, place.value)
      return session.timelines.loadOlder(of: room, subject, before: oldest).handled(
        completed: {
          // At the end, the end stays the place: it may show few rows because many changes fold.
          let isLeft = scrolledTo.value != nil || search.isRunning.value
          // A jump may have gone elsewhere meanwhile.
          if let oldest, isLeft, place.value == current { place.value = .message(oldest) }
        },
        failed: {
          search.hasFailed = true
          let key = world.chosen.value.key(.scrollUp)
          error.value = "\(ErrorSentences.text($0)) \(key) tries again."
        })
    }
    self.loadOlder = loadOlder
    self.builder = builder
    self.opensAtStart = opensAtStart
    rows = builder.rows
    historyText = Property<(Bool, Bool, String)>.combineLatest(
      loadOlder.isExecuting.or(search.isRunning), hasOlder, error
    )
    .map { isLoading, hasOlder, error in
      if isLoading { return "Loading older messages…" }
      if !error.isEmpty { return error }
      return hasOlder ? "" : subject.beginningText
    }
    emptyText = builder.rows.combineLatest(with: hasTimeline).map { rows, hasTimeline in
      rows.isEmpty ? hasTimeline ? subject.emptyText : "Loading messages…" : ""
    }
    lifetime.add(threadDrafts.observe { builder.show(drafts: $0) })
    lifetime.add(
      clock.combineLatest(with: world.chosen.map { $0.dates }).observe { _, _ in
        builder.show(world.time)
      })
    lifetime.add(
      session.profiles.ignored.observe(on: .main).subscribe { builder.show(ignored: $0) })
    lifetime.add(returning)
    var wasRead = subject == .threads
    let timelines = session.timelines.timeline(of: room, subject, around: place.signal)
    lifetime.add(
      timelines.observe(on: .main).subscribe {
        [weak self, loaded, marker] timeline in
        batch {
          loaded.show(timeline)
          self?.keepingUnseen { $0.follow(timeline) }
          if !hasTimeline.value { wasRead = wasRead || timeline.readUpTo != nil }
          if !wasRead, !timeline.hasOlder {
            opensAtStart.value = !Self.hasWritten(session.userID, in: timeline)
            // The end is read once the view says that it shows it.
            if opensAtStart.value { self?.behind.value = true }
            wasRead = true
          }
          isEncrypted.value = timeline.isEncrypted
          canRemoveOthers.value = timeline.canRemoveOthers
          canPin.value = timeline.canPin
          builder.show(timeline, newAfter: marker.newAfter)
          hasTimeline.value = true
          hasOlder.value = timeline.hasOlder
          hasNewer.value = timeline.hasNewer
          self?.shownPlace = timeline.place
          self?.noteNewest(of: timeline)
          self?.arrive(timeline)
        }
        self?.gaps.fill(timeline)
        self?.searchOn()
      })
    lifetime.add(loadOlder.isExecuting.observe { [weak self] in if !$0 { self?.searchOn() } })
  }

  /// The newest message that can still be taken back.
  public var heldRow: MessageRowViewModel? {
    // Such messages stand at the end.
    rows.value.suffix(20).last { $0.isHeld.value }
  }

  /// Shows newer messages; at the end, follows it.
  public func showNewer() {
    guard !jumps.isSeeking, !search.isRunning.value else { return }
    place.value = hasNewer.value ? loaded.newest.map { .message($0) } ?? .newest : .newest
  }

  /// Shows the end.
  public func showNewest() {
    guard !jumps.isSeeking, !search.isRunning.value else { return }
    place.value = .newest
    behind.value = false
  }

  /// The user has scrolled to a row at the lower edge, or to the end (nil).
  ///
  /// - Parameter hint: Where the row probably is.
  public func scrolled(to row: RowID?, near hint: Int? = nil) {
    behind.value = row != nil
    scrolledTo.value = row.flatMap { message(at: $0, near: hint) }
    keepPlace()
  }

  /// Keeps the place for the next start.
  func keepPlace() {
    switch subject {
    case .room: places.keep(OpenRoom(room: room, message: position, unseen: unseen))
    case .thread(let root): places.keep(position: position, of: ThreadID(room: room, root: root))
    case .threads: break
    }
  }

  var messages: [Message] { builder.messages }

  /// Changes with every message, also with one that keeps its row.
  var version: Property<Int> { builder.version }

  /// The thread that is shown, with its newest message.
  var threadTarget: ThreadTarget? {
    guard let root = subject.root else { return nil }
    return ThreadTarget(root: root, latest: newestSent ?? root)
  }

  private func noteNewest(of timeline: Timeline) {
    guard !timeline.hasNewer else { return }
    newestSent = timeline.messages.last { $0.eventID != nil }?.eventID.map { Message.ID($0) }
  }

  /// The row of a message, or the one into which it is folded.
  public func row(showing message: RowID) -> MessageRowViewModel? { builder.row(showing: message) }

  func quoted(_ message: Message.ID) -> QuoteText? { builder.quote(of: message) }

  /// Shows the messages around one that is not loaded.
  func seek(_ message: Message.ID) {
    guard place.value == .message(message) else { return place.value = .message(message) }
    // Of a room that has just opened at the message, the store is about to tell.
    if isInPlace { fetch() }
  }

  /// Shows the end instead of messages that are not there.
  func returnToEnd() { place.value = .newest }

  /// Whether the rows are those of the place that is looked at.
  var isInPlace: Bool { shownPlace == place.value.message }

  /// Ends a jump when the messages around its target are there.
  private func arrive(_ timeline: Timeline) {
    guard jumps.isSeeking, timeline.place == place.value.message,
      !jumps.land(among: timeline.messages)
    else { return }
    fetch()
  }

  private func fetch() {
    fetchTarget { target in
      subject.root.map {
        timelines.loadMessages(around: target, in: ThreadID(room: room, root: $0))
      } ?? timelines.loadMessages(around: target, in: room)
    }
  }

  /// The newest message in or above a row.
  private func message(at row: RowID, near hint: Int?) -> Message.ID? {
    let rows = rows.value
    let isThere = hint.map { rows.indices.contains($0) && rows[$0].id == row } ?? false
    guard let index = isThere ? hint : rows.lastIndex(where: { $0.id == row }) else { return nil }
    return rows[...index].last { $0.message != nil }?.message?.id
  }

  private static func hasWritten(_ user: UserID, in timeline: Timeline) -> Bool {
    timeline.messages.contains { message in
      if case .text = message.content { message.sender == user } else { false }
    }
  }
}
