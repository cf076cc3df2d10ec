import ModelKit

/// What the feed knows; its lock is held while it is used.
struct FeedState {
  /// Of users, beyond which those are forgotten that did not ask for longest.
  static let userCapacity = 10_000
  /// Of changes that are kept; who asks for older ones is told from the file.
  static let capacity = 512
  static let waitersPerDevice = 8
  static let waitersPerUser = 32

  var position: Int64 = 0
  var events: RecentList<RecentEvent>
  var receipts: RecentList<ReceiptChange>
  var rooms: [RoomID: RoomFeed] = [:]
  var users: [UserID: UserFeed] = [:]
  var typing = TypingBoard()
  var waiters: [UInt64: FeedWaiter] = [:]
  var lastWaiter: UInt64 = 0
  var deadlines = DeadlineWheel<FeedDeadline>()
  /// When the timer calls next.
  var nextCall: Int64?
  /// Counts the commits.
  var commits: Int64 = 0
  /// With which commit devices were signed out lately.
  var endedDevices: [Requester: Int64] = [:]
  /// Who goes on once the lock is free.
  var woken: [WokenWaiter] = []

  init(position: Int64) {
    self.position = position
    events = RecentList(
      floor: position, capacity: Self.capacity, sizeLimit: 2 << 20, position: \.position,
      size: { $0.event.head.count + 512 })
    receipts = RecentList(
      floor: position, capacity: Self.capacity, sizeLimit: .max, position: \.position,
      size: { _ in 0 })
  }

  // MARK: Commits

  mutating func publish(_ commit: Commit) {
    commits += 1
    position = max(position, commit.position)
    var changedRooms: Set<RoomID> = []
    for event in commit.events {
      events.append(RecentEvent(event))
      changedRooms.insert(event.room)
      rooms[event.room]?.unread?.append(event)
      if event.type == "m.room.member" { memberChanged(event, commit) }
      if event.type == "m.room.redaction" { redacted(by: event) }
    }
    for receipt in commit.receipts { take(receipt, changedRooms: &changedRooms) }
    for room in changedRooms {
      for user in rooms[room]?.users ?? [] { touch(user) }
    }
    for user in commit.users where users[user] != nil {
      users[user]?.personal = position
      users[user]?.dataChanged = position
      users[user]?.ignoresNobody = false
      touch(user)
    }
    for device in commit.endedDevices { end(device) }
  }

  private mutating func touch(_ user: UserID) {
    users[user]?.last = position
    wake(user)
  }

  private mutating func memberChanged(_ event: StoredEvent, _ commit: Commit) {
    guard let user = event.stateKey.flatMap({ UserID($0) }) else { return }
    let membership =
      commit.rooms[event.room]?.membership(of: user) ?? (try? event.membership()) ?? .leave
    if membership != .join { stopTyping(user, in: event.room) }
    guard users[user] != nil else { return }
    users[user]?.personal = position
    setJoined(user, event.room, membership == .join)
    touch(user)
  }

  mutating func setJoined(_ user: UserID, _ room: RoomID, _ isJoined: Bool) {
    users[user]?.reads[room] = nil
    guard users[user]?.joined != nil else { return }
    if isJoined {
      users[user]?.joined?.insert(room)
      rooms[room, default: RoomFeed()].users.insert(user)
    } else {
      users[user]?.joined?.remove(room)
      removeFromRoom(user, room)
    }
  }

  private mutating func removeFromRoom(_ user: UserID, _ room: RoomID) {
    rooms[room]?.users.remove(user)
    if rooms[room]?.users.isEmpty == true { rooms[room] = nil }
  }

  /// What was redacted is not told from memory, and is no longer counted.
  private mutating func redacted(by event: StoredEvent) {
    rooms[event.room]?.unread = nil
    guard let target = Self.target(of: event) else { return events.drop(through: event.position) }
    guard let entry = events.all.last(where: { $0.event.id == target }) else { return }
    events.drop(through: entry.position)
  }

  private static func target(of redaction: StoredEvent) -> EventID? {
    let event = try? JSONValue(redaction.head + [UInt8(ascii: "}")])
    let text = event?["redacts"]?.string ?? event?["content"]?["redacts"]?.string
    return text.flatMap { EventID($0) }
  }

  private mutating func take(_ receipt: ReceiptChange, changedRooms: inout Set<RoomID>) {
    receipts.append(receipt)
    if receipt.thread.isEmpty || receipt.thread == "main",
      let read = users[receipt.user]?.reads[receipt.room]
    {
      users[receipt.user]?.reads[receipt.room] = max(read, receipt.eventPosition)
    }
    switch receipt.kind {
    case .read: changedRooms.insert(receipt.room)
    case .readPrivate: touch(receipt.user)
    }
  }

  private mutating func end(_ device: Requester) {
    if endedDevices.count >= 1024 {
      let last = endedDevices.values.sorted()[512]
      endedDevices = endedDevices.filter { $0.value > last }
    }
    endedDevices[device] = commits
    for id in users[device.user]?.waiters ?? [] where waiters[id]?.requester == device {
      resume(id, .signedOut)
    }
  }

  // MARK: Waiting

  /// Ends all that wait for a user.
  mutating func wake(_ user: UserID) {
    guard let ids = users[user]?.waiters, !ids.isEmpty else { return }
    users[user]?.waiters = []
    for id in ids { remove(id, .changed) }
  }

  /// Ends one.
  mutating func resume(_ id: UInt64, _ outcome: WaitOutcome) {
    guard let waiter = waiters[id] else { return }
    users[waiter.requester.user]?.waiters.removeAll { $0 == id }
    remove(id, outcome)
  }

  private mutating func remove(_ id: UInt64, _ outcome: WaitOutcome) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    deadlines.remove(.waiter(id), at: waiter.deadline)
    woken.append(WokenWaiter(continuation: waiter.continuation, outcome: outcome))
  }

  /// Adds one, at the cost of the oldest when there are too many.
  mutating func add(
    _ id: UInt64, _ requester: Requester, deadline: Int64,
    _ continuation: CheckedContinuation<WaitOutcome, Never>
  ) {
    let waiting = users[requester.user]?.waiters ?? []
    let ofDevice = waiting.filter { waiters[$0]?.requester == requester }
    if ofDevice.count >= Self.waitersPerDevice {
      resume(ofDevice[0], .timeout)
    } else if waiting.count >= Self.waitersPerUser {
      resume(waiting[0], .timeout)
    }
    let rounded = deadlines.insert(.waiter(id), at: deadline)
    waiters[id] = FeedWaiter(
      requester: requester, continuation: continuation, deadline: rounded)
    users[requester.user]?.waiters.append(id)
  }

  // MARK: Typing

  mutating func startTyping(_ user: UserID, in room: RoomID, until deadline: Int64) {
    let earlier = typing.deadline(of: user, in: room)
    let rounded = deadlines.insert(.typing(room, user), at: deadline)
    guard let isNew = typing.start(user, in: room, until: rounded) else {
      return deadlines.remove(.typing(room, user), at: rounded)
    }
    if let earlier, earlier != rounded { deadlines.remove(.typing(room, user), at: earlier) }
    if isNew { tellTyping(in: room) }
  }

  mutating func stopTyping(_ user: UserID, in room: RoomID) {
    if let deadline = typing.deadline(of: user, in: room) {
      deadlines.remove(.typing(room, user), at: deadline)
    }
    if typing.stop(user, in: room) { tellTyping(in: room) }
  }

  private mutating func tellTyping(in room: RoomID) {
    for user in rooms[room]?.users ?? [] {
      users[user]?.typing = typing.last
      wake(user)
    }
  }

  /// Ends what has ended by now.
  mutating func expire(now: Int64) {
    for item in deadlines.expired(at: now) {
      switch item {
      case .waiter(let id): resume(id, .timeout)
      case .typing(let room, let user):
        if typing.stop(user, in: room) { tellTyping(in: room) }
      }
    }
  }

  // MARK: Users

  /// Makes room for another user.
  mutating func forgetIdleUsers() {
    guard users.count >= Self.userCapacity else { return }
    let idle = users.filter { $0.value.waiters.isEmpty }.sorted { $0.value.used < $1.value.used }
    for (user, entry) in idle.prefix(Self.userCapacity / 2) {
      for room in entry.joined ?? [] { removeFromRoom(user, room) }
      users[user] = nil
    }
  }
}
