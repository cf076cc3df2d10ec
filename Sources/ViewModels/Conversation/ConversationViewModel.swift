package import Controllers
package import Models
public import Signals

/// The open room, one of its threads, or the list of them.
public final class ConversationViewModel {
  /// The room's name, of a thread with that word; empty while a room that was just joined is not known
  /// yet.
  public let titleText: Property<String>
  /// The parts of the name of a room that looks like another one; nil for a thread.
  public let alike: Property<LookAlikeName?>
  /// The room's name, behind what tells it from one that looks the same.
  let roomName: Property<String>
  /// The room's topic, or how a thread begins.
  public let topicText: Property<String>
  /// The number of members.
  public let membersText: Property<String>
  /// How many messages are unread in the room's threads; empty for none, and while these are shown.
  public let threadsText: Property<String>
  /// Whether the room is or was encrypted.
  public let isLocked: Property<Bool>
  /// Who is writing; empty when nobody is.
  public let typingText: Property<String>
  /// The history.
  public let timeline: TimelineViewModel
  /// The members of the room.
  public let members: MembersViewModel
  /// The composer.
  public let composer: ComposerViewModel
  /// Goes to the room that took the place of this one, or asks whether to join it; disabled while there is
  /// none.
  public let goOn: Command<Void, Void, Never>

  /// What the room list says about the room.
  private struct Listing: Equatable, Sendable {
    var room: Room?
    /// The room has disappeared from the list.
    var isGone = false

    var standing: ComposerViewModel.Standing {
      if isGone { return .gone }
      guard let room else { return .member }
      if room.membership == .invited { return .invited }
      if room.membership == .asking { return .asking }
      return room.replacement == nil ? .member : .replaced
    }
  }

  /// Whether the conversation was opened to show one of its messages.
  public internal(set) var showsMessage = false
  /// The message, of what was shown before, from which the user came.
  var cameFrom: Message.ID?

  package let roomID: RoomID
  /// What is shown of the room.
  let subject: ConversationSubject
  /// What was shown before; nil for the room itself.
  let origin: ConversationSubject?
  /// Whether the newest messages are in front of the user, so that they count as read.
  let isReading: Property<Bool>
  private let lifetime = Lifetime()

  package convenience init(
    room id: RoomID, session: Session, world: World, draft: RoomDraft,
    navigator: Navigator, start: Message.ID? = nil
  ) {
    self.init(
      room: id, subject: .room, origin: nil, session: session, world: world, draft: draft,
      navigator: navigator, start: start)
  }

  init(
    room id: RoomID, subject: ConversationSubject, origin: ConversationSubject?,
    session: Session, world: World, draft: RoomDraft,
    threadDrafts: Property<Set<Message.ID>> = Property([]), navigator: Navigator,
    start: Message.ID?, unseen: Message.ID? = nil,
    lookAlikes: Property<[RoomID: String]> = Property([:]),
    isLooking: Property<Bool> = Property(true)
  ) {
    roomID = id
    self.subject = subject
    self.origin = origin
    let listing = Property<Listing>(initial: Listing(), then: Self.listing(of: id, session.rooms))
    let alike = listing.combineLatest(with: lookAlikes).map { listing, parts in
      listing.room.flatMap { room in parts[id].flatMap { LookAlikeName(room, differing: $0) } }
    }
    let name = listing.combineLatest(with: alike).map { listing, alike in
      alike?.labelText ?? listing.room.map { Names.label($0) } ?? ""
    }
    self.alike = subject == .room ? alike : Property(nil)
    roomName = name
    titleText = name.map(subject.titleText)
    membersText = listing.map { listing in
      listing.room.map { $0.joinedCount > 0 ? "\($0.joinedCount)" : "" } ?? ""
    }
    let timeline = TimelineViewModel(
      room: id, subject: subject, session: session, world: world, navigator: navigator,
      threadDrafts: threadDrafts, start: start, unseen: subject == .room ? unseen : nil)
    self.timeline = timeline
    isReading = timeline.isBehind.combineLatest(with: isLooking).map { !$0 && $1 }.and(
      timeline.isLoaded)
    threadsText = listing.map { listing in
      guard subject == .room, let room = listing.room, room.threadUnreadCount > 0 else { return "" }
      let count = CountText.text(room.threadUnreadCount, isLeast: room.threadUnreadIsLeast)
      return "\(count) new in threads"
    }
    topicText = Self.topic(of: subject, timeline, listing.map { $0.room?.topic ?? "" })
    typingText = Property<[User]>(initial: [], then: session.rooms.typing(in: id))
      .map(TypingText.line)
    members = MembersViewModel(
      room: id, rooms: session.rooms, profiles: session.profiles, scheduler: world.scheduler)
    // Either source may know first, and one is enough.
    isLocked = listing.combineLatest(with: timeline.isEncrypted).map { listing, isEncrypted in
      isEncrypted || listing.room?.isEncrypted == true
    }
    goOn = Self.goOn(from: listing, navigator)
    let standing = listing.map { subject == .threads ? .list : $0.standing }
    composer = ComposerViewModel(
      room: id, subject: subject, session: session, isLocked: isLocked,
      standing: standing, name: name,
      draft: draft, world: world, timeline: timeline,
      run: { navigator.commands.send($0) })
    lifetime.add(isLooking.observe { timeline.looked($0) })
    markRead(id, session: session, world: world)
  }

  private static func goOn(
    from listing: Property<Listing>, _ navigator: Navigator
  ) -> Command<Void, Void, Never> {
    Command(isEnabled: listing.map { $0.room?.replacement != nil && !$0.isGone }) { _ in
      guard let room = listing.value.room, let next = room.replacement else { return .empty }
      (room.isReplaced ? navigator.rooms : navigator.replacements).send(next)
      return .empty
    }
  }

  private static func topic(
    of subject: ConversationSubject, _ timeline: TimelineViewModel, _ topic: Property<String>
  ) -> Property<String> {
    switch subject {
    case .room: topic
    case .threads: Property("")
    case .thread(let root):
      timeline.rows.map { [weak timeline] _ in
        guard let quote = timeline?.quoted(root) else { return "" }
        return [quote.senderText + ":", quote.noteText, quote.bodyText].filter { !$0.isEmpty }
          .joined(separator: " ")
      }
    }
  }

  private static func listing(
    of id: RoomID, _ rooms: any RoomsController
  ) -> Signal<Listing, Never> {
    rooms.room(id).scan(Listing()) { listing, room in
      room.map { Listing(room: $0) } ?? Listing(room: listing.room, isGone: listing.room != nil)
    }
  }

  /// Marks what is shown as read when its end is shown, with new messages once a second at most, and when
  /// the connection is back.
  ///
  /// A failure is not shown: one of these triggers another attempt.
  private func markRead(_ id: RoomID, session: Session, world: World) {
    let subject = subject
    let marks = ReadMarks {
      session.rooms.markRead(id, subject, for: world.chosen.value.receiptAudience)
    }
    let newest = session.timelines.newestMessage(of: id, subject).map { _ in }
    let isOnline = Property<Bool>(
      initial: false, then: session.sync.connection.map { $0 == .online })
    let moments = isReading.signal.flatMap(.latest) { isReading -> Signal<Void, Never> in
      guard isReading else { return .empty }
      let comesBack = isOnline.signal.skip(first: 1).filter { $0 }.map { _ in }
      return .merge([
        newest.throttle(ReadMarks.pause, on: world.scheduler),
        newest.take(first: 1).flatMap(.latest) { comesBack },
      ])
    }
    lifetime.add(isReading.observe { if !$0 { marks.stop() } })
    lifetime.add(
      moments.observe(on: .main).subscribe { [timeline] in
        timeline.markedRead(isCurrent: isOnline.value)
        marks.mark()
      })
  }
}
