import Dispatch
import Signals
import Testing

@Suite("The events of commands arrive on main", .timeLimit(.minutes(1)))
@MainActor
struct CommandThreadTests {
  private let subject = Subject<Int, Mishap>()

  @Test("a thread that is about to receive the kept values does not deliver later ones for main")
  func subscribedElsewhere() {
    let command = Command<Void, Int, Mishap> { [subject] _ in subject.signal }
    let execution = command.execute()
    subject.send(1)
    let signal = execution.signal
    let heard = Box<Place>()
    let subscription = signal.follow { value in
      heard.append(Place(value: value, isMain: MainScheduler.isCurrent))
    }

    // The thread stops in each event that it receives itself, until main has sent another.
    let (arrivals, sent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = OwnThread {
      signal.follow { _ in
        guard !MainScheduler.isCurrent else { return }
        arrivals.signal()
        sent.wait()
      }.dispose()
      for _ in 2...4 { arrivals.signal() }
    }
    for value in 2...4 {
      arrivals.wait()
      subject.send(value)
      sent.signal()
    }
    for _ in 2...4 { sent.signal() }
    thread.join()
    #expect(heard.values == (1...4).map { Place(value: $0, isMain: true) })
    subscription.dispose()
  }

  private struct Place: Equatable {
    let value: Int
    let isMain: Bool
  }

  @Test("a subscriber on another thread receives the values, the failure and the end on main")
  func elsewhere() async {
    let command = Command<Void, Int, Mishap> { [subject] _ in subject.signal.start(with: 1) }
    let execution = command.execute()
    let isMain = ReplaySubject<Bool, Never>(capacity: 2)
    let signal = execution.signal
    await Task.detached {
      _ = signal.subscribe { _ in
        isMain.send(MainScheduler.isCurrent)
      } failed: { _ in
        isMain.send(MainScheduler.isCurrent)
        isMain.complete()
      }
    }.value
    subject.fail(.first)
    #expect(await isMain.signal.collect().first() == [true, true])
  }

  @Test("after disposal on another thread, nothing more is delivered")
  func disposedElsewhere() {
    let command = Command<Int, Int, Mishap> { .just($0) }
    let heard = Box<Int>()
    let subscription = command.values.subscribe { heard.append($0) }
    command.execute(1)
    onThread(.main) { subscription.dispose() }
    command.execute(2)
    #expect(heard.values == [1])
  }
}
