import Signals
import SignalsTesting
import Testing

/// One operator that maps items to items, for the table-driven tests.
struct Pipe: Sendable, CustomTestStringConvertible {
  /// What tests may assume about an operator.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Once primed, each value of the source is sent at once and exactly once.
    static let relays = Traits(rawValue: 1)
    /// The same events at the same time as the source, including terminal ones.
    static let isIdentity: Traits = [.relays, .init(rawValue: 2)]
    /// Does not complete with its source.
    static let isEndless = Traits(rawValue: 4)
    /// Holds values for late subscribers after the end, as long as the signal lives.
    static let remembers = Traits(rawValue: 8)
    /// Values of one sender may arrive in another order.
    static let reorders = Traits(rawValue: 16)
    /// Leaves one drain with the scheduler, which finds no work after disposal.
    static let hops = Traits(rawValue: 32)
    /// Continues with its source without subscribers.
    static let staysConnected = Traits(rawValue: 64)
    /// A later subscriber receives no failure, but starts the source again.
    static let forgetsFailure = Traits(rawValue: 128)
    /// A value sets a timer, which retains the operator until it fires or the subscription ends.
    static let setsTimers = Traits(rawValue: 256)
  }

  /// What an operator may use besides its source.
  struct Parts: Sendable {
    /// Retained by every closure of the operator.
    let mark: Item
    let scheduler: any Scheduler
    /// A second input.
    let other: Signal<Item, Mishap>
    /// A second input that cannot fail.
    let sampled: Signal<Item, Never>
    /// Sends or completes to end something.
    let trigger: Signal<Item, Never>
  }

  typealias Build = @Sendable (Signal<Item, Mishap>, Parts) -> Signal<Item, Mishap>

  let name: String
  let traits: Traits
  /// The number of source values that it retains after many have passed and time has elapsed; `nil`
  /// for all.
  let keeps: Int?
  let build: Build

  init(_ name: String, _ traits: Traits = [], keeps: Int? = 0, _ build: @escaping Build) {
    self.name = name
    self.traits = traits
    self.keeps = keeps
    self.build = build
  }

  var testDescription: String { name }
}

/// The environment of one pipe, with its inputs under the test's control.
final class PipeRig: Sendable {
  /// Counts the source's values, what the sink's closures retain, and all other items.
  let values = Census()
  let sinks = Census()
  let extras = Census()
  let scheduler = TestScheduler()
  let source = Subject<Item, Mishap>()
  private let other = Subject<Item, Mishap>()
  private let sampled = Subject<Item, Never>()
  private let trigger = Subject<Item, Never>()

  /// The parts for one pipe, with their own mark.
  var parts: Pipe.Parts {
    Pipe.Parts(
      mark: extras.item(-1), scheduler: scheduler, other: other.signal, sampled: sampled.signal,
      trigger: trigger.signal)
  }

  func signal(_ pipe: Pipe) -> Signal<Item, Mishap> {
    pipe.build(source.signal, parts)
  }

  /// Runs what the subscription has scheduled and sends the first value of the second inputs.
  func prime() {
    scheduler.advance(by: .zero)
    other.send(extras.item(-2))
    sampled.send(extras.item(-2))
  }

  func send(_ numbers: some Sequence<Int>) {
    for number in numbers { source.send(values.item(number)) }
  }

  /// Advances time and sends through the second input that cannot fail.
  func pass() {
    scheduler.advance(by: .seconds(1))
    sampled.send(extras.item(-2))
  }

  func completeAll() {
    source.complete()
    other.complete()
    sampled.complete()
    trigger.complete()
  }
}
