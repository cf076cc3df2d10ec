package import Controllers
package import Models
public import Signals

/// The open room.
public final class ConversationViewModel {
  /// The room's name; empty while a room that was just joined is not known yet.
  public let titleText: Property<String>
  /// The room's topic.
  public let topicText: Property<String>
  /// The number of members.
  public let membersText: Property<String>
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

  /// What the room list says about the room.
  private struct Listing: Equatable, Sendable {
    var room: Room?
    /// The room has disappeared from the list.
    var isGone = false

    var standing: ComposerViewModel.Standing {
      isGone ? .gone : room?.membership == .invited ? .invited : .member
    }
  }

  package let roomID: RoomID
  private let lifetime = Lifetime()

  package init(
    room id: RoomID, session: Session, world: World, draft: RoomDraft,
    navigator: Navigator, start: Message.ID? = nil
  ) {
    roomID = id
    let listing = Property<Listing>(initial: Listing(), then: Self.listing(of: id, session.rooms))
    let name = listing.map { $0.room.map(Names.text) ?? "" }
    titleText = name
    topicText = listing.map { $0.room?.topic ?? "" }
    membersText = listing.map { listing in
      listing.room.map { $0.joinedCount > 0 ? "\($0.joinedCount)" : "" } ?? ""
    }
    timeline = TimelineViewModel(
      room: id, session: session, world: world, navigator: navigator, start: start)
    typingText = Property<[User]>(initial: [], then: session.rooms.typing(in: id))
      .map(TypingText.line)
    members = MembersViewModel(room: id, rooms: session.rooms)
    // Either source may know first, and one is enough.
    isLocked = listing.combineLatest(with: timeline.isEncrypted).map { listing, isEncrypted in
      isEncrypted || listing.room?.isEncrypted == true
    }
    composer = ComposerViewModel(
      room: id, session: session, isLocked: isLocked, standing: listing.map(\.standing), name: name,
      draft: draft, world: world, timeline: timeline)
    markRead(id, session: session, scheduler: world.scheduler)
  }

  private static func listing(
    of id: RoomID, _ rooms: any RoomsController
  ) -> Signal<Listing, Never> {
    rooms.room(id).scan(Listing()) { listing, room in
      room.map { Listing(room: $0) } ?? Listing(room: listing.room, isGone: listing.room != nil)
    }
  }

  /// Marks the room as read when its end is shown, one second after the latest message, and when the
  /// connection is back.
  ///
  /// A failure is not shown: one of these triggers another attempt.
  private func markRead(_ id: RoomID, session: Session, scheduler: any Scheduler) {
    let requests = SerialDisposable()
    lifetime.add(requests)
    let newest = session.timelines.timeline(of: id)
      .compactMap { timeline in timeline.messages.last { $0.eventID != nil }?.eventID }
      .skipRepeats().map { _ in }
    let isOnline = Property<Bool>(
      initial: false, then: session.sync.connection.map { $0 == .online })
    let marks = timeline.isBehind.signal.flatMap(.latest) { isBehind -> Signal<Void, Never> in
      guard !isBehind else { return .empty }
      let comesBack = isOnline.signal.skip(first: 1).filter { $0 }.map { _ in }
      let shown = newest.take(first: 1).flatMap(.latest) { .merge([.just(()), comesBack]) }
      return .merge([shown, newest.skip(first: 1).debounce(.seconds(1), on: scheduler)])
    }
    lifetime.add(
      marks.observe(on: .main).subscribe { [timeline] in
        timeline.markedRead(isCurrent: isOnline.value)
        requests.inner = session.rooms.markRead(id).subscribe(value: { _ in }, failed: { _ in })
      })
  }
}
