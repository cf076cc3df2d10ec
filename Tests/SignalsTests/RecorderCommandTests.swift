import Signals
import SignalsTesting
import Testing

@Suite("Command recorder")
@MainActor
struct RecorderCommandTests {
  private let subject = Subject<Int, Mishap>()
  private let condition = MutableProperty(true)

  private func makeCommand() -> Command<Int, Int, Mishap> {
    Command(isEnabled: condition) { [subject] _ in subject.signal }
  }

  @Test("a whole execution is asserted event by event")
  func execution() {
    let command = makeCommand()
    let recorder = CommandRecorder(command)
    recorder.expectInitial(isEnabled: true)
    let execution = recorder.expectExecution { command.execute(1) }
    recorder.isExecuting.expect(true)
    recorder.isEnabled.expect(false)
    recorder.expectInert(executing: 2)
    subject.send(7)
    subject.fail(.second)
    recorder.values.expect(7)
    recorder.failures.expect(.second)
    recorder.isExecuting.expect(false)
    recorder.isEnabled.expect(true)
    execution?.expect(7)
    execution?.expectFailure(.failed(.second))
    recorder.expectNothing()
  }

  @Test("an unasserted event of a command fails the test")
  func unasserted() {
    let command = makeCommand()
    withKnownIssue {
      _ = CommandRecorder(command)
    } matching: { issue in
      issue.description.contains("not asserted")
    }
    let recorder = CommandRecorder(command)
    recorder.expectInitial(isEnabled: true)
    command.execute(1)
    subject.complete()
    recorder.isEnabled.skipAll()
    recorder.isExecuting.skipAll()
    withKnownIssue {
      recorder.finish()
    } matching: { issue in
      issue.description.contains("executions that were started and not asserted: 1")
    }
  }

  @Test("wrong states fail the test")
  func wrongStates() {
    let recorder = CommandRecorder(makeCommand())
    withKnownIssue { recorder.expectInitial(isEnabled: false, isExecuting: false) }
    let other = CommandRecorder(makeCommand())
    withKnownIssue { other.expectInitial(isEnabled: true, isExecuting: true) }
  }

  @Test("a command that runs is not inert")
  func notInert() {
    let command = makeCommand()
    let recorder = CommandRecorder(command)
    recorder.expectInitial(isEnabled: true)
    withKnownIssue {
      recorder.expectInert(executing: 1)
    } matching: { issue in
      issue.description.contains("expected")
    }
  }

  @Test("an inert command is one whose condition does not hold")
  func inert() {
    condition.value = false
    let command = Command<Void, Int, Mishap>(isEnabled: condition) { [subject] in subject.signal }
    let recorder = CommandRecorder(command)
    recorder.expectInitial(isEnabled: false)
    recorder.expectInert()
  }

  @Test("a missing or an extra execution fails the test")
  func executionCount() {
    let command = Command<Int, Int, Mishap>(concurrency: .concurrent) { .just($0) }
    let recorder = CommandRecorder(command)
    recorder.expectInitial(isEnabled: true)
    withKnownIssue {
      #expect(recorder.expectExecution {} == nil)
    } matching: { issue in
      issue.description.contains("expected one execution, 0 were started")
    }
    withKnownIssue {
      let first = recorder.expectExecution {
        command.execute(1)
        command.execute(2)
      }
      first?.skipAll()
    }
    command.execute(3)
    let third = recorder.takeExecution()
    third?.expect(3)
    third?.expectCompletion()
    recorder.values.expect(1, 2, 3)
    recorder.isExecuting.expect(true, false, true, false, true, false)
    command.execute(4)
    recorder.values.expect(4)
    recorder.isExecuting.expect(true, false)
    withKnownIssue {
      recorder.expectNothing()
    } matching: { issue in
      issue.description.contains("expected no execution, 1 were started")
        || issue.description.contains("not asserted")
    }
  }
}
