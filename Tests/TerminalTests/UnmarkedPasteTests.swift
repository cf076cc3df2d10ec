import Testing

@testable import Terminal

@Suite("A paste that the terminal does not mark")
@MainActor
struct UnmarkedPasteTests {
  @Test("tells of Enter keys whether a text follows them in the same input")
  func textNext() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var told: [Bool] = []
    loop.onInput = { event in
      guard event == .key(Key(.enter)) else { return }
      told.append(loop.isTextNext)
      if told.count == 4 { host.type("the last line of it\r\u{1B}[A") }
      if told.count == 5 { host.type("yes\ron my way\r") }
      if told.count == 7 { loop.stop() }
    }
    host.type("line one\r\t\rand line two\r\r")

    #expect(loop.run() == .stopped)
    #expect(
      told == [true, true, false, false, false, false, false], "the last two may have been typed")
  }

  @Test("hundreds of letters at once are a paste, with the line ends and tabs between them")
  func mergesUnmarkedPaste() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var events: [InputEvent] = []
    loop.onInput = { event in
      events.append(event)
      if event == .key(Key(.up)) { loop.stop() }
    }
    let line = "a line of größere 漢字 and code"
    let text = Array(repeating: line, count: 12).joined(separator: "\r\r\t")
    host.type("\u{1B}[B\(text)\r\u{1B}[A")

    #expect(loop.run() == .stopped)
    let pasted = text.replacing("\r", with: "\n")
    #expect(
      events == [.key(Key(.down)), .paste(pasted), .key(Key(.enter)), .key(Key(.up))],
      "the last Enter may have been typed")
  }

  @Test("letters that somebody may have typed ahead are keys")
  func keepsTypedKeys() {
    let host = PipeHost()
    let loop = EventLoop(host: host)
    var events: [InputEvent] = []
    loop.onInput = { event in
      events.append(event)
      if event == .key(Key(.up)) { loop.stop() }
    }
    let text = String(repeating: "typed ", count: 40)
    host.type("\(text)\u{1B}[A")

    #expect(loop.run() == .stopped)
    #expect(events == text.map { .key(Key(.character($0))) } + [.key(Key(.up))])
  }
}
