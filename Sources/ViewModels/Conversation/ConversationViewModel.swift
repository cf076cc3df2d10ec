package import Controllers
package import Models
public import Signals

/// The open room.
public final class ConversationViewModel {
  /// The room's name.
  public let titleText: Property<String>
  /// The room's topic.
  public let topicText: Property<String>
  /// The number of members.
  public let membersText: Property<String>
  /// Whether the room is or was encrypted.
  public let isLocked: Property<Bool>
  /// The history.
  public let timeline: TimelineViewModel
  /// Where a message is written.
  public let composer: ComposerViewModel

  package let roomID: RoomID
  private let lifetime = Lifetime()

  package init(
    room id: RoomID, session: Session, world: World, draft: MutableProperty<String>,
    openProfile: @escaping (UserID) -> Void
  ) {
    roomID = id
    let room = Property<Room>(
      initial: Room(id: id),
      then: session.rooms.rooms.compactMap { rooms in rooms.first { $0.id == id } })
    let name = room.map(Names.text)
    titleText = name
    topicText = room.map { $0.topic ?? "" }
    membersText = room.map { $0.joinedCount > 0 ? "\($0.joinedCount)" : "" }
    isLocked = room.map(\.isEncrypted)
    timeline = TimelineViewModel(room: id, session: session, world: world, openProfile: openProfile)
    composer = ComposerViewModel(
      room: id, session: session, isLocked: isLocked, name: name, draft: draft)
    markRead(id, session: session, scheduler: world.scheduler)
  }

  /// Marks the room read when it is opened, and again when something new has come and a second
  /// passed. That it failed is no news: the next message tries again.
  private func markRead(_ id: RoomID, session: Session, scheduler: any Scheduler) {
    let requests = SerialDisposable()
    let mark: @MainActor () -> Void = {
      requests.inner = session.rooms.markRead(id).subscribe()
    }
    lifetime.add(requests)
    let newest = session.timelines.timeline(of: id)
      .compactMap { timeline in timeline.messages.last { $0.eventID != nil }?.eventID }
      .skipRepeats()
    lifetime.add(newest.take(first: 1).observe(on: .main).subscribe { _ in mark() })
    lifetime.add(
      newest.skip(first: 1).debounce(.seconds(1), on: scheduler).observe(on: .main).subscribe { _ in
        mark()
      })
  }
}
