import Signals
import SignalsTesting
import Testing

@Suite("Command contract")
@MainActor
struct CommandConformanceTests {
  private typealias Work = Subject<Int, Mishap>

  @Test("a disabled command fails its execution, does not call the work and notifies no one else")
  func disabled() {
    var calls = 0
    let command = Command<Int, Int, Mishap>(isEnabled: Property(false)) { value in
      calls += 1
      return .just(value)
    }
    let values = Recorder(command.values)
    let failures = Recorder(command.failures)
    let executions = Box<Int>()
    let watch = command.executions.subscribe { _ in executions.append(1) }

    let execution = Recorder(command.execute(1).signal)
    execution.expectFailure(.disabled)

    #expect(calls == 0)
    #expect(executions.values.isEmpty)
    values.expectNothing()
    failures.expectNothing()
    #expect(command.isExecuting.value == false)
    watch.dispose()
  }

  @Test("isExecuting and isEnabled have changed before the work runs, and the work runs once")
  func changesBefore() {
    var states: [Bool] = []
    var command: Command<Void, Int, Mishap>?
    let work = Work()
    command = Command { _ in
      states += [command?.isExecuting.value ?? false, command?.isEnabled.value ?? true]
      return work.signal
    }
    let execution = command?.execute()
    #expect(states == [true, false])
    let recorder = execution.map { Recorder($0.signal) }
    work.send(1)
    work.complete()
    recorder?.expect(1)
    recorder?.expectCompletion()
    #expect(states.count == 2)
    #expect(command?.isExecuting.value == false)
    command = nil
  }

  @Test("isExecuting is true until all concurrent executions have ended, in whatever way")
  func allEnd() {
    let works = (0..<4).map { _ in Work() }
    let command = Command<Int, Int, Mishap>(concurrency: .concurrent) { works[$0].signal }
    let executing = Recorder(command.isExecuting)
    let enabled = Recorder(command.isEnabled)
    let executions = (0..<4).map { command.execute($0) }
    works[0].complete()
    works[1].fail(.first)
    executions[2].cancel()
    executing.expect(false, true)
    works[3].send(1)
    works[3].complete()
    executing.expect(false)
    enabled.expect(true)
  }

  @Test("an exclusive command is enabled again after completion, failure and cancel")
  func enabledAgain() {
    let works = (0..<3).map { _ in Work() }
    let command = Command<Int, Int, Mishap> { works[$0].signal }
    let enabled = Recorder(command.isEnabled)
    enabled.expect(true)
    for number in 0..<3 {
      let execution = command.execute(number)
      enabled.expect(false)
      switch number {
      case 0: works[number].complete()
      case 1: works[number].fail(.second)
      default: execution.cancel()
      }
      enabled.expect(true)
    }
  }

  @Test("a released handle neither ends the execution nor leaves the command executing forever")
  func lostHandle() {
    let work = Work()
    let command = Command<Void, Int, Mishap> { work.signal }
    let values = Recorder(command.values)
    command.execute()
    work.send(1)
    #expect(command.isExecuting.value)
    work.complete()
    #expect(!command.isExecuting.value)
    values.expect(1)
  }

  @Test("a failure is a value of failures and the execution's failure; the command stays usable")
  func failures() {
    let command = Command<Bool, Int, Mishap> { $0 ? .failed(.second) : .just(7) }
    let failures = Recorder(command.failures)
    let values = Recorder(command.values)
    let inner = Box<Signal<Int, CommandError<Mishap>>>()
    let watch = command.executions.subscribe { inner.append($0) }

    Recorder(command.execute(true).signal).expectFailure(.failed(.second))
    failures.expect(.second)
    let execution = Recorder(command.execute(false).signal)
    execution.expect(7)
    execution.expectCompletion()
    values.expect(7)
    failures.expectNothing()
    #expect(inner.values.count == 2)
    #expect(!watch.isDisposed)
    watch.dispose()
  }

  @Test("a condition that depends on the command's own state neither deadlocks nor loops")
  func feedback() {
    let isBusy = MutableProperty(false)
    let work = Work()
    let command = Command<Void, Int, Mishap>(isEnabled: isBusy.map { !$0 }) { work.signal }
    let binding = isBusy <~ command.isExecuting
    let enabled = Recorder(command.isEnabled)
    enabled.expect(true)
    command.execute()
    #expect(isBusy.value)
    Recorder(command.execute().signal).expectFailure(.disabled)
    work.complete()
    #expect(!isBusy.value)
    enabled.expect(false, true)
    binding.dispose()
  }

  @Test("an execution from inside an observer of the command's own state is rejected while it runs")
  func executesInside() {
    let work = Work()
    var calls = 0
    let command = Command<Void, Int, Mishap> {
      calls += 1
      return work.signal
    }
    var refusals = 0
    let observation = command.isExecuting.observe { isExecuting in
      guard isExecuting else { return }
      _ = command.execute().signal.subscribe(
        value: { _ in },
        failed: { _ in
          MainActor.assumeIsolated { refusals += 1 }
        })
    }
    command.execute()
    #expect(calls == 1)
    #expect(refusals == 1)
    work.complete()
    observation.dispose()
  }

  @Test("a command released during an execution disposes of the work and completes its signals")
  func goes() {
    let ended = Box<Int>()
    let work = Signal<Int, Mishap> { _ in AnyDisposable { ended.append(1) } }
    var command: Command<Void, Int, Mishap>? = Command { work }
    let values = command.map { Recorder($0.values) }
    let failures = command.map { Recorder($0.failures) }
    let executions = Box<String>()
    let watch = command?.executions.subscribe { _ in
      executions.append("execution")
    } completed: {
      executions.append("completed")
    }
    let execution = (command?.execute().signal).map { Recorder($0) }
    command = nil

    #expect(ended.values == [1])
    values?.expectCompletion()
    failures?.expectCompletion()
    execution?.expectCompletion()
    #expect(executions.values == ["execution", "completed"])
    watch?.dispose()
  }

  @Test("an execution cancelled from inside its own value ends there and tears its work down once")
  func cancelsInside() {
    let work = Work()
    let ended = Box<Int>()
    let command = Command<Void, Int, Mishap> {
      work.signal.on(disposed: { ended.append(1) })
    }
    let execution = command.execute()
    let heard = Box<String>()
    let subscription = execution.signal.follow { value in
      heard.append("\(value)")
      MainActor.assumeIsolated { execution.cancel() }
      work.send(value + 1)
    } completed: {
      heard.append("|")
    }
    work.send(1)
    #expect(heard.values == ["1", "|"])
    #expect(ended.values == [1])
    #expect(!command.isExecuting.value)
    subscription.dispose()
  }

  @Test(
    "a hundred thousand executions, each started inside a value of the previous one, do not grow the stack"
  )
  func chained() {
    let command = Command<Int, Int, Never>(concurrency: .concurrent) { .just($0 + 1) }
    let last = Box<Int>()
    let subscription = command.values.subscribe { value in
      guard value < 100_000 else { return last.append(value) }
      MainActor.assumeIsolated { _ = command.execute(value) }
    }
    command.execute(0)
    #expect(last.values == [100_000])
    #expect(!command.isExecuting.value)
    subscription.dispose()
  }
}
