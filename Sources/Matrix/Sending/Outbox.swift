import Controllers
import MatrixWire
import Models
import Signals

/// The queue of unsent messages: keeps them in the vault, its lines in the timelines, and one worker per
/// room that has something to send.
actor Outbox {
  typealias Waiter = Observer<Message, RequestError>

  /// A request to the queue.
  enum Command: Sendable {
    case send(String, RoomID, Waiter)
    case retry(Message.ID, RoomID, Waiter)
    case discard(Message.ID)
    case restore(Message.ID)
    case takeBack(Message.ID, Observer<Void, RequestError>)
    case echo(StoreChanges.Echo)
    /// The connection is back.
    case wake
  }

  /// The most text that may wait at once, in bytes: every start reads and checks all of it.
  static let mostText = 8 << 20
  /// How many discarded messages can be restored.
  static let mostDiscarded = 50
  /// How long a server is trusted to recognise a transaction, in milliseconds: it forgets after 24
  /// hours.
  private static let transactionLife: Int64 = 23 * 3600 * 1000

  nonisolated let tasks = TaskBag()
  private nonisolated let count = ReplaySubject<UnsentCount, Never>(capacity: 1)
  private var entries: [OutboxEntry]
  /// Entries that keep their place while they can still be restored, in the order of discarding;
  /// they are neither shown nor in the vault.
  private var discarded: [TransactionID] = []
  private var stored: StoredOutbox
  private let places: MatrixPlacesController
  private let delivery: Delivery
  private let now: WallClock
  private var waiters: [Message.ID: [Waiter]] = [:]
  private var workers: [RoomID: WakeableDelay] = [:]
  /// Entries whose lines are not shown yet: no worker may overtake the display.
  private var unshown: Set<TransactionID> = []

  init(
    stored: StoredOutbox, places: MatrixPlacesController, delivery: Delivery,
    now: @escaping WallClock
  ) {
    entries = stored.entries
    self.stored = stored
    self.places = places
    self.delivery = delivery
    self.now = now
    count.send(Self.unsent(in: entries))
  }

  nonisolated var unsentCount: Signal<UnsentCount, Never> { count.signal.skipRepeats() }

  /// Shows what an earlier run left and starts to send it.
  ///
  /// All at once: a message that the user writes meanwhile is saved only afterwards.
  func begin() async {
    let messages = entries.map { $0.message(by: delivery.store.userID) }
    await delivery.store.show { contents in
      messages.reduce(into: StoreChanges()) { $0.formUnion(contents.setUnsent($1)) }
    }
    for room in Set(entries.map(\.room)) { work(on: room) }
  }

  func obey(_ command: Command) async {
    switch command {
    case .send(let text, let room, let waiter): await send(text, to: room, waiter)
    case .retry(let id, let room, let waiter): await retry(id, in: room, waiter)
    case .discard(let id): await discard(id)
    case .restore(let id): await restore(id)
    case .takeBack(let id, let observer): await takeBack(id, observer)
    case .echo(let echo): await settle(echo.transaction, with: echo.message)
    case .wake: for delay in workers.values { delay.wake() }
    }
  }

  // MARK: - What is asked

  private func send(_ text: String, to room: RoomID, _ waiter: Waiter) async {
    if let problem = problem(with: text, for: room) {
      waiter.fail(RequestError(operation: .send, reason: problem))
      return
    }
    let entry = OutboxEntry(
      transaction: Self.newTransaction(), room: room, text: text, createdAt: now().milliseconds,
      state: .waiting)
    entries.append(entry)
    do throws(RequestError) {
      // Save before showing: a message that was visible must not be lost.
      try save()
    } catch {
      entries.removeAll { $0.transaction == entry.transaction }
      waiter.fail(error)
      return
    }
    await show(entry, to: waiter)
    work(on: room)
  }

  private func show(_ entry: OutboxEntry, to waiter: Waiter) async {
    let message = entry.message(by: delivery.store.userID)
    waiters[message.id, default: []].append(waiter)
    unshown.insert(entry.transaction)
    await delivery.store.show { $0.setUnsent(message) }
    unshown.remove(entry.transaction)
    waiter.send(message)
  }

  private func problem(with text: String, for room: RoomID) -> RequestError.Reason? {
    if delivery.store.current.encrypted.contains(room) { return .encryptedRoom }
    if MessageText.byteCount(text) > MessageText.mostBytes { return .tooLarge }
    if text.isEmpty { return .invalidInput(text) }
    let waiting = kept.reduce(0) { $0 + $1.text.utf8.count }
    return waiting + text.utf8.count > Self.mostText ? .storage("too many unsent messages") : nil
  }

  private func retry(_ id: Message.ID, in room: RoomID, _ waiter: Waiter) async {
    guard let index = index(of: id) else {
      waiter.fail(RequestError(operation: .send, reason: .invalidInput(id.rawValue)))
      return
    }
    if delivery.store.current.encrypted.contains(room) {
      waiter.fail(RequestError(operation: .send, reason: .encryptedRoom))
      return
    }
    entries[index] = entries[index].with {
      $0.state = .waiting
      // The user knows the risk and asks for it: ignore the age of the first attempt.
      $0.firstAttempt = nil
    }
    try? save()
    await show(entries[index], to: waiter)
    work(on: room)
    workers[room]?.wake()
  }

  private func discard(_ id: Message.ID) async {
    guard let index = index(of: id), entries[index].isFailed else { return }
    let entry = entries[index]
    discarded.append(entry.transaction)
    if discarded.count > Self.mostDiscarded {
      let oldest = discarded.removeFirst()
      entries.removeAll { $0.transaction == oldest }
    }
    try? save()
    await delivery.store.show { $0.removeUnsent(id, in: entry.room) }
  }

  private func restore(_ id: Message.ID) async {
    guard let place = discarded.firstIndex(where: { Message.ID($0) == id }) else { return }
    discarded.remove(at: place)
    guard let index = index(of: id) else { return }
    try? save()
    let entry = entries[index]
    let message = entry.message(by: delivery.store.userID)
    let later = entries[(index + 1)...].first {
      $0.room == entry.room && !discarded.contains($0.transaction)
    }
    let next = later.map { Message.ID($0.transaction) }
    await delivery.store.show { $0.setUnsent(message, before: next) }
  }

  /// Removes a message whose text is in the draft.
  private func takeBack(_ id: Message.ID, _ observer: Observer<Void, RequestError>) async {
    guard let index = index(of: id), entries[index].isFailed else {
      return observer.fail(RequestError(operation: .send, reason: .invalidInput(id.rawValue)))
    }
    let entry = entries.remove(at: index)
    do throws(RequestError) {
      try save(with: places)
    } catch {
      // The text is in both places: better twice than never.
      entries.insert(entry, at: index)
      count.send(Self.unsent(in: kept))
      return observer.fail(error)
    }
    await delivery.store.show { $0.removeUnsent(id, in: entry.room) }
    observer.complete()
  }

  // MARK: - Workers

  private func work(on room: RoomID) {
    guard workers[room] == nil else { return }
    let delay = WakeableDelay(remembersWake: true)
    workers[room] = delay
    tasks.run { [weak self] in
      while let next = await self?.next(in: room) {
        await self?.deliver(next, to: room, delay)
      }
    }
  }

  private func next(in room: RoomID) -> OutboxEntry? {
    let next = entries.first { $0.room == room && $0.state == .waiting }
      .flatMap { unshown.contains($0.transaction) ? nil : $0 }
    if next == nil || Task.isCancelled {
      workers[room] = nil
      return nil
    }
    return next
  }

  /// Tries one message until it is settled.
  private func deliver(_ entry: OutboxEntry, to room: RoomID, _ delay: WakeableDelay) async {
    var failures = 0
    while isWaiting(entry), !Task.isCancelled {
      guard delivery.store.current.isCurrent(room) else {
        // Until its first news it is unknown whether the room has become encrypted.
        await delay.wait(nil, on: delivery.scheduler)
        continue
      }
      let outcome =
        mayAttempt(entry)
        ? await delivery.attempt(entry.text, to: room, entry.transaction)
        : await delivery.look(for: entry)
      if await take(outcome, of: entry) { return }
      failures += 1
      if case .later(let error) = outcome {
        await wait(delivery.backoff.delay(after: failures, error), after: error, delay)
      } else {
        await delay.wait(nil, on: delivery.scheduler)
      }
    }
  }

  /// Waits before the next attempt.
  ///
  /// A new connection ends the wait after a lost one, but not a wait that the server asked for.
  private func wait(
    _ pause: Duration, after error: RequestError, _ delay: WakeableDelay
  ) async {
    if error.reason == .limited {
      await WakeableDelay().wait(pause, on: delivery.scheduler)
    } else {
      await delay.wait(pause, on: delivery.scheduler)
    }
  }

  /// Records the first attempt on disk before it is made.
  ///
  /// False when the first attempt is so old that the server may have forgotten the transaction and
  /// would accept the message twice.
  private func mayAttempt(_ entry: OutboxEntry) -> Bool {
    guard let index = entries.firstIndex(where: { $0.transaction == entry.transaction }) else {
      return false
    }
    let time = now().milliseconds
    guard let first = entries[index].firstAttempt else {
      entries[index] = entries[index].with { $0.firstAttempt = time }
      // Without this record a restart would merely retry for longer; the message itself is on disk.
      try? save()
      return true
    }
    return time - first < Self.transactionLife
  }

  /// True when the message needs no further attempt.
  private func take(
    _ outcome: Delivery.Outcome, of entry: OutboxEntry
  ) async -> Bool {
    guard isWaiting(entry) else { return true }
    switch outcome {
    case .sent(let event):
      // A message whose confirmation is not kept is recognised by its transaction in the next sync.
      try? await delivery.store.change {
        try $0.confirm(entry.transaction, as: event, in: entry.room, $1)
      }
      let sent = entry.message(by: delivery.store.userID).with {
        $0.eventID = event
        $0.delivery = .sent
      }
      await settle(entry.transaction, with: sent)
      return true
    case .unconfirmed:
      set(.unconfirmed, of: entry)
      return true
    case .refused(let error):
      await fail(entry, error)
      return true
    case .later, .stopped: return false
    }
  }

  private func isWaiting(_ entry: OutboxEntry) -> Bool {
    entries.contains { $0.transaction == entry.transaction && $0.state == .waiting }
  }

  // MARK: - Ends

  /// The server has the message.
  private func settle(_ transaction: TransactionID, with message: Message) async {
    let id = Message.ID(transaction)
    if let index = entries.firstIndex(where: { $0.transaction == transaction }) {
      entries.remove(at: index)
      discarded.removeAll { $0 == transaction }
      // If the entry survived into a restart, the server would recognise its transaction.
      try? save()
      workers[message.roomID]?.wake()
    }
    for waiter in waiters.removeValue(forKey: id) ?? [] {
      waiter.send(message)
      waiter.complete()
    }
  }

  private func fail(_ entry: OutboxEntry, _ error: RequestError) async {
    set(.failed(status: error.status, code: error.code), of: entry)
    guard let index = entries.firstIndex(where: { $0.transaction == entry.transaction }) else {
      return
    }
    let message = entries[index].message(by: delivery.store.userID)
    await delivery.store.show { $0.setUnsent(message) }
    for waiter in waiters.removeValue(forKey: message.id) ?? [] { waiter.fail(error) }
  }

  private func set(_ state: OutboxState, of entry: OutboxEntry) {
    guard let index = entries.firstIndex(where: { $0.transaction == entry.transaction }) else {
      return
    }
    entries[index] = entries[index].with { $0.state = state }
    try? save()
  }

  private func index(of id: Message.ID) -> Int? {
    entries.firstIndex {
      Message.ID($0.transaction) == id && !discarded.contains($0.transaction)
    }
  }

  /// All entries that are not discarded.
  private var kept: [OutboxEntry] {
    entries.filter { !discarded.contains($0.transaction) }
  }

  private func save(with places: MatrixPlacesController? = nil) throws(RequestError) {
    let kept = kept
    count.send(Self.unsent(in: kept))
    try stored.save(entries, without: discarded, with: places)
  }

  private static func unsent(in entries: [OutboxEntry]) -> UnsentCount {
    let failed = entries.count(where: \.isFailed)
    return UnsentCount(waiting: entries.count - failed, failed: failed)
  }

  private static func newTransaction() -> TransactionID {
    let parts = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
    guard let id = TransactionID("ct-" + parts.joined(separator: "-")) else {
      preconditionFailure("letters, digits and hyphens make a transaction id")
    }
    return id
  }
}
