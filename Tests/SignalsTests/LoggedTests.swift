import Signals
import SignalsTesting
import Testing

extension DebuggingTests {
  @Suite("Logged signals", .serialized)
  struct LoggedTests {
    private let subject = Subject<Int, Mishap>()

    /// The messages of signals with that name while `body` runs.
    private func messages(_ name: String, _ body: () -> Void) -> [SignalTrace.Message] {
      let messages = Box<SignalTrace.Message>()
      SignalTrace.handler = { if $0.name == name { messages.append($0) } }
      defer { SignalTrace.handler = nil }
      body()
      return messages.values
    }

    private func kinds(_ messages: [SignalTrace.Message]) -> [String] {
      messages.map { "\($0.kind)" }
    }

    @Test("subscription, values, end and disposal are reported in order")
    func order() {
      let line: UInt = #line + 1
      let signal = subject.signal.logged("numbers")
      let recorder = Box<Int>()
      let messages = messages("numbers") {
        let subscription = signal.follow { recorder.append($0) }
        subject.send(1)
        subject.send(2)
        subject.complete()
        subscription.dispose()
      }
      #expect(kinds(messages) == ["subscribed", "value(1)", "value(2)", "completed", "disposed"])
      #expect(recorder.values == [1, 2])
      #expect(Set(messages.map(\.subscription)).count == 1)
      #expect(messages.allSatisfy { $0.fileID == "SignalsTests/LoggedTests.swift" })
      #expect(messages.allSatisfy { $0.line == line })
      let text = messages.map(\.description)
      #expect(text[1].contains(" numbers#"))
      #expect(text[1].hasSuffix(" value(1) SignalsTests/LoggedTests.swift:\(line)"))
    }

    @Test("a failure is reported and passed on")
    func failure() {
      let messages = messages("failing") {
        let recorder = Recorder(subject.signal.logged("failing"))
        subject.fail(.second)
        recorder.expectFailure(.second)
      }
      #expect(kinds(messages).map { $0.prefix(6) } == ["subscr", "failed", "dispos"])
      #expect(kinds(messages)[1].contains("second"))
    }

    @Test("each subscription has a number, and disposal is reported once")
    func numbers() {
      let messages = messages("two") {
        let signal = subject.signal.logged("two")
        let first = signal.follow()
        let second = signal.follow()
        first.dispose()
        first.dispose()
        second.dispose()
      }
      #expect(kinds(messages) == ["subscribed", "subscribed", "disposed", "disposed"])
      #expect(messages[0].subscription == messages[2].subscription)
      #expect(messages[1].subscription == messages[3].subscription)
      #expect(messages[0].subscription < messages[1].subscription)
    }

    @Test("a subscription made without a handler stays silent")
    func silent() {
      let subscription = subject.signal.logged("silent").follow()
      let messages = messages("silent") { subject.send(1) }
      #expect(messages.isEmpty)
      subscription.dispose()
    }

    @Test("no message arrives after the handler is removed")
    func handlerGone() {
      let slot = SerialDisposable()
      let recorder = Box<Int>()
      let messages = messages("gone") {
        slot.inner = subject.signal.logged("gone").follow { recorder.append($0) }
      }
      subject.send(1)
      #expect(kinds(messages) == ["subscribed"])
      #expect(recorder.values == [1])
      slot.dispose()
    }

    @Test("a handler may dispose of the subscription it is told about, which stops the value")
    func handlerDisposes() {
      let slot = SerialDisposable()
      let recorder = Box<Int>()
      SignalTrace.handler = { message in
        if message.name == "cut", case .value = message.kind { slot.dispose() }
      }
      defer { SignalTrace.handler = nil }
      slot.inner = subject.signal.logged("cut").follow { recorder.append($0) }
      subject.send(1)
      #expect(recorder.values.isEmpty)
    }

    @Test("the previous handler is released")
    func released() {
      let leaks = LeakDetector()
      SignalTrace.handler = {
        let probe = leaks.watch(Probe())
        return { _ in withExtendedLifetime(probe) {} }
      }()
      #expect(leaks.alive.count == 1)
      SignalTrace.handler = nil
      leaks.expectAllReleased()
    }

    @Test("a logged signal sends the same events")
    func marbles() {
      let scheduler = TestScheduler()
      let source = scheduler.cold("-a-b-#", failure: Mishap.first)
      let messages = messages("line") {
        scheduler.expectMarbles(source.signal.logged("line"), "-a-b-#", failure: .first)
      }
      #expect(messages.count == 5)
      source.expectSubscriptions("^----!")
    }
  }
}
