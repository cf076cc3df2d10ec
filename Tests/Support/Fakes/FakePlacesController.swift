package import Controllers
package import Models
package import Signals
import Synchronization

/// A places controller without a disk; what it keeps is what the next session on it finds.
package final class FakePlacesController: PlacesController {
  private struct State {
    var kept: KeptPlaces
    var draftChanges = 0
  }

  private let state: Mutex<State>

  /// Creates a controller that has kept something.
  package init(_ kept: KeptPlaces = KeptPlaces()) {
    state = Mutex(State(kept: kept))
    problems.send(nil)
  }

  /// What a test says of the disk; replays the latest.
  package let problems = ReplaySubject<RequestError?, Never>(capacity: 1)

  package var problem: Signal<RequestError?, Never> { problems.signal }

  package var kept: KeptPlaces {
    get { state.withLock { $0.kept } }
    set { state.withLock { $0.kept = newValue } }
  }

  /// How often a draft was handed over.
  package var draftChanges: Int { state.withLock { $0.draftChanges } }

  package func keep(_ draft: Draft?, in room: RoomID) {
    state.withLock {
      $0.kept.drafts[room] = draft
      $0.draftChanges += 1
    }
  }

  package func keep(_ draft: Draft?, in thread: ThreadID) {
    state.withLock {
      $0.kept.threadDrafts[thread] = draft
      $0.draftChanges += 1
    }
  }

  package func keep(_ openRoom: OpenRoom?) {
    state.withLock {
      $0.kept.openRoom = openRoom
      guard let openRoom else { return }
      $0.kept.positions[openRoom.room] = openRoom.message
      $0.kept.unseen[openRoom.room] = openRoom.unseen
    }
  }

  package func keep(position message: Message.ID?, of thread: ThreadID) {
    state.withLock { $0.kept.threadPositions[thread] = message }
  }

  package func keep(_ arrangement: RoomArrangement) {
    state.withLock { $0.kept.arrangement = arrangement }
  }

  package func keep(_ members: MembersPlace) {
    state.withLock { $0.kept.members = members }
  }

  package func keep(shownAs state: Presence.State) {
    self.state.withLock { $0.kept.shownAs = state }
  }

  package func flush() {}
}
