import Signals
import Terminal
import ViewModels

/// Letters that begin a sentence as often as they are meant, and change what lasts: “@bob hello”, “- milk”, “u know”.
///
/// The change waits until the next key shows what the letter was.
extension RootView {
  struct Deferral {
    let letter: Character
    let row: BoundAction<RootView>
    let context: Context
    /// The room, or the entry, that the letter was meant for.
    let subject: RowID?
    let time: ContinuousClock.Instant

    /// Whether a key goes on with a sentence that the letter began; one that moves the cursor does not.
    func isBeginning(of key: Key, moves: Bool) -> Bool {
      guard let next = key.letter, next != letter, !moves else { return false }
      return next.isLetter || next.isNumber || next.isWhitespace
        || letter.isLetter && next.isPunctuation
    }
  }

  /// A slow typist takes no longer than this for the second letter.
  private static let patience = Duration.milliseconds(400)

  private static let deferred: Set<String> = [
    "favourite", "low-priority", "silence", "mentions-only", "quiet", "mark-unread", "sheet-undo",
  ]

  /// Lets a letter wait; returns whether it does.
  func defers(_ key: Key) -> Bool {
    guard let letter = key.letter, let row = table.row(for: key, in: context, of: self),
      Self.deferred.contains(row.action.name), row.availability(self) == .enabled
    else { return false }
    deferral = Deferral(
      letter: letter, row: row, context: context, subject: subjectID, time: now())
    deferralEnd.inner = root.moment(of: Self.patience).subscribe { [weak self] in
      self?.performDeferred()
    }
    return true
  }

  /// Decides what the letter before an event was.
  func settleDeferral(before event: InputEvent) {
    guard let deferral else { return }
    guard case .key(let key) = event, now() - deferral.time < Self.patience,
      deferral.isBeginning(of: key, moves: moves(key))
    else { return performDeferred() }
    dropDeferral()
    burst.noteEffect(isLetter: true, meantSomething: false, in: deferral.context)
  }

  private func performDeferred() {
    guard let deferral else { return }
    dropDeferral()
    // What took the screen meanwhile has other rooms and changes, and so has another room under the cursor.
    if deferral.context == context, deferral.subject == subjectID { run(deferral.row) }
  }

  private var subjectID: RowID? {
    context == .roomList ? main?.roomList.cursorEntry?.id : nil
  }

  private func dropDeferral() {
    deferral = nil
    deferralEnd.inner = nil
  }

  /// Whether a key only moves the cursor of a list.
  func moves(_ key: Key) -> Bool {
    table.row(for: key, in: context).map { Self.moving.contains($0.action.name) } ?? false
  }

  private static let moving: Set<String> = [
    "message-down", "message-up", "room-down", "room-up", "sheet-down", "sheet-up",
  ]
}
