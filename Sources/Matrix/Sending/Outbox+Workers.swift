import Controllers
import Models
import Signals

/// The workers: one per room that has something to send.
extension Outbox {
  func work(on room: RoomID) {
    guard workers[room] == nil else { return }
    let delay = WakeableDelay(remembersWake: true)
    workers[room] = delay
    tasks.run { [weak self] in
      while let next = await self?.next(in: room) {
        await self?.deliver(next, in: room, delay)
      }
    }
  }

  private func next(in room: RoomID) -> TransactionID? {
    let next = first(in: room).flatMap { unshown.contains($0.transaction) ? nil : $0.transaction }
    if next == nil || Task.isCancelled {
      workers[room] = nil
      return nil
    }
    return next
  }

  /// The event whose turn it is: removals and ends that can be taken back let others pass.
  private func first(in room: RoomID) -> OutboxEntry? {
    let waiting = entries.filter { $0.room == room && $0.state == .waiting }
    return waiting.first { !$0.isHeldEnd }
      ?? waiting.min { ($0.notBefore ?? 0) < ($1.notBefore ?? 0) }
  }

  /// Tries one event until it is settled.
  private func deliver(
    _ transaction: TransactionID, in room: RoomID, _ delay: WakeableDelay
  ) async {
    var failures = 0
    while let entry = waiting(transaction), !Task.isCancelled {
      if entry.isHeldEnd, first(in: room)?.transaction != transaction { return }
      guard await isDue(entry, delay) else { continue }
      guard delivery.store.current.isCurrent(room) else {
        // Until its first news it is unknown whether the room has become encrypted.
        await delay.wait(nil, on: delivery.scheduler)
        continue
      }
      switch targets(of: entry) {
      case .known: break
      case .waiting: return
      case .notSent:
        return await fail(
          entry,
          RequestError(operation: .send, reason: .refused, code: OutgoingEvent.targetNotSent))
      }
      if entry.upload != nil {
        guard let outcome = await upload(entry) else { continue }
        if await take(outcome, of: entry) { return }
        failures += 1
        await pause(room, after: outcome, failures, delay)
        continue
      }
      let outcome =
        mayAttempt(entry)
        ? await delivery.attempt(entry) : await delivery.look(for: entry, now: now().milliseconds)
      if await take(outcome, of: entry) { return }
      failures += 1
      await pause(room, after: outcome, failures, delay)
    }
  }

  /// Waits while the user can take the event back; false when it has changed then.
  private func isDue(_ entry: OutboxEntry, _ delay: WakeableDelay) async -> Bool {
    guard let due = entry.notBefore else { return true }
    let time = now().milliseconds
    // A clock that was set back must not keep the event for longer than the user chose.
    if time < due, time >= entry.createdAt {
      await delay.wait(.milliseconds(due - time), on: delivery.scheduler)
    } else if let free = change(entry.transaction, { $0.notBefore = nil }) {
      await display(free)
    }
    return false
  }

  private func pause(
    _ room: RoomID, after outcome: Delivery.Outcome, _ failures: Int, _ delay: WakeableDelay
  ) async {
    if case .later(let error) = outcome {
      let pause = delivery.backoff.delay(after: failures, error)
      if error.reason == .limited {
        await wait(pause, of: room)
      } else {
        await delay.wait(pause, on: delivery.scheduler)
      }
    } else {
      await delay.wait(nil, on: delivery.scheduler)
    }
  }

  /// What is known of the events to which an event refers.
  private enum Targets {
    case known
    /// The user sends one of them again: it has its turn first.
    case waiting
    /// One of them failed or was discarded.
    case notSent
  }

  private func targets(of entry: OutboxEntry) -> Targets {
    // The id of a target that was sent stands in the entry: see `settle`.
    for target in entry.pendingTargets {
      guard let index = index(of: target) else { return .notSent }
      switch entries[index].state {
      case .waiting, .unconfirmed: return .waiting
      case .failed, .unknown: return .notSent
      }
    }
    return .known
  }

  /// Waits as long as the server asked for; a new connection does not end this wait.
  private func wait(_ pause: Duration, of room: RoomID) async {
    if pause >= Self.toldLimit {
      limits[room] = Timestamp(
        clamping: now().milliseconds + Int64(pause / .milliseconds(1)))
      announceCount()
    }
    await WakeableDelay().wait(pause, on: delivery.scheduler)
    if limits.removeValue(forKey: room) != nil { announceCount() }
  }

  /// Records the first attempt on disk before it is made.
  ///
  /// False when the first attempt is so old that the server may have forgotten the transaction and
  /// would accept the event twice, or by a clock that has been set back since, which tells no age.
  private func mayAttempt(_ entry: OutboxEntry) -> Bool {
    let time = now().milliseconds
    guard let first = entry.firstAttempt else {
      change(entry.transaction) { $0.firstAttempt = time }
      return true
    }
    return entry.isRepeatable || (-SentSearch.skew..<Self.transactionLife).contains(time - first)
  }

  /// True when the event needs no further attempt.
  private func take(_ outcome: Delivery.Outcome, of entry: OutboxEntry) async -> Bool {
    guard waiting(entry.transaction) != nil else { return true }
    let message = entry.message(by: delivery.store.userID)
    switch outcome {
    case .sent(let event):
      // A message whose confirmation is not kept is recognised by its transaction in the next sync.
      try? await delivery.store.change {
        try $0.confirm(entry.transaction, as: event, in: entry.room, $1)
      }
      let sent = message.with {
        $0.eventID = event
        $0.delivery = .sent
      }
      await settle(entry.transaction, with: sent)
      return true
    case .alreadyThere:
      // No sync will confirm it.
      await delivery.store.show { $0.removeUnsent(message.id, in: entry.room) }
      await settle(entry.transaction, with: message.with { $0.delivery = .sent })
      return true
    case .refused(let error):
      await fail(entry, error)
      return true
    case .later, .stopped: return false
    }
  }

  func waiting(_ transaction: TransactionID) -> OutboxEntry? {
    entries.first { $0.transaction == transaction && $0.state == .waiting }
  }
}
