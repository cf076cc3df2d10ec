import Signals
import SignalsTesting
import Testing

@Suite("Commands of asynchronous work")
@MainActor
struct CommandAsyncTests {
  /// Asynchronous work that waits for the test.
  @MainActor
  private final class Work {
    var inputs: [Int] = []
    var cancelled: [Int] = []
    private var waiting: [Int: CheckedContinuation<Result<String, Mishap>, Never>] = [:]

    func run(_ input: Int) async throws(Mishap) -> String {
      inputs.append(input)
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { waiting[input] = $0 }
      } onCancel: {
        MainActor.assumeIsolated { cancelled.append(input) }
      }
      return try result.get()
    }

    func answer(_ input: Int, _ result: Result<String, Mishap>) {
      waiting.removeValue(forKey: input)?.resume(returning: result)
    }
  }

  private let work = Work()

  @Test("the work begins inside execute, and its result is the value of the execution")
  func value() async throws {
    let command = Command<Int, String, Mishap> { [work] input async throws(Mishap) in
      try await work.run(input)
    }
    let execution = command.execute(1)
    #expect(work.inputs == [1])
    #expect(command.isExecuting.value)
    work.answer(1, .success("one"))
    #expect(try await execution.value == "one")
    #expect(!command.isExecuting.value)
    #expect(try await execution.value == "one")
  }

  @Test("a failure of the work is thrown by the wait and reported by the command")
  func failure() async {
    let command = Command<Int, String, Mishap> { [work] input async throws(Mishap) in
      try await work.run(input)
    }
    let failures = Recorder(command.failures)
    let execution = command.execute(1)
    work.answer(1, .failure(.second))
    await #expect(throws: CommandError.failed(Mishap.second)) { try await execution.value }
    failures.expect(.second)
  }

  @Test("a disabled command's execution throws at once")
  func disabled() async {
    let command = Command<Int, String, Mishap>(isEnabled: Property(false)) {
      [work] input async throws(Mishap) in
      try await work.run(input)
    }
    await #expect(throws: CommandError<Mishap>.disabled) { try await command.execute(1).value }
    #expect(work.inputs.isEmpty)
  }

  @Test("cancelling the waiting task cancels the execution and its work")
  func cancelledWait() async throws {
    let command = Command<Int, String, Mishap> { [work] input async throws(Mishap) in
      try await work.run(input)
    }
    let task = Task.immediate { try await command.execute(1).value }
    #expect(command.isExecuting.value)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!command.isExecuting.value)
    #expect(work.cancelled == [1])
    work.answer(1, .success("late"))
  }

  @Test("a later execution that replaces one makes the wait for it throw")
  func replaced() async throws {
    let command = Command<Int, String, Mishap>(concurrency: .latest) {
      [work] input async throws(Mishap) in
      try await work.run(input)
    }
    let values = Recorder(command.values)
    let first = command.execute(1)
    let second = command.execute(2)
    #expect(work.cancelled == [1])
    work.answer(1, .success("one"))
    work.answer(2, .success("two"))
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await second.value == "two")
    values.expect("two")
  }

  @Test("errors of any type are mapped to the command's failure")
  func mapped() async {
    struct Other: Error {}
    let command = Command<Void, Int, Mishap>(mapError: { $0 is Other ? .second : .first }) { _ in
      throw Other()
    }
    await #expect(throws: CommandError.failed(Mishap.second)) { try await command.execute().value }
  }

  @Test("the value of work that sends several is the last one, and of none an error")
  func severalValues() async throws {
    let command = Command<Int, Int, Never> { .from(0..<$0) }
    #expect(try await command.execute(3).value == 2)
    await #expect(throws: NoValueError.self) { try await command.execute(0).value }
  }

  @Test("the commands of signals and of asynchronous work are told apart by the closure")
  func overloads() async throws {
    let ofSignal = Command<Int, Int, Mishap> { .just($0) }
    let ofAsync = Command<Int, Int, Mishap> { input in
      await Task.yield()
      return input
    }
    #expect(try await ofSignal.execute(1).value == 1)
    #expect(try await ofAsync.execute(2).value == 2)
  }
}
