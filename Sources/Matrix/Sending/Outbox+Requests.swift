import Controllers
import MatrixWire
import Models
import Signals

/// What is asked of the queue.
extension Outbox {
  func send(
    _ event: OutgoingEvent, to room: RoomID, after delay: Duration, _ waiter: Waiter
  ) async {
    do throws(RequestError) {
      var entry = try await entry(of: event, in: room)
      if delay > .zero {
        let due = entry.createdAt + Int64(delay / .milliseconds(1))
        entry = entry.with { $0.notBefore = due }
      }
      do throws(RequestError) {
        guard try await enqueue(entry) else { return settle(waiter, of: entry) }
      } catch {
        forgetFiles(of: entry)
        throw error
      }
      if entry.isUploading { uploads.note(entry, sent: 0) }
      await show(entry, to: waiter)
    } catch {
      return waiter.fail(error)
    }
    work(on: room)
    if entries.contains(where: { $0.room == room && $0.isHeldEnd }) { workers[room]?.wake() }
  }

  /// False when nothing of the entry is left to send.
  private func enqueue(_ entry: OutboxEntry) async throws(RequestError) -> Bool {
    if let opposite = opposite(of: entry) { return try await replace(opposite, with: entry) }
    try add(entry)
    return true
  }

  private func settle(_ waiter: Waiter, of entry: OutboxEntry) {
    waiter.send(entry.message(by: delivery.store.userID).with { $0.delivery = .sent })
    waiter.complete()
  }

  /// Saves before anything is shown: a message that was visible must not be lost.
  private func add(_ entry: OutboxEntry) throws(RequestError) {
    entries.append(entry)
    do throws(RequestError) {
      try save()
    } catch {
      entries.removeAll { $0.transaction == entry.transaction }
      announceCount()
      throw error
    }
  }

  private func entry(
    of event: OutgoingEvent, in room: RoomID
  ) async throws(RequestError) -> OutboxEntry {
    if case .file(let path, let caption, let form, let isReduced) = event {
      let file = try FileToSend(path, isReduced: isReduced, decoder: decoder)
      return try self.entry(of: file, caption, as: form, in: room)
    }
    if case .threaded(.file(let path, let caption, let form, let isReduced), let thread) = event {
      let file = try FileToSend(path, isReduced: isReduced, decoder: decoder)
      return try await naming(self.entry(of: file, caption, as: form, in: room, thread))
    }
    let source = try await source(of: event, in: room)
    guard let content = EventContent(event, from: source) else {
      if case .forward = event {
        throw RequestError(
          operation: .send, reason: .refused, code: OutgoingEvent.notForwardable)
      }
      throw Self.invalid("\(event)")
    }
    let entry = OutboxEntry(
      transaction: Self.newTransaction(), room: room, type: content.type,
      content: content.content, createdAt: now().milliseconds, state: .waiting)
    try check(entry, event)
    return try await naming(entry)
  }

  /// The entry with the events of all messages to which it refers and that the queue no longer has.
  private func naming(_ entry: OutboxEntry) async throws(RequestError) -> OutboxEntry {
    var entry = entry
    while let target = entry.pendingTargets.first(where: { index(of: $0) == nil }) {
      guard let event = try await sentEvent(target, in: entry.room) else {
        throw Self.invalid(target.rawValue)
      }
      entry = entry.naming(event, of: target)
    }
    return entry
  }

  /// The event of a message that the queue no longer has.
  private func sentEvent(
    _ message: Message.ID, in room: RoomID
  ) async throws(RequestError) -> EventID? {
    try await delivery.store.read { contents, tables in
      let sent = contents.sent.first { Message.ID($0.value) == message }?.key
      return try sent
        ?? contents.rooms[room].flatMap { try tables.event(of: message.rawValue, in: $0.number) }
    }
  }

  /// An event with a file, of which a copy is on the disk when this returns.
  private func entry(
    of file: FileToSend, _ caption: String?, as form: TextForm, in room: RoomID,
    _ thread: ThreadTarget? = nil
  ) throws(RequestError) -> OutboxEntry {
    let transaction = Self.newTransaction()
    let content = EventContent.file(file, caption, as: form)
    var entry = OutboxEntry(
      transaction: transaction, room: room, type: EventType.message,
      content: thread.map { EventContent.inThread(content, $0) } ?? content,
      createdAt: now().milliseconds, state: .waiting)
    try check(entry)
    let upload = OutboxUpload(
      file: try files.keep(file, for: transaction), name: file.name, mimeType: file.type.mime,
      byteCount: file.bytes.count)
    let thumbnail = try files.keepThumbnail(of: file, for: transaction)
    entry = entry.with {
      $0.upload = upload
      $0.thumbnail = thumbnail
      if thumbnail == nil { $0.leaveOutThumbnail() }
    }
    return entry
  }

  private func check(
    _ entry: OutboxEntry, _ event: OutgoingEvent? = nil
  ) throws(RequestError) {
    if let problem = problem(with: event, entry) {
      throw RequestError(operation: .send, reason: problem)
    }
  }

  private func problem(
    with event: OutgoingEvent?, _ entry: OutboxEntry
  ) -> RequestError.Reason? {
    if entry.pin == nil, delivery.store.current.encrypted.contains(entry.room) {
      return .encryptedRoom
    }
    if let text = event?.text {
      if MessageText.byteCount(text) > MessageText.mostBytes { return .tooLarge }
      if text.isEmpty { return .invalidInput(text) }
    }
    if entry.contentBytes > Self.mostContent { return .tooLarge }
    let waiting = kept.reduce(0) { $0 + $1.byteCount }
    return waiting + entry.byteCount > Self.mostText
      ? .storage("too many unsent messages") : nil
  }

  private static func invalid(_ text: String) -> RequestError {
    RequestError(operation: .send, reason: .invalidInput(text))
  }

  private func show(_ entry: OutboxEntry, to waiter: Waiter) async {
    let message = entry.message(by: delivery.store.userID)
    waiters[message.id, default: []].append(waiter)
    unshown.insert(entry.transaction)
    await display(entry)
    unshown.remove(entry.transaction)
    waiter.send(message)
  }

  func retry(_ id: Message.ID, in room: RoomID, _ waiter: Waiter) async {
    guard let index = index(of: id) else { return waiter.fail(Self.invalid(id.rawValue)) }
    if entries[index].pin == nil, delivery.store.current.encrypted.contains(room) {
      return waiter.fail(RequestError(operation: .send, reason: .encryptedRoom))
    }
    entries[index] = entries[index].with {
      $0.state = .waiting
      // The user knows the risk and asks for it: ignore the age of the first attempt.
      $0.firstAttempt = nil
    }
    try? save()
    if entries[index].isUploading { uploads.note(entries[index], sent: 0) }
    await show(entries[index], to: waiter)
    work(on: room)
    workers[room]?.wake()
  }

  func discard(_ id: Message.ID) async {
    guard let index = index(of: id) else { return }
    let isHeldFile = entries[index].isHeld && entries[index].upload != nil
    guard entries[index].isFailed || entries[index].isUploading || isHeldFile else { return }
    if isHeldFile {
      fail(index, as: OutgoingEvent.takenBack)
    } else if entries[index].isUploading {
      stopUpload(of: index)
    }
    let entry = entries[index]
    discarded.append(entry.transaction)
    if discarded.count > Self.mostDiscarded {
      let oldest = discarded.removeFirst()
      for entry in entries where entry.transaction == oldest { forgetFiles(of: entry) }
      entries.removeAll { $0.transaction == oldest }
    }
    try? save()
    await delivery.store.show { $0.removeUnsent(id, in: entry.room) }
  }

  func restore(_ id: Message.ID) async {
    guard let place = discarded.firstIndex(where: { Message.ID($0) == id }) else { return }
    discarded.remove(at: place)
    guard let index = index(of: id) else { return }
    try? save()
    let entry = entries[index]
    let later = entries[(index + 1)...].first {
      $0.room == entry.room && !discarded.contains($0.transaction)
    }
    await display(entry, before: later.map { Message.ID($0.transaction) })
  }

  /// Removes a message whose text is in the draft.
  func takeBack(_ id: Message.ID, _ observer: Observer<Void, RequestError>) async {
    guard let index = index(of: id), entries[index].isFailed || entries[index].isHeld else {
      return observer.fail(Self.invalid(id.rawValue))
    }
    let entry = entries.remove(at: index)
    do throws(RequestError) {
      try save(with: places)
    } catch {
      // The text is in both places: better twice than never.
      entries.insert(entry, at: index)
      announceCount()
      return observer.fail(error)
    }
    forgetFiles(of: entry)
    workers[entry.room]?.wake()
    await delivery.store.show { $0.removeUnsent(id, in: entry.room) }
    for waiter in waiters.removeValue(forKey: id) ?? [] {
      waiter.fail(RequestError(operation: .send, reason: .cancelled))
    }
    observer.complete()
  }
}
