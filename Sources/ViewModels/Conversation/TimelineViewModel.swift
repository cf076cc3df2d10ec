import Controllers
import Models
public import Signals

/// The history of the open room.
public final class TimelineViewModel {
  /// The rows from the oldest to the newest; a message keeps its row.
  public let rows: Property<[MessageRowViewModel]>
  /// What stands above the oldest row: loading, the beginning of the room, or what went wrong.
  public let historyText: Property<String>
  /// What to say instead of no rows.
  public let emptyText: Property<String>
  /// Loads older messages; disabled while it runs and when the beginning is there.
  public let loadOlder: Command<Void, Void, Never>

  /// Whether the room's history shows that it is or was encrypted.
  let isEncrypted: Property<Bool>

  private let lifetime = Lifetime()

  init(room: RoomID, session: Session, world: World, navigator: Navigator) {
    let listed = MutableProperty<[MessageRowViewModel]>([])
    let hasOlder = MutableProperty(true)
    let hasTimeline = MutableProperty(false)
    let isEncrypted = MutableProperty(false)
    let error = MutableProperty("")
    self.isEncrypted = isEncrypted
    let canLoad = hasTimeline.combineLatest(with: hasOlder).map { $0 && $1 }
    let loadOlder = Command<Void, Void, Never>(isEnabled: canLoad) { _ in
      error.value = ""
      return session.timelines.loadOlder(in: room).handled {
        error.value = "\(ErrorSentences.text($0)) PageUp tries again."
      }
    }
    self.loadOlder = loadOlder
    rows = listed
    historyText = Property<(Bool, Bool, String)>.combineLatest(
      loadOlder.isExecuting, hasOlder, error
    )
    .map { isLoading, hasOlder, error in
      if isLoading { return "Loading older messages…" }
      if !error.isEmpty { return error }
      return hasOlder ? "" : "Beginning of the room"
    }
    emptyText = listed.combineLatest(with: hasTimeline).map { rows, hasTimeline in
      rows.isEmpty ? hasTimeline ? "No messages yet." : "Loading messages…" : ""
    }
    let builder = TimelineRows(
      ownID: session.userID, world: world,
      makeRow: { MessageRowViewModel(message: $0, session: session, navigator: navigator) },
      makeDivider: { MessageRowViewModel(divider: $0, $1, images: session.images) })
    var newAfter: EventID?
    lifetime.add(
      session.timelines.timeline(of: room).observe(on: .main).subscribe { timeline in
        // The mark stays where it was when the room was opened.
        if !hasTimeline.value { newAfter = Self.firstMark(of: timeline) }
        batch {
          isEncrypted.value = timeline.isEncrypted
          let rows = builder.rows(of: timeline, newAfter: newAfter)
          hasTimeline.value = true
          hasOlder.value = timeline.hasOlder
          if !listed.value.elementsEqual(rows, by: ===) { listed.value = rows }
        }
      })
  }

  /// The last message that had been read when newer ones were there already: what comes while the
  /// room is open is seen as it comes, and needs no mark.
  private static func firstMark(of timeline: Timeline) -> EventID? {
    let newest = timeline.messages.last { $0.eventID != nil }?.eventID
    return newest == timeline.readUpTo ? nil : timeline.readUpTo
  }
}
