import Signals
import SignalsTesting
import Testing

@Suite("Command")
@MainActor
struct CommandTests {
  private typealias IntCommand = Command<Int, Int, Mishap>
  private let subject = Subject<Int, Mishap>()

  @Test("a disabled command fails as disabled without calling its work")
  func disabled() {
    var calls = 0
    let command = IntCommand(isEnabled: Property(false)) { _ in
      calls += 1
      return .just(1)
    }
    let values = Recorder(command.values)
    let failures = Recorder(command.failures)
    let recorder = Recorder(command.execute(1).signal)
    #expect(recorder.expectFailure() == .disabled)
    #expect(calls == 0)
    values.expectNothing()
    failures.expectNothing()
  }

  @Test("the condition is read when the command is executed, also inside a batch")
  func condition() {
    let condition = MutableProperty(false)
    let command = IntCommand(isEnabled: condition) { .just($0) }
    let values = Recorder(command.values)
    batch {
      condition.value = true
      command.execute(3)
    }
    values.expect(3)
    #expect(command.isEnabled.value)
  }

  @Test("both states change before the work runs, and back before the end is reported")
  func states() {
    var seen: [Bool] = []
    var command: IntCommand?
    let made = IntCommand { [subject] _ in
      seen = [command?.isExecuting.value ?? false, command?.isEnabled.value ?? true]
      return subject.signal
    }
    command = made
    let executing = Recorder(made.isExecuting)
    let enabled = Recorder(made.isEnabled)

    let execution = made.execute(1)
    #expect(seen == [true, false])
    executing.expect(false, true)
    enabled.expect(true, false)

    var atEnd: [Bool] = []
    let end = execution.signal.observe(on: .main).follow(completed: {
      atEnd = [made.isExecuting.value, made.isEnabled.value]
    })
    subject.complete()
    #expect(atEnd == [false, true])
    executing.expect(false)
    enabled.expect(true)
    end.dispose()
    command = nil
  }

  @Test("an exclusive command is inert while it executes")
  func exclusive() {
    var calls = 0
    let command = IntCommand { [subject] _ in
      calls += 1
      return subject.signal
    }
    command.execute(1)
    #expect(Recorder(command.execute(2).signal).expectFailure() == .disabled)
    #expect(calls == 1)
  }

  @Test("work that ends within one batch shows no change")
  func withinBatch() {
    let command = IntCommand { .just($0) }
    let executing = Recorder(command.isExecuting)
    batch { _ = command.execute(1) }
    executing.expect(false)
    command.execute(2)
    executing.expect(true, false)
  }

  @Test("a concurrent command executes until the last execution ends")
  func concurrent() {
    let inputs = [Subject<Int, Mishap>(), Subject<Int, Mishap>(), Subject<Int, Mishap>()]
    let command = IntCommand(concurrency: .concurrent) { inputs[$0].signal }
    let executing = Recorder(command.isExecuting)
    command.execute(0)
    command.execute(1)
    let third = command.execute(2)
    #expect(command.isEnabled.value)
    inputs[0].complete()
    inputs[1].fail(.first)
    #expect(command.isExecuting.value)
    third.cancel()
    executing.expect(false, true, false)
  }

  @Test("the latest execution cancels the previous one")
  func latest() {
    let ended = Box<Int>()
    let command = IntCommand(concurrency: .latest) { [subject] number in
      subject.signal.on(disposed: { ended.append(number) })
    }
    let executing = Recorder(command.isExecuting)
    let values = Recorder(command.values)
    let first = Recorder(command.execute(1).signal)
    let second = Recorder(command.execute(2).signal)
    #expect(ended.values == [1])
    subject.send(5)
    subject.complete()
    first.expectCompletion()
    second.expect(5)
    second.expectCompletion()
    values.expect(5)
    executing.expect(false, true, false)
  }

  @Test("failures are values, and the command stays usable")
  func failures() {
    let command = IntCommand { $0 == 0 ? .failed(.second) : .just($0) }
    let failures = Recorder(command.failures)
    let values = Recorder(command.values)
    let failed = Recorder(command.execute(0).signal)
    #expect(failed.expectFailure() == .failed(.second))
    command.execute(4)
    failures.expect(.second)
    values.expect(4)
  }

  @Test("an execution replays to late subscribers, and its work runs once")
  func replays() {
    let starts = Box<Int>()
    let command = IntCommand { number in
      .deferred {
        starts.append(number)
        return .from([1, 2])
      }
    }
    let execution = command.execute(9)
    for _ in 0..<2 {
      let recorder = Recorder(execution.signal)
      recorder.expect(1, 2)
      recorder.expectCompletion()
    }
    #expect(starts.values == [9])
  }

  @Test("cancel disposes of the work and completes the execution")
  func cancel() {
    let ended = Box<Int>()
    let command = IntCommand { [subject] _ in subject.signal.on(disposed: { ended.append(1) }) }
    let execution = command.execute(1)
    let recorder = Recorder(execution.signal)
    execution.cancel()
    execution.cancel()
    #expect(ended.values == [1])
    #expect(!command.isExecuting.value)
    recorder.expectCompletion()
  }

  @Test("each execution is announced before its work runs")
  func executions() {
    var log: [String] = []
    let command = Command<Void, Int, Mishap> {
      log.append("work")
      return .just(1)
    }
    let inner = Recorder(command.executions.flatMap(.merge) { $0.materialize() })
    let announced = command.executions.observe(on: .main).subscribe { _ in log.append("signal") }
    command.execute()
    #expect(log == ["signal", "work"])
    inner.expect(.value(1), .completed)
    announced.dispose()
  }

  @Test("a command may be executed again from its own end")
  func again() {
    let command = IntCommand { .just($0) }
    let values = Recorder(command.values)
    let chain = command.execute(1).signal.observe(on: .main).follow(completed: {
      command.execute(2)
    })
    values.expect(1, 2)
    chain.dispose()
  }

  @Test("releasing a command ends its work and its signals")
  func goes() {
    let ended = Box<Int>()
    var command: IntCommand? = IntCommand { [subject] _ in
      subject.signal.on(disposed: { ended.append(1) })
    }
    weak let trace = command
    let values = command.map { Recorder($0.values) }
    let execution = command?.execute(1)
    let recorder = execution.map { Recorder($0.signal) }
    command = nil
    #expect(trace == nil)
    #expect(ended.values == [1])
    values?.expectCompletion()
    recorder?.expectCompletion()
  }

  @Test("the command does not retain an execution that has ended")
  func endedExecutionsGo() {
    var probe: Probe? = Probe()
    weak let trace = probe
    let command = Command<Probe, Probe, Never> { .just($0) }
    if let probe { command.execute(probe) }
    probe = nil
    for _ in 0..<100 { command.execute(Probe()) }
    #expect(trace == nil)
  }

  @Test("a released execution continues")
  func lostHandle() {
    let command = IntCommand { [subject] _ in subject.signal }
    let values = Recorder(command.values)
    command.execute(1)
    subject.send(8)
    values.expect(8)
  }

  @Test("asynchronous work returns to the main actor", .timeLimit(.minutes(1)))
  func asynchronous() async throws {
    let command = IntCommand { number in
      .from { () async throws(Mishap) -> Int in number * 2 }
    }
    #expect(try await command.execute(21).signal.first() == 42)
    #expect(await command.isExecuting.signal.filter { !$0 }.first() == false)
  }
}
