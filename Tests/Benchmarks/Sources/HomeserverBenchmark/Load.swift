import CWaiting
import Glibc

/// Sends and listens for the duration of a plan, on one thread.
final class Load {
  /// The counted results.
  private struct Counts {
    var accepted = 0
    var delivered = 0
    /// Includes those that arrived after the measured window.
    var deliveredInTheEnd = 0
    /// Messages of the measured window that were accepted, even later.
    var acceptedInTheEnd = 0
    var syncs = 0
    var limited = 0
    var errors = 0
    var received = 0
    var cpu = 0
    var send = Latencies()
    var delivery = Latencies()
  }

  /// With this many errors, the figures say nothing about the speed of a server.
  private static let maximumErrors = 100

  private let plan: Plan
  private var senders: [Sender] = []
  private var listeners: [Listener] = []
  /// Those of the senders, followed by those of the listeners.
  private var connections: [Connection] = []
  private var entries: [pollfd] = []
  private var counts = Counts()
  /// Distinguishes the ids of messages from those of other runs.
  private let number = Clock.now
  /// The measured window.
  private var window = 0..<0
  private var schedule: Schedule?

  init(_ plan: Plan) { self.plan = plan }

  func run() throws -> Report {
    for (number, token) in plan.senders.enumerated() {
      senders.append(try Sender(plan, token: token, number: number))
    }
    for listener in plan.listeners { listeners.append(try Listener(plan, listener)) }
    for (sender, index) in zip(senders, senders.indices) {
      sender.connection.onResponse = { [unowned self] status, _, time in
        try sent(index, status: status, time: time)
      }
    }
    for listener in listeners {
      listener.connection.onResponse = { [unowned self, unowned listener] status, body, time in
        try heard(listener, status: status, body: body, time: time)
      }
      try listener.listen()
    }
    connections = senders.map(\.connection) + listeners.map(\.connection)
    entries = connections.map { _ in pollfd() }
    let start = Clock.now
    let first = start + Clock.nanoseconds(plan.warmUp)
    window = first..<(first + Clock.nanoseconds(plan.duration))
    if let rate = plan.rate { schedule = Schedule(start: start, rate: rate) }
    try go(until: first) { false }
    let before = (received: receivedBytes, cpu: Self.cpu)
    try go(until: window.upperBound) { false }
    counts.received = receivedBytes - before.received
    counts.cpu = Self.cpu - before.cpu
    try go(until: window.upperBound + Clock.nanoseconds(plan.drain)) { isComplete }
    return report()
  }

  /// Whether all requests and deliveries are complete.
  private var isComplete: Bool {
    senders.allSatisfy { $0.due == nil }
      && counts.deliveredInTheEnd >= counts.acceptedInTheEnd * listeners.count
  }

  /// Runs until a time, or until a condition holds.
  private func go(until end: Int, orUntil isDone: () -> Bool) throws {
    while true {
      let now = Clock.now
      guard now < end, !isDone() else { return }
      let wake = try startSenders(now: now)
      try wait(until: min(wake ?? end, end), now: now)
    }
  }

  /// Sends what is due; returns the due time of the next message.
  private func startSenders(now: Int) throws -> Int? {
    guard now < window.upperBound else { return nil }
    for sender in senders where sender.due == nil {
      guard var schedule else {
        try sender.send(due: Clock.now, run: number)
        continue
      }
      guard schedule.next <= now else { return schedule.next }
      try sender.send(due: schedule.next, run: number)
      schedule.advance()
      self.schedule = schedule
    }
    return nil
  }

  private func wait(until time: Int, now: Int) throws {
    for (index, connection) in connections.enumerated() {
      entries[index].fd = connection.descriptor
      entries[index].events = Int16(POLLIN) | (connection.isSending ? Int16(POLLOUT) : 0)
      entries[index].revents = 0
    }
    let status = cwaiting_poll(&entries, nfds_t(entries.count), Int64(max(time - now, 0)))
    guard status >= 0 || errno == EINTR else { throw Failure.system("poll") }
    guard status > 0 else { return }
    for (index, entry) in entries.enumerated() where entry.revents != 0 {
      if entry.revents & Int16(POLLOUT) != 0 { try connections[index].flush() }
      let isOpen = try connections[index].receive()
      if !isOpen { try reopen(index) }
    }
  }

  /// Opens a connection that the server closed again, and repeats the request it left unanswered.
  private func reopen(_ index: Int) throws {
    // A server may close an idle connection at any time (RFC 9112, section 9.5).
    let isIdle = index < senders.count && senders[index].due == nil
    if !isIdle { try count(error: "the server closed a connection without a response") }
    if index < senders.count {
      try senders[index].connection.reconnect()
      try senders[index].repeatRequest()
    } else {
      try listeners[index - senders.count].connection.reconnect()
      try listeners[index - senders.count].listen()
    }
  }

  // MARK: Responses

  private func sent(_ index: Int, status: Int, time: Int) throws {
    guard let due = senders[index].due else { throw Failure("a response to no request") }
    senders[index].finish()
    guard status == 200 else { return try count(error: "status \(status) for a message") }
    if window.contains(time) { counts.accepted += 1 }
    guard window.contains(due) else { return }
    counts.acceptedInTheEnd += 1
    counts.send.add(time - due)
  }

  private func heard(
    _ listener: Listener, status: Int, body: UnsafeRawBufferPointer, time: Int
  ) throws {
    if status == 200 {
      try listener.advance(body)
      count(sync: body, time: time)
    } else {
      try count(error: "status \(status) for a /sync")
    }
    try listener.listen()
  }

  private func count(sync body: UnsafeRawBufferPointer, time: Int) {
    let isInWindow = window.contains(time)
    if isInWindow {
      counts.syncs += 1
      if Bytes.find(Array(#""limited":true"#.utf8), in: body) != nil { counts.limited += 1 }
    }
    Marks.forEach(in: body) { sent in
      if isInWindow { counts.delivered += 1 }
      guard window.contains(sent) else { return }
      counts.deliveredInTheEnd += 1
      counts.delivery.add(time - sent)
    }
  }

  private func count(error: String) throws {
    counts.errors += 1
    if counts.errors > Self.maximumErrors { throw Failure("too many failures; last: \(error)") }
  }

  // MARK: Figures

  private var receivedBytes: Int {
    senders.reduce(0) { $0 + $1.connection.receivedBytes }
      + listeners.reduce(0) { $0 + $1.connection.receivedBytes }
  }

  private static var cpu: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func report() -> Report {
    let expected = counts.acceptedInTheEnd * listeners.count
    return Report(
      senders: senders.count, listeners: listeners.count, seconds: plan.duration,
      messages: counts.accepted,
      messagesPerSecond: (Double(counts.accepted) / plan.duration).rounded(toDecimals: 1),
      send: Report.Times(counts.send), deliveries: counts.delivered,
      deliveriesPerSecond: (Double(counts.delivered) / plan.duration).rounded(toDecimals: 1),
      delivery: Report.Times(counts.delivery),
      deliveredShare: expected == 0
        ? 0 : (Double(counts.deliveredInTheEnd) / Double(expected)).rounded(toDecimals: 4),
      syncs: counts.syncs, limitedSyncs: counts.limited, errors: counts.errors,
      receivedBytes: counts.received, ownCPU: (Double(counts.cpu) / 1e9).rounded(toDecimals: 3))
  }
}

/// The due times of messages that are sent at a fixed rate.
struct Schedule {
  private let start: Int
  private let interval: Double
  private var count = 0

  init(start: Int, rate: Double) {
    self.start = start
    interval = 1e9 / rate
  }

  var next: Int { start + Int(Double(count) * interval) }

  mutating func advance() { count += 1 }
}
