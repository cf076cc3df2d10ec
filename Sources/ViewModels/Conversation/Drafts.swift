import Controllers
import Models
import Signals

/// The drafts of an account's rooms and threads, and which of them wait to be sent.
final class Drafts {
  /// The rooms with an unsent draft, of their own or of one of their threads.
  let unsentRooms: Property<Set<RoomID>>

  private let places: any PlacesController
  private var ofRooms: [RoomID: RoomDraft] = [:]
  private var ofThreads: [ThreadID: RoomDraft] = [:]
  private let rooms: MutableProperty<Set<RoomID>>
  private let threads: MutableProperty<Set<ThreadID>>
  private let lifetime = Lifetime()

  init(places: any PlacesController) {
    self.places = places
    let kept = places.kept
    let rooms = MutableProperty(Set(kept.drafts.filter(\.value.isUnsent).keys))
    let threads = MutableProperty(Set(kept.threadDrafts.filter(\.value.isUnsent).keys))
    (self.rooms, self.threads) = (rooms, threads)
    unsentRooms = rooms.combineLatest(with: threads).map { $0.union($1.map(\.room)) }
  }

  /// The messages of a room that begin threads with an unsent draft.
  func unsentThreads(of room: RoomID) -> Property<Set<Message.ID>> {
    threads.map { Set($0.lazy.filter { $0.room == room }.map(\.root)) }
  }

  /// The draft of what is shown of a room.
  func draft(of subject: ConversationSubject, in room: RoomID) -> RoomDraft {
    guard let root = subject.root else { return draft(of: room) }
    let thread = ThreadID(room: room, root: root)
    if let draft = ofThreads[thread] { return draft }
    let draft = RoomDraft(thread: thread, places: places)
    ofThreads[thread] = draft
    follow(draft, as: thread, in: threads)
    return draft
  }

  private func draft(of room: RoomID) -> RoomDraft {
    if let draft = ofRooms[room] { return draft }
    let draft = RoomDraft(room: room, places: places)
    ofRooms[room] = draft
    follow(draft, as: room, in: rooms)
    return draft
  }

  private func follow<ID: Hashable>(
    _ draft: RoomDraft, as id: ID, in unsent: MutableProperty<Set<ID>>
  ) {
    lifetime.add(
      draft.isUnsent.observe { isUnsent in
        guard unsent.value.contains(id) != isUnsent else { return }
        if isUnsent { unsent.value.insert(id) } else { unsent.value.remove(id) }
      })
  }
}

nonisolated extension Draft {
  /// Whether something of it waits to be sent: a text, a change, or a reply that has none yet.
  var isUnsent: Bool { !text.isBlank || reply != nil || change != nil }
}
