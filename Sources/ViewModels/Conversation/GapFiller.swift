import Controllers
import Models
import Signals

/// Loads what is missing among the messages that the user looks at, from the newest gap on backwards.
///
/// One load may bring nothing to show, such as a page of reactions, which changes no message: the next
/// load follows at once. A failure is tried again when the timeline changes, which it does once the
/// network is back.
final class GapFiller {
  /// The most loads for the end of a room, and for another place; more follow once there are newer
  /// messages or another place.
  private static let mostLoads = (end: 40, elsewhere: 10)

  private enum Gap: Equatable {
    case before(Message.ID)
    case end

    var message: Message.ID? { if case .before(let message) = self { message } else { nil } }
  }

  private let room: RoomID
  private let subject: ConversationSubject
  private let timelines: any TimelineController
  private var gap: Gap?
  private var place: Message.ID?
  private var newest: Message.ID?
  private var loadsLeft = mostLoads.end
  private var isLoading = false
  private let load = SerialDisposable()
  private let lifetime = Lifetime()

  init(room: RoomID, subject: ConversationSubject, timelines: any TimelineController) {
    self.room = room
    self.subject = subject
    self.timelines = timelines
    lifetime.add(load)
  }

  /// Fills the newest gap of a timeline.
  func fill(_ timeline: Timeline) {
    let newest = timeline.messages.last { $0.eventID != nil }?.id
    if timeline.place != place || newest != self.newest {
      loadsLeft = timeline.place == nil ? Self.mostLoads.end : Self.mostLoads.elsewhere
      (place, self.newest) = (timeline.place, newest)
    }
    let gap: Gap? = timeline.hasGapAtEnd ? .end : nextGap(of: timeline).map { .before($0) }
    if gap != self.gap { isLoading = false }
    self.gap = gap
    loadNext()
  }

  /// The newest gap; elsewhere than at the end, the one that the user reaches first on the way there.
  private func nextGap(of timeline: Timeline) -> Message.ID? {
    guard let place = timeline.place,
      let index = timeline.messages.firstIndex(where: { $0.isNamed(place) })
    else { return timeline.gaps.last }
    let below = Set(timeline.messages[index...].map(\.id))
    return timeline.gaps.first(where: below.contains) ?? timeline.gaps.last
  }

  private func fill(_ gap: Gap) -> Signal<Void, RequestError> {
    guard subject == .room, let message = gap.message, let place else {
      return timelines.loadOlder(of: room, subject, before: gap.message)
    }
    return timelines.fillGap(in: room, before: message, near: place)
  }

  private func loadNext() {
    guard let gap, !isLoading, loadsLeft > 0 else { return }
    (isLoading, loadsLeft) = (true, loadsLeft - 1)
    load.inner = fill(gap).observe(on: .main)
      .subscribe(
        value: { _ in },
        failed: { [weak self] _ in self?.isLoading = false },
        completed: { [weak self] in
          self?.isLoading = false
          self?.loadNext()
        })
  }
}
