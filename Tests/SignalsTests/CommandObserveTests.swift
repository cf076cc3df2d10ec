import Signals
import Testing

/// A view model whose closures use its own state.
@MainActor
private final class Basket {
  let add: Command<Int, Int, Mishap>
  private(set) var log: [String] = []
  private var unit = "apples"

  init(_ work: @escaping @Sendable (Int) -> Signal<Int, Mishap>) {
    add = Command { work($0) }
  }

  func follow() -> any Disposable {
    add.observe {
      self.log.append("\($0) \(self.unit)")
    } failures: {
      self.log.append("\($0)")
    }
  }

  func run(_ input: Int) -> any Disposable {
    add.execute(input).observe {
      self.log.append("one: \($0)")
    } failed: {
      self.log.append("one: \($0)")
    } completed: {
      self.log.append("one: |")
    }
  }
}

@MainActor
@Suite("Commands observed on the main actor")
struct CommandObserveTests {
  @Test("values and failures of all executions arrive inline, in order")
  func command() {
    let basket = Basket { $0 < 0 ? .failed(.first) : .just($0) }
    basket.add.execute(1)
    let subscription = basket.follow()
    for number in [2, -1, 3] { basket.add.execute(number) }
    #expect(basket.log == ["2 apples", "first", "3 apples"])
    subscription.dispose()
    basket.add.execute(4)
    #expect(basket.log.count == 3)
  }

  @Test("an execution is observed from its start to its end")
  func execution() {
    let basket = Basket { $0 < 0 ? .failed(.second) : .from([$0, $0 + 1]) }
    let subscriptions = [basket.run(1), basket.run(-1)]
    #expect(
      basket.log == ["one: 1", "one: 2", "one: |", "one: \(CommandError.failed(Mishap.second))"])
    #expect(subscriptions.map(\.isDisposed) == [true, true])
  }

  @Test("work that cannot fail needs no closure for failures; the end of the command ends it")
  func withoutFailure() {
    var command: Command<Int, Int, Never>? = Command { .just($0) }
    var sum = 0
    let subscription = command?.observe { sum += $0 }
    command?.execute(2)
    command?.execute(3)
    #expect(sum == 5)
    command = nil
    #expect(subscription?.isDisposed == true)
  }
}
