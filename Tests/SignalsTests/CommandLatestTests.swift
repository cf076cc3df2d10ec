import Signals
import SignalsTesting
import Testing

@Suite("Command with the latest strategy")
@MainActor
struct CommandLatestTests {
  @Test("an execution requested when the one it replaces ends is the only one that runs")
  func executesFromTheEnd() {
    let works = [Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>()]
    let command = Command<Int, Int, Never>(concurrency: .latest) { works[$0].signal }
    let values = Recorder(command.values)
    let end = command.execute(0).signal.observe(on: .main).follow(
      completed: { command.execute(2) })
    command.execute(1)
    works[1].send(1)
    works[2].send(2)
    values.expect(2)
    end.dispose()
  }
}
