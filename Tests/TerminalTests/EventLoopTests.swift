import Glibc
import Testing

@testable import Terminal

@Suite("EventLoop")
@MainActor
struct EventLoopTests {
  @Test("ends when the terminal is gone, after delivering the pending input")
  func endsAtEndOfInput() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var events: [InputEvent] = []
    loop.onInput = { events.append($0) }
    host.type("a")
    host.hangUp()

    #expect(loop.run() == .terminalLost)
    #expect(events == [.key(Key(.character("a")))])
  }

  @Test("ends when asked to")
  func stops() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    loop.onInput = { _ in loop.stop() }
    host.type("q")

    #expect(loop.run() == .stopped)
  }

  @Test("paints first, and once for a burst of input")
  func paintsOncePerBurst() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var typed = ""
    loop.onInput = { event in
      if case .paste(let text) = event { typed += text }
      if case .key(let key) = event, case .character(let character) = key.code {
        typed.append(character)
      }
      loop.setNeedsDisplay()
    }
    loop.draw = { canvas in
      canvas.draw(SafeText(typed), at: .zero)
      if !typed.isEmpty { loop.stop() }
    }
    host.type(String(repeating: "x", count: 100_000))

    #expect(loop.run() == .stopped)
    #expect(typed.count == 100_000)
    #expect(host.recording.damages == [.everything, .changes])
    #expect(host.presentedFirstFrame)
  }

  @Test("a frame waits for content that is on its way, and for what takes long only once")
  func awaitsContent() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var (isAwaiting, checks, drawn): (Bool, Int, [Bool]) = (false, 0, [])
    loop.isAwaitingContent = {
      checks += 1
      return isAwaiting
    }
    loop.onInput = { _ in
      (isAwaiting, checks) = (true, 0)
      loop.setNeedsDisplay()
    }
    loop.draw = { _ in
      drawn.append(checks > 1)
      if drawn.count == 3 { loop.stop() } else { host.type("a") }
    }

    #expect(loop.run() == .stopped)
    #expect(drawn == [false, true, false])
  }

  @Test("shows a letter before its batch ends, but not within a burst nor when a frame is due")
  func echoes() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var (log, frames): ([String], Int) = ([], 0)
    loop.performBatch = { work in
      work()
      log.append("end")
      if log.count == 2 { host.type("bc") } else if log.count == 6 { loop.stop() }
    }
    loop.onInput = { _ in
      loop.echo("x", style: .plain)
      loop.setNeedsDisplay()
      loop.echo("y", style: .plain)
      log.append("echoes \(host.recording.echoes.count), frames \(host.recording.damages.count)")
    }
    loop.draw = { canvas in
      canvas.cursor = Point(column: frames, row: 0)
      if frames == 0 { host.type("a") }
      frames += 1
    }

    #expect(loop.run() == .stopped)
    let burst = ["echoes 1, frames 2", "end", "echoes 1, frames 2", "end"]
    #expect(log == ["echoes 1, frames 1", "end"] + burst)
    let cell = Point(column: 0, row: 0)
    #expect(host.recording.echoes == [.init(letter: "x", style: .plain, cell: cell)])
  }

  @Test("an event that has to wait holds those behind it, and is asked about in each turn")
  func holds() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    let keys = [Key(.character("a")), Key(.up), Key(.character("b"))].map(InputEvent.key)
    var (events, isOver): ([InputEvent], Bool) = ([], false)
    loop.isHeld = { $0 == keys[1] && !isOver }
    loop.onInput = { event in
      events.append(event)
      loop.setNeedsDisplay()
      if events.count == 3 { loop.stop() }
    }
    loop.draw = { _ in
      guard !events.isEmpty else { return }
      #expect(events == [keys[0]])
      isOver = true
      loop.requestWake(after: .milliseconds(1))
    }
    host.type("a\u{1B}[Ab")

    #expect(loop.run() == .stopped)
    #expect(events == keys)
  }

  @Test("runs each event in a batch of its own")
  func batches() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var log: [String] = []
    loop.performBatch = { work in
      log.append("begin")
      work()
      log.append("end")
    }
    loop.onInput = { _ in
      log.append("input")
      loop.stop()
    }
    host.type("ab")

    #expect(loop.run() == .stopped)
    #expect(log == ["begin", "input", "end", "begin", "input", "end"])
  }

  @Test("treats a lone escape byte as the Esc key when nothing follows")
  func resolvesEscape() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var events: [InputEvent] = []
    loop.onInput = {
      events.append($0)
      loop.stop()
    }
    host.type("\u{1B}")

    #expect(loop.run() == .stopped)
    #expect(events == [.key(Key(.escape))])
  }

  @Test("paints again after the requested delay, and only on request")
  func wakes() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var frames = 0
    loop.draw = { _ in
      frames += 1
      if frames == 3 { loop.stop() } else { loop.requestWake(after: .milliseconds(20)) }
    }
    let clock = ContinuousClock()

    let time = clock.measure { #expect(loop.run() == .stopped) }

    #expect(time >= .milliseconds(40))
    #expect(host.recording.damages == [.everything, .changes, .changes])
  }

  @Test("accepts delays of any length")
  func takesAnyWait() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    for wait in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .milliseconds(-5)] {
      loop.requestWake(after: wait)
    }
    var frames = 0
    loop.draw = { _ in
      frames += 1
      if frames == 2 { loop.stop() }
    }

    #expect(loop.run() == .stopped)
  }

  @Test("paints some frames at once without input, and then one every 16 ms")
  func capsFrames() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var frames = 0
    loop.draw = { canvas in
      frames += 1
      canvas.draw(SafeText("\(frames)"), at: .zero)
      loop.setNeedsDisplay()
      if frames == 5 { loop.stop() }
    }
    let clock = ContinuousClock()

    let time = clock.measure { #expect(loop.run() == .stopped) }

    #expect(time >= .milliseconds(2 * 16))
  }

  @Test("reports the new size and redraws everything")
  func resizes() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var sizes: [Size] = []
    loop.onResize = { sizes.append($0) }
    loop.draw = { canvas in
      if canvas.size.columns == 20 {
        host.resize(to: Size(columns: 30, rows: 5))
      } else {
        loop.stop()
      }
    }

    #expect(loop.run() == .stopped)
    #expect(sizes == [Size(columns: 30, rows: 5)])
    #expect(host.recording.damages == [.everything, .everything])
    #expect(host.recording.canvas?.screenSize == Size(columns: 30, rows: 5))
  }

  @Test("draws over the last frame, and on a blank canvas when everything is redrawn")
  func keepsCells() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var found: [String] = []
    loop.onInput = { event in
      if case .key(let key) = event, key.code == .character("r") { loop.redrawEverything() }
      loop.setNeedsDisplay()
    }
    loop.draw = { canvas in
      found += canvas.screenText().prefix(1)
      canvas.draw(SafeText("frame \(found.count)"), at: .zero)
      if found.count < 4 { host.type(found.count == 2 ? "r" : "x") } else { loop.stop() }
    }

    #expect(loop.run() == .stopped)
    #expect(found == ["", "frame 1", "", "frame 3"])
  }

  @Test("ends on a signal and names it", arguments: [SIGTERM, SIGHUP, SIGINT])
  func endsOnSignal(number: Int32) {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    host.notify(ProcessSignals.Notices(rawValue: 1 << UInt32(number)))

    #expect(loop.run() == .signal(number))
  }

  @Test("suspends on request, after word of it, and redraws everything afterwards")
  func suspends() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    loop.draw = { _ in if host.suspensions == 1 { loop.stop() } }
    loop.onInput = { _ in loop.suspend() }
    var warnings: [Int] = []
    loop.willSuspend = { warnings.append(host.suspensions) }
    host.type("z")

    #expect(loop.run() == .stopped)
    #expect(host.suspensions == 1 && warnings == [0])
    #expect(host.recording.damages == [.everything, .everything])
  }

  @Test("runs main-actor jobs, and neither reads nor paints, while the terminal is lent")
  func lends() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var (keys, frames) = (0, 0)
    loop.onInput = { _ in
      keys += 1
      guard keys == 1 else { return loop.stop() }
      loop.lendTerminal()
      host.mainQueueDescriptor = host.inputDescriptor
      host.type("y")
    }
    loop.draw = { _ in frames += 1 }
    var jobs = 0
    host.onMainQueue = {
      jobs += 1
      loop.setNeedsDisplay()
      host.notify(jobs == 1 ? .suspend : .resized)
      guard jobs == 3 else { return }
      #expect(keys == 1 && frames == 1)
      host.mainQueueDescriptor = nil
      loop.takeTerminalBack()
    }
    host.type("z")

    #expect(loop.run() == .stopped)
    #expect(host.lendings == [true, false] && host.suspensions == 0)
    #expect(keys == 2, "what was typed meanwhile is read afterwards")
    #expect(host.recording.damages == [.everything, .everything])
  }

  @Test("reports when the background differs from the assumed one")
  func tellsBackground() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var backgrounds: [TerminalBackground] = []
    loop.onBackground = {
      backgrounds.append($0)
      loop.stop()
    }
    host.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}")

    #expect(loop.run() == .stopped)
    #expect(backgrounds == [.light])
  }

  @Test("repaints everything when the terminal confirms 24-bit colour")
  func gainsColors() {
    let host = PipeHost()
    host.recording.capabilities.colorDepth = .palette
    let loop = EventLoop(host: host)
    var depths: [ColorDepth] = []
    loop.draw = { canvas in
      depths.append(canvas.capabilities.colorDepth)
      if depths.last == .trueColor { loop.stop() }
    }
    host.type("\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\")

    #expect(loop.run() == .stopped)
    #expect(depths == [.palette, .trueColor])
    #expect(host.recording.damages == [.everything, .everything])
  }

  @Test(
    "knows that a 24-bit colour was kept, however the terminal writes it",
    arguments: [
      ("48;2;1;2;3", true), ("0;48:2::1:2:3", true), ("0;48:2:1:2:3", true),
      ("0;48:2:0:1:2:3", true),
      ("0;1;48;2;1;2;3", true), ("0", false), ("", false), ("0;48:5:16", false),
      ("0;48:2::0:0:0", false), ("1;2;3", false), ("48", false), ("48;2", false),
    ])
  func keptColor(numbers: String, isKept: Bool) {
    #expect(TerminalReply.attributes(numbers).keptDirectColor == isKept)
  }
}
