import CNcurses

/// Waits for input, signals and main-actor jobs on one thread, and paints.
///
/// A turn of the loop handles everything that has arrived, then paints at most once: immediately
/// after input, otherwise at the pace of ``FramePace``. An idle process sleeps without periodic
/// wake-ups.
@MainActor
public final class EventLoop {
  /// Why ``run()`` returned.
  public enum Ending: Sendable, Hashable {
    /// ``EventLoop/stop()`` was called.
    case stopped

    /// A signal with this number asked the process to terminate.
    case signal(Int32)

    /// The terminal is gone.
    case terminalLost
  }

  /// Receives each input event, in order, in a batch of its own; hundreds of letters that arrive at once as a paste.
  public var onInput: (InputEvent) -> Void = { _ in }

  /// Whether an event has to wait, and with it all that follow, for what is about to come on the main queue.
  ///
  /// Asked again in each turn.
  public var isHeld: (InputEvent) -> Bool = { _ in false }

  /// Receives a new window size before the window is drawn.
  public var onResize: (Size) -> Void = { _ in }

  /// Whether text follows directly behind the event that is being handled, perhaps after Enter and Tab keys, as in a
  /// text that was pasted in a terminal without bracketed paste.
  ///
  /// False in short input: a busy program, or a slow connection, gets at once what was typed meanwhile.
  public private(set) var isTextNext = false

  /// Called when the terminal reports a background other than the assumed one.
  public var onBackground: (TerminalBackground) -> Void = { _ in }

  /// Called when the terminal measures characters differently than assumed: lay out text again.
  public var onWidthProfile: (WidthProfile) -> Void = { _ in }

  /// Called before the process stops, which may be the last that it does.
  public var willSuspend: () -> Void = {}

  /// Draws the screen on the canvas of the last frame, which is blank after anything that makes its
  /// cells doubtful; must not change state.
  public var draw: (inout Canvas) -> Void = { _ in }

  /// Whether content that belongs on the screen will be there in a moment: a frame waits for it, 24 ms at most.
  public var isAwaitingContent: () -> Bool = { false }

  /// Runs the work of one event; set it to combine the changes of an event into one batch.
  public var performBatch: (() -> Void) -> Void = { $0() }

  private static let maximumReadBytes = 1 << 20

  private let host: any LoopHost
  private var decoder = InputDecoder()
  private var queue = InputQueue()
  private var canvas: Canvas
  private var ending: Ending?
  private var isDirty = true
  private var damage = Damage.everything
  private var hadInput = false
  /// Whether an event is handled behind which more of the same input wait.
  private var hasMoreEvents = false
  private var hasPresented = false
  private var pace = FramePace()
  private var hold = FrameHold()
  private var wakeTime: Int64?
  private var decoderDeadline: Int64?
  private var isSuspendRequested = false
  /// Whether another program has the terminal.
  private var isLent = false
  private var readBuffer = [UInt8](repeating: 0, count: 65_536)
  /// For poll(): the terminal's input, notices, the main queue.
  private var descriptors = [pollfd](
    repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: 3)

  /// Creates a loop for an open terminal.
  public convenience init(session: TerminalSession) {
    self.init(host: session)
  }

  init(host: any LoopHost) {
    self.host = host
    canvas = Canvas(size: host.surface.size, capabilities: host.surface.capabilities)
  }

  /// Runs until ``stop()``, a terminating signal, or the loss of the terminal.
  ///
  /// Must be called on the main thread, from a synchronous `main`. The loop does not restore the
  /// terminal: close the session afterwards.
  public func run() -> Ending {
    ending = nil
    while ending == nil { turn() }
    return ending ?? .stopped
  }

  /// Ends the loop after the current turn.
  public func stop() {
    ending = ending ?? .stopped
  }

  /// Requests a new frame; painted at the end of the turn, or as soon as the pace of frames allows it.
  public func setNeedsDisplay() {
    isDirty = true
  }

  /// Shows a letter at the cursor ahead of the frame that has it.
  ///
  /// The letter is seen before what follows from it is worked out and drawn. The frame has the last word:
  /// it replaces the letter where it shows another one. Does nothing while a frame is due or more events
  /// wait, because the cursor's place is not known then.
  public func echo(_ letter: Unicode.Scalar, style: Style) {
    guard hasPresented, !isDirty, !hasMoreEvents, !isLent else { return }
    host.surface.echo(letter, style: style, after: canvas)
  }

  /// Requests a frame that is sent in full, whatever the terminal shows now.
  public func redrawEverything() {
    isDirty = true
    damage = .everything
  }

  /// Copies a text to the terminal's clipboard, if the terminal allows it.
  ///
  /// - Parameter base64: The text's UTF-8 bytes, encoded as base64 for the terminal.
  public func copy(base64: String) {
    host.copy(base64: base64)
  }

  /// Tells something outside of the screen, also while another program has the terminal.
  ///
  /// Returns false when the terminal is not known to do that.
  public func announce(_ announcement: Announcement) -> Bool {
    // The title is the other program's then; it is set when the terminal is taken back.
    host.announce(announcement)
  }

  /// Whether tmux stands between the program and the terminal that could show a notice.
  public var isWithinTmux: Bool { host.isWithinTmux }

  /// Sends notices through tmux, to the terminal with a name and version; to none when tmux passes nothing
  /// on.
  public func passNotices(to version: String?) { host.passNotices(to: version) }

  /// Restores the terminal and stops the process at the end of the turn, as C-z does.
  ///
  /// The loop resumes when the process is continued.
  public func suspend() {
    isSuspendRequested = true
  }

  /// Restores the terminal for another program; the loop goes on without input and frames.
  public func lendTerminal() {
    isLent = true
    host.lend()
  }

  /// Takes the terminal over again once the other program has ended.
  public func takeTerminalBack() {
    guard isLent else { return }
    isLent = false
    host.takeBack()
    redrawEverything()
    updateSize()
  }

  /// Requests a new frame after a delay, for clocks and spinners; the earliest request wins.
  public func requestWake(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    // Limited to a year, so that the sum stays in range.
    let nanoseconds = min(max(0, seconds), 31_536_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    let time = ct_now_nanoseconds() + max(0, nanoseconds)
    wakeTime = min(wakeTime ?? .max, time)
  }
}

// MARK: - Turns

extension EventLoop {
  private func turn() {
    if isSuspendRequested { suspendNow() }
    paintIfDue()
    guard ending == nil else { return }
    let ready = wait()
    guard ready.count > 0 || hasTimedWork else { return }
    handle(ready)
  }

  private struct Ready {
    var input = false
    var inputEnded = false
    var notices = false
    var mainQueue = false
    var count = 0
  }

  private var hasTimedWork: Bool {
    let now = ct_now_nanoseconds()
    return now >= (wakeTime ?? .max) || now >= (decoderDeadline ?? .max)
  }

  private func wait() -> Ready {
    let ended = Int16(POLLHUP | POLLERR | POLLNVAL)
    // poll() ignores negative descriptors.
    descriptors[0].fd = isLent ? -1 : host.inputDescriptor
    descriptors[1].fd = host.noticeDescriptor ?? -1
    descriptors[2].fd = host.mainQueueDescriptor ?? -1
    var ready = Ready()
    ready.count = Int(poll(&descriptors, nfds_t(descriptors.count), timeoutMilliseconds))
    guard ready.count > 0 else { return ready }
    ready.input = descriptors[0].revents & Int16(POLLIN) != 0
    ready.inputEnded = !ready.input && descriptors[0].revents & ended != 0
    ready.notices = descriptors[1].revents != 0
    ready.mainQueue = descriptors[2].revents != 0
    return ready
  }

  private var timeoutMilliseconds: Int32 {
    var deadline = min(wakeTime ?? .max, decoderDeadline ?? .max)
    if isDirty, !isLent { deadline = min(deadline, hold.end ?? pace.due) }
    guard deadline != .max else { return -1 }
    let rest = deadline - ct_now_nanoseconds()
    // Rounded up: waking too early would spin.
    return Int32(clamping: max(0, (rest + 999_999) / 1_000_000))
  }

  private func handle(_ ready: Ready) {
    if ready.notices { handleNotices() }
    if ready.input { readInput() }
    if ready.inputEnded { ending = ending ?? .terminalLost }
    let now = ct_now_nanoseconds()
    if now >= (decoderDeadline ?? .max) { deliver(decoder.flush()) }
    if now >= (wakeTime ?? .max) {
      wakeTime = nil
      isDirty = true
    }
    if ready.mainQueue { performBatch { host.runMainQueue() } }
    handleQueued()
  }

  private func handleNotices() {
    let notices = host.takeNotices()
    if let number = notices.termination { ending = ending ?? .signal(number) }
    // The other program has the terminal and its size.
    guard !isLent else { return }
    if notices.contains(.suspend) { isSuspendRequested = true }
    if notices.contains(.continued) {
      host.reassertModes()
      redrawEverything()
    }
    if notices.contains(.resized) || notices.contains(.continued) { updateSize() }
  }

  private func updateSize() {
    host.updateSize()
    guard host.surface.size != canvas.screenSize else { return }
    redrawEverything()
    performBatch { onResize(host.surface.size) }
  }

  private func suspendNow() {
    isSuspendRequested = false
    willSuspend()
    host.suspend()
    redrawEverything()
    updateSize()
  }
}

// MARK: - Input

extension EventLoop {
  /// Reads all available input, so that a burst is painted once.
  private func readInput() {
    var total = 0
    var events: [InputEvent] = []
    repeat {
      let count = read(host.inputDescriptor, &readBuffer, readBuffer.count)
      if count < 0, ct_errno() == EINTR || ct_errno() == EAGAIN { break }
      guard count > 0 else {
        ending = ending ?? .terminalLost
        break
      }
      events += decoder.feed(readBuffer[..<count])
      total += count
    } while total < Self.maximumReadBytes && isInputReadable
    deliver(events)
  }

  private var isInputReadable: Bool {
    var descriptor = pollfd(fd: host.inputDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLIN) != 0
  }

  private func deliver(_ events: [InputEvent]) {
    decoderDeadline = decoder.pendingTimeoutMilliseconds.map {
      ct_now_nanoseconds() + Int64($0) * 1_000_000
    }
    for case .reply(let reply) in events { take(reply) }
    queue.append(events)
    handleQueued()
  }

  /// Handles the events in their order, until one has to wait.
  private func handleQueued() {
    while let next = queue.next(unless: isHeld) {
      hadInput = true
      hasMoreEvents = !queue.isEmpty
      isTextNext = next.isTextNext
      performBatch { onInput(next.event) }
    }
  }
}

extension EventLoop {
  private func take(_ reply: TerminalReply) {
    let capabilities = host.surface.capabilities
    let profile = WidthProfile.current
    host.handle(reply)
    let known = host.surface.capabilities
    if known != capabilities { redrawEverything() }
    if known.background != capabilities.background {
      performBatch { onBackground(known.background) }
    }
    if WidthProfile.current != profile {
      redrawEverything()
      performBatch { onWidthProfile(WidthProfile.current) }
    }
  }
}

// MARK: - Painting

extension EventLoop {
  private func paintIfDue() {
    let now = ct_now_nanoseconds()
    let isDue = hadInput || now >= pace.due
    guard isDirty, isDue, !isLent else {
      hadInput = false
      return
    }
    // The frame is still that of the input once the wait ends.
    guard !hold.holds(isAwaitingContent(), at: now) else { return }
    hadInput = false
    paint(at: now)
  }

  private func paint(at now: Int64) {
    // Cleared first, because drawing may request the next frame.
    isDirty = false
    prepareCanvas()
    draw(&canvas)
    let isSeen = host.surface.present(canvas, damage: damage)
    pace.count(at: now, isSeen: isSeen)
    damage = .changes
    if !hasPresented {
      hasPresented = true
      host.didPresentFirstFrame()
    }
  }

  /// A request to redraw everything clears the canvas too, so that no old cell outlives it.
  private func prepareCanvas() {
    let surface = host.surface
    if canvas.screenSize != surface.size || canvas.capabilities != surface.capabilities {
      canvas = Canvas(
        size: surface.size, capabilities: surface.capabilities, tables: canvas.tables)
    }
    canvas.beginFrame(keepingCells: damage == .changes)
  }
}
