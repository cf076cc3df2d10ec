import Controllers
import MatrixWire
import Models
import Signals

/// The queue of unsent events: keeps them in the vault, their lines in the timelines, and one worker per
/// room that has something to send.
actor Outbox {
  typealias Waiter = Observer<Message, RequestError>

  /// A request to the queue.
  enum Command: Sendable {
    case send(OutgoingEvent, RoomID, after: Duration, Waiter)
    case retry(Message.ID, RoomID, Waiter)
    case discard(Message.ID)
    case stopUpload(Message.ID)
    case restore(Message.ID)
    case takeBack(Message.ID, Observer<Void, RequestError>)
    case echo(StoreChanges.Echo)
    case sendHeld(Observer<Void, Never>)
    /// The connection is back.
    case wake
  }

  /// The most text that may wait at once, in bytes: every start reads and checks all of it.
  static let mostText = 8 << 20
  /// The largest content of an event as JSON, in bytes: with its signatures and hashes it may have
  /// 65,536.
  static let mostContent = MessageText.mostBytes + 2_000
  /// How many discarded messages can be restored.
  static let mostDiscarded = 50
  /// How long a server is trusted to recognise a transaction, in milliseconds: it forgets after 24
  /// hours.
  static let transactionLife: Int64 = 23 * 3600 * 1000

  /// The shortest wait for the server that the user is told about.
  static let toldLimit = Duration.seconds(5)

  nonisolated let tasks = TaskBag()
  nonisolated let uploads = UploadBoard()
  nonisolated let count = ReplaySubject<UnsentCount, Never>(capacity: 1)
  var entries: [OutboxEntry]
  /// Entries that keep their place while they can still be restored, in the order of discarding;
  /// they are neither shown nor in the vault.
  var discarded: [TransactionID] = []
  private var stored: StoredOutbox
  let places: MatrixPlacesController
  let delivery: Delivery
  let files: OutboxFiles
  let decoder: any PictureDecoder
  /// The uploads that are running.
  var uploading: [TransactionID: Task<Delivery.Upload, Never>] = [:]
  /// The events whose file the server keeps no address for, at least not any more.
  var withoutAddress: Set<TransactionID> = []
  let now: WallClock
  var waiters: [Message.ID: [Waiter]] = [:]
  var workers: [RoomID: WakeableDelay] = [:]
  /// When the rooms that the server limits are tried again.
  var limits: [RoomID: Timestamp] = [:]
  /// Those who wait for the end of some events.
  var departures: [Departure] = []
  /// Entries whose lines are not shown yet: no worker may overtake the display.
  var unshown: Set<TransactionID> = []

  init(
    stored: StoredOutbox, places: MatrixPlacesController, delivery: Delivery,
    decoder: any PictureDecoder, now: @escaping WallClock
  ) {
    self.decoder = decoder
    entries = stored.entries
    self.stored = stored
    files = stored.files
    self.places = places
    self.delivery = delivery
    self.now = now
    count.send(Self.unsent(in: entries, limits: [:]))
  }

  nonisolated var unsentCount: Signal<UnsentCount, Never> { count.signal.skipRepeats() }

  /// Shows what an earlier run left and starts to send it.
  ///
  /// All at once: a message that the user writes meanwhile is saved only afterwards.
  func begin() async {
    let entries = entries
    await delivery.store.show { contents in
      entries.reduce(into: StoreChanges()) { $0.formUnion(contents.show($1)) }
    }
    for entry in entries where entry.isUploading { uploads.note(entry, sent: 0) }
    files.removeAll(but: entries.flatMap(\.uploads).map(\.file))
    for room in Set(entries.map(\.room)) { work(on: room) }
  }

  func obey(_ command: Command) async {
    switch command {
    case .send(let event, let room, let delay, let waiter):
      await send(event, to: room, after: delay, waiter)
    case .retry(let id, let room, let waiter): await retry(id, in: room, waiter)
    case .discard(let id): await discard(id)
    case .stopUpload(let id): await stopUpload(id)
    case .restore(let id): await restore(id)
    case .takeBack(let id, let observer): await takeBack(id, observer)
    case .echo(let echo): await settle(echo.transaction, with: echo.message)
    case .sendHeld(let observer): await sendHeld(observer)
    case .wake: for delay in workers.values { delay.wake() }
    }
  }

  // MARK: - Ends

  /// The server has the message.
  func settle(_ transaction: TransactionID, with message: Message) async {
    let id = Message.ID(transaction)
    if let index = entries.firstIndex(where: { $0.transaction == transaction }) {
      forgetFiles(of: entries.remove(at: index))
      discarded.removeAll { $0 == transaction }
      if let event = message.eventID { name(event, of: id) }
      // If the entry survived into a restart, the server would recognise its transaction.
      try? save()
      workers[message.roomID]?.wake()
    }
    for waiter in waiters.removeValue(forKey: id) ?? [] {
      waiter.send(message)
      waiter.complete()
    }
    depart(transaction)
  }

  /// Puts the id of an event into those that refer to it.
  private func name(_ event: EventID, of target: Message.ID) {
    for index in entries.indices where entries[index].pendingTargets.contains(target) {
      entries[index] = entries[index].naming(event, of: target)
    }
  }

  func fail(_ entry: OutboxEntry, _ error: RequestError) async {
    let failed = change(entry.transaction) {
      $0.state = .failed(status: error.status, code: error.code)
    }
    uploads.remove(entry.transaction)
    depart(entry.transaction)
    guard let failed else { return }
    await display(failed)
    let id = Message.ID(failed.transaction)
    for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.fail(error) }
  }

  /// Shows an event at the end of its room, or what it changes there.
  func display(_ entry: OutboxEntry, before next: Message.ID? = nil) async {
    await delivery.store.show { $0.show(entry, before: next) }
  }

  /// Changes an entry, also on the disk; nil when it is gone.
  ///
  /// A change of its progress that is not kept costs a repetition after a restart, not the event.
  @discardableResult
  func change(
    _ transaction: TransactionID, _ change: (inout OutboxEntry.Builder) -> Void
  ) -> OutboxEntry? {
    guard let index = entries.firstIndex(where: { $0.transaction == transaction }) else {
      return nil
    }
    entries[index] = entries[index].with(change)
    try? save()
    return entries[index]
  }

  func index(of id: Message.ID) -> Int? {
    entries.firstIndex {
      Message.ID($0.transaction) == id && !discarded.contains($0.transaction)
    }
  }

  /// All entries that are not discarded.
  var kept: [OutboxEntry] {
    entries.filter { !discarded.contains($0.transaction) }
  }

  func save(with places: MatrixPlacesController? = nil) throws(RequestError) {
    announceCount()
    try stored.save(entries, without: discarded, with: places)
  }

  func announceCount() { count.send(Self.unsent(in: kept, limits: limits)) }

  private static func unsent(
    in entries: [OutboxEntry], limits: [RoomID: Timestamp]
  ) -> UnsentCount {
    let waiting = entries.filter { !$0.isFailed }
    return UnsentCount(
      waiting: waiting.count, failed: entries.count - waiting.count,
      limitedUntil: waiting.compactMap { limits[$0.room] }.min())
  }

  static func newTransaction() -> TransactionID {
    let parts = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
    guard let id = TransactionID("ct-" + parts.joined(separator: "-")) else {
      preconditionFailure("letters, digits and hyphens make a transaction id")
    }
    return id
  }
}
