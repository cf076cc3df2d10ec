import Signals
import SignalsTesting
import Testing

@Suite("Recorder")
struct RecorderTests {
  @Test("an event that nobody asserted fails the test when the recorder goes")
  func unasserted() {
    withKnownIssue {
      _ = Recorder(Signal<Int, Never>.just(1))
    } matching: { issue in
      issue.description.contains("not asserted")
    }
  }

  @Test("wrong expectations fail the test")
  func wrong() {
    let recorder = Recorder(Signal<Int, Mishap>.from([1, 2]).concat(.failed(.first)))
    withKnownIssue { recorder.expect(1) }
    withKnownIssue { recorder.expectCompletion() }
    withKnownIssue { recorder.expectFailure() }
  }

  @Test("skipping leaves nothing to assert")
  func skipping() {
    let recorder = Recorder(Signal<Int, Never>.just(1))
    recorder.skipAll()
    recorder.finish()
  }
}
