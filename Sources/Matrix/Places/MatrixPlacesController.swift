package import Controllers
package import Models
package import Signals
import Synchronization

/// Keeps drafts and the open room in the account's vault.
package final class MatrixPlacesController: PlacesController {
  /// For how long a change may wait for others, to be written with them.
  private static let delay = Duration.milliseconds(500)
  /// After how long changes are tried again that could not be written, such as on a full disk.
  private static let retryDelay = Duration.seconds(10)

  package let kept: KeptPlaces
  private let directory: AccountDirectory?
  private let scheduler: any Scheduler
  private let waiting: Mutex<WaitingPlaces>
  /// Held while changes go to the disk, so that they arrive in their order.
  private let writing = Mutex(())
  private let problemSubject = ReplaySubject<RequestError?, Never>(capacity: 1)

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
    waiting = Mutex(WaitingPlaces(kept))
    problemSubject.send(nil)
  }

  package var problem: Signal<RequestError?, Never> { problemSubject.signal.skipRepeats() }

  package func keep(_ draft: Draft?, in room: RoomID) {
    plan(waiting.withLock { $0.keep(draft, in: room) })
  }

  package func keep(_ draft: Draft?, in thread: ThreadID) {
    plan(waiting.withLock { $0.keep(draft, in: thread) })
  }

  package func keep(_ openRoom: OpenRoom?) {
    plan(waiting.withLock { $0.keep(openRoom) })
  }

  package func keep(position message: Message.ID?, of thread: ThreadID) {
    plan(waiting.withLock { $0.keep(position: message, of: thread) })
  }

  package func keep(_ arrangement: RoomArrangement) {
    plan(waiting.withLock { $0.keep(arrangement) })
  }

  package func keep(_ members: MembersPlace) {
    plan(waiting.withLock { $0.keep(members) })
  }

  package func keep(shownAs state: Presence.State) {
    plan(waiting.withLock { $0.keep(shownAs: state) })
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

  /// Writes what waits and changes of the outbox, both or neither: a text on its way between a message and
  /// a draft is in one of them after any crash.
  ///
  /// Blocks on the disk. The lock keeps an older draft from being written afterwards.
  func write(with outbox: OutboxChanges) throws(StorageError) {
    guard let directory else { return }
    let problem = writing.withLock { _ -> StorageError? in
      let changes = waiting.withLock { $0.take() }
      do throws(StorageError) {
        try directory.vault().change(
          changes?.rows ?? PlaceChanges(), with: outbox)
        problemSubject.send(nil)
        return nil
      } catch {
        if let changes { putBack(changes, error) }
        return error
      }
    }
    if let problem { throw problem }
  }

  private func write() {
    guard let directory else { return }
    writing.withLock { _ in
      guard let changes = waiting.withLock({ $0.take() }) else { return }
      do throws(StorageError) {
        try directory.vault().change(changes.rows)
        problemSubject.send(nil)
      } catch {
        // The session has ended: another one has the account now.
        if error.problem == .sealed { return }
        putBack(changes, error)
      }
    }
  }

  /// Keeps changes that could not be written for the next change, or for the next try where none comes: a crash
  /// would lose what nobody goes on with.
  private func putBack(_ changes: WaitingPlaces.Changes, _ error: StorageError) {
    problemSubject.send(error.requestError(.changePreference))
    guard waiting.withLock({ $0.putBack(changes) }) else { return }
    scheduler.schedule(after: Self.retryDelay) { [weak self] in
      self?.waiting.withLock { $0.beginRetry() }
      self?.write()
    }
  }
}
