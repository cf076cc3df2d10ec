package import Controllers
package import Models
package import Signals
import Synchronization

/// Keeps drafts and the open room in the account's vault.
package final class MatrixPlacesController: PlacesController {
  /// For how long a change may wait for others, to be written with them.
  private static let delay = Duration.milliseconds(500)

  package let kept: KeptPlaces
  private let directory: AccountDirectory?
  private let scheduler: any Scheduler
  private let waiting: Mutex<WaitingPlaces>
  /// Held while changes go to the disk, so that they arrive in their order.
  private let writing = Mutex(())

  /// Reads what earlier sessions left; blocks on the disk.
  ///
  /// Throws `.storage` when the vault cannot be read.
  ///
  /// - Parameters:
  ///   - directory: The account's folder; nil to keep nothing, for commands that run beside a screen
  ///     of the same account.
  ///   - scheduler: The clock for the delays, on whose threads changes are written.
  package init(
    in directory: AccountDirectory?, scheduler: any Scheduler
  ) throws(RequestError) {
    do throws(StorageError) {
      kept =
        try directory.map { directory throws(StorageError) in
          try KeptPlaces(directory.vault())
        } ?? KeptPlaces()
    } catch {
      throw error.requestError(.restore)
    }
    self.directory = directory
    self.scheduler = scheduler
    waiting = Mutex(WaitingPlaces(openRoom: kept.openRoom))
  }

  package func keep(_ draft: Draft?, in room: RoomID) {
    plan(waiting.withLock { $0.keep(draft, in: room) })
  }

  package func keep(_ openRoom: OpenRoom?) {
    plan(waiting.withLock { $0.keep(openRoom) })
  }

  package func flush() { write() }

  private func plan(_ urgency: WaitingPlaces.Urgency) {
    guard directory != nil else { return }
    switch urgency {
    case .none: break
    case .soon: scheduler.schedule(after: Self.delay) { [weak self] in self?.write() }
    case .now: scheduler.schedule { [weak self] in self?.write() }
    }
  }

  private func write() {
    guard let directory else { return }
    writing.withLock { _ in
      guard let changes = waiting.withLock({ $0.take() }) else { return }
      do throws(StorageError) {
        try directory.vault().change(
          changes.rows, mostDrafts: KeptPlaces.mostDrafts,
          mostPositions: KeptPlaces.mostPositions)
      } catch {
        // The session has ended: another one has the account now.
        if error.problem == .sealed { return }
        // On a full disk the next change tries again.
        waiting.withLock { $0.putBack(changes) }
      }
    }
  }
}
