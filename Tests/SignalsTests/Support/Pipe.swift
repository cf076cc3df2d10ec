import Signals
import SignalsTesting
import Testing

/// One operator, fitted so that it takes items and gives items: what the table-driven tests run on.
struct Pipe: Sendable, CustomTestStringConvertible {
  /// What tests may take for granted of an operator.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Once primed, each value of the source comes out at once and exactly once.
    static let relays = Traits(rawValue: 1)
    /// The same events at the same time as the source, terminal ones too.
    static let isIdentity: Traits = [.relays, .init(rawValue: 2)]
    /// Does not complete with its source.
    static let isEndless = Traits(rawValue: 4)
    /// Holds values for late subscribers after the end, as long as the signal lives.
    static let remembers = Traits(rawValue: 8)
    /// Values of one sender may come out in another order.
    static let reorders = Traits(rawValue: 16)
    /// Leaves one drain with the scheduler, which finds nothing to do after disposal.
    static let hops = Traits(rawValue: 32)
    /// Goes on with its source when nobody listens any more.
    static let staysConnected = Traits(rawValue: 64)
  }

  /// What an operator may use besides its source.
  struct Parts: Sendable {
    /// Held by every closure of the operator.
    let mark: Item
    let scheduler: any Scheduler
    /// A second input.
    let other: Signal<Item, Mishap>
    /// A second input that cannot fail.
    let sampled: Signal<Item, Never>
    /// Sends or completes when something is to end.
    let trigger: Signal<Item, Never>
  }

  typealias Build = @Sendable (Signal<Item, Mishap>, Parts) -> Signal<Item, Mishap>

  let name: String
  let traits: Traits
  /// How many values of the source it holds after many have passed and time has gone by; `nil` for
  /// all.
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

/// The surroundings of one pipe, with its inputs in the test's hand.
final class PipeRig: Sendable {
  /// Counts the source's values, what the sink's closures hold, and all other items.
  let values = Census()
  let sinks = Census()
  let extras = Census()
  let scheduler = TestScheduler()
  let source = Subject<Item, Mishap>()
  private let other = Subject<Item, Mishap>()
  private let sampled = Subject<Item, Never>()
  private let trigger = Subject<Item, Never>()

  /// The parts for one pipe, with a mark of its own.
  var parts: Pipe.Parts {
    Pipe.Parts(
      mark: extras.item(-1), scheduler: scheduler, other: other.signal, sampled: sampled.signal,
      trigger: trigger.signal)
  }

  func signal(_ pipe: Pipe) -> Signal<Item, Mishap> {
    pipe.build(source.signal, parts)
  }

  /// Runs what subscribing has scheduled and gives the second inputs their first value.
  func prime() {
    scheduler.advance(by: .zero)
    other.send(extras.item(-2))
    sampled.send(extras.item(-2))
  }

  func send(_ numbers: some Sequence<Int>) {
    for number in numbers { source.send(values.item(number)) }
  }

  /// Lets time go by, and sends by the second input that cannot fail.
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
