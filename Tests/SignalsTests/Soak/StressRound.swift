import SeededRandom
import Signals
import Synchronization

/// One random graph of operators under eight threads that send, end, subscribe and dispose.
final class StressRound: Sendable, CustomStringConvertible {
  /// What the threads do, which determines what can be checked.
  enum Kind: CaseIterable {
    /// Chains without terminal events and disposals: nothing is lost, and each sender's order is
    /// kept.
    case calm
    /// Chains with everything: the values of one sender through one input arrive in order.
    case ordered
    /// Graphs with everything.
    case wild
  }

  /// A subscription, its observer and, in a chain, its input.
  private final class Listener: Sendable {
    let sink: StressSink
    let slot = SerialDisposable()
    let head: Int

    init(_ sink: StressSink, head: Int) {
      self.sink = sink
      self.head = head
    }

    func dispose() {
      slot.dispose()
      sink.wasDisposed()
    }
  }

  private static let threadCount = 8
  private static let stepCount = 150
  private static let inputCount = 4

  private let seed: UInt64
  private let kind: Kind
  private let clock: StressClock
  private let values: Census
  private let extras: Census
  private let problems = Box<String>()
  /// The last one is quiet: it sends no values that are counted.
  private let inputs: [Subject<Item, Mishap>]
  private let plans: [PipePlan]
  private let signals: [Signal<Item, Mishap>]
  private let listeners = Box<Listener>()
  private let sentCounts: Box<Int>
  private let echoCount = Atomic(0)
  private let newcomerCount = Atomic(0)

  /// Runs the round with that seed and returns the problems found.
  static func problems(seed: UInt64) -> [String] {
    let values = Census()
    let extras = Census()
    var random = SeededGenerator(seed: seed)
    let clock = StressClock(isVirtual: Bool.random(using: &random))
    var found: [String]
    let description: String
    do {
      let round = StressRound(seed, clock, values, extras, &random)
      description = "\(round)"
      found = round.run()
    }
    clock.settle()
    if values.count != 0 { found.append("\(values.count) values are left") }
    if extras.count != 0 { found.append("\(extras.count) closures are left") }
    return found.map { "\($0) in \(description)" }
  }

  private init(
    _ seed: UInt64, _ clock: StressClock, _ values: Census, _ extras: Census,
    _ random: inout SeededGenerator
  ) {
    self.seed = seed
    self.clock = clock
    self.values = values
    self.extras = extras
    kind = Kind.allCases.randomElement(using: &random) ?? .wild
    let inputs: [Subject<Item, Mishap>] = (0...Self.inputCount).map { _ in Subject() }
    self.inputs = inputs
    sentCounts = Box(inputs.map { _ in 0 })
    (plans, signals) = Self.graphs(kind, inputs.map(\.signal), clock, extras, &random)
  }

  var description: String {
    "seed \(seed), \(kind), \(clock.isVirtual ? "virtual" : "real") time, \(plans)"
  }

  private static func graphs(
    _ kind: Kind, _ inputs: [Signal<Item, Mishap>], _ clock: StressClock, _ extras: Census,
    _ random: inout SeededGenerator
  ) -> ([PipePlan], [Signal<Item, Mishap>]) {
    let pipes = Pipe.ending.filter { pipe in
      switch kind {
      case .calm: pipe.traits.contains(.isIdentity)
      // Values replayed after a failure arrive a second time if the source is retried.
      case .ordered: pipe.traits.isDisjoint(with: [.remembers, .reorders])
      case .wild: true
      }
    }
    var plans: [PipePlan] = []
    var signals: [Signal<Item, Mishap>] = []
    var sources = inputs
    for _ in 0..<4 {
      let plan = PipePlan.random(
        depth: Int.random(in: 1...5, using: &random), inputs: sources.count - 1,
        quiet: kind == .wild ? nil : sources.count - 1, of: pipes, using: &random)
      let signal = plan.build(
        .init(inputs: sources, scheduler: clock.scheduler, extras: extras) {})
      plans.append(plan)
      signals.append(signal)
      if kind == .wild { sources.insert(signal.share(), at: sources.count - 1) }
    }
    return (plans, signals)
  }

  private func run() -> [String] {
    for index in signals.indices { for _ in 0..<2 { listen(to: index) } }
    let threads = (0..<Self.threadCount).map { number in
      OwnThread { [self] in
        var random = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
        var positions = inputs.map { _ in 0 }
        for _ in 0..<Self.stepCount { act(number, &positions, &random) }
      }
    }
    for thread in threads { thread.join() }
    clock.settle()
    if kind == .calm { checkCounts() }
    for listener in listeners.values { listener.dispose() }
    clock.settle()
    return problems.values
  }

  /// One step of a thread.
  private func act(_ thread: Int, _ positions: inout [Int], _ random: inout SeededGenerator) {
    let input = Int.random(in: 0..<Self.inputCount, using: &random)
    let isCalm = kind == .calm
    switch Int.random(in: 0..<400, using: &random) {
    case 0 where !isCalm: inputs[input].complete()
    case 1 where !isCalm: inputs[input].fail(.first)
    case 2...7: inputs[Self.inputCount].send(extras.item(-3))
    case 8...30 where !isCalm: listeners.values.randomElement(using: &random)?.dispose()
    case 31...55 where !isCalm:
      listen(to: Int.random(in: 0..<signals.count, using: &random))
    case 56...80: clock.move(by: .milliseconds(1))
    default:
      let place = thread * Self.inputCount + input
      positions[input] += 1
      sentCounts.modify { $0[input] += 1 }
      inputs[input].send(values.item(place * StressSink.positions + positions[input]))
    }
  }

  private func listen(to index: Int) {
    guard listeners.modify({ $0.count < 100 }) else { return }
    let sink = StressSink(isOrdered: kind != .wild, problems: problems)
    let listener = Listener(sink, head: kind == .wild ? 0 : plans[index].head)
    let token = extras.item(0)
    listener.slot.inner = signals[index].subscribe { [weak self, weak listener] item in
      sink.value(item) {
        token.touch()
        if let self, let listener { self.answer(item, listener) }
      }
    } failed: { _ in
      sink.end()
    } completed: {
      sink.end()
    }
    // Not earlier: until `subscribe` has returned there is nothing to dispose of.
    listeners.append(listener)
  }

  /// The occasional reaction of an observer inside a value.
  private func answer(_ item: Item, _ listener: Listener) {
    guard kind != .calm, item.number > 0 else { return }
    if item.number % 41 == 0, echoCount.add(1, ordering: .relaxed).newValue < 100 {
      inputs[item.number % inputs.count].send(extras.item(-4))
    }
    if item.number % 97 == 0, listener.slot.inner != nil { listener.dispose() }
    // Limited, because a signal that replays this very value would have it answered again, without
    // end.
    if item.number % 151 == 0, newcomerCount.add(1, ordering: .relaxed).newValue < 20 {
      listen(to: item.number % signals.count)
    }
  }

  private func checkCounts() {
    let sent = sentCounts.values
    for listener in listeners.values where listener.sink.valueCount != sent[listener.head] {
      problems.append(
        "\(listener.sink.valueCount) of \(sent[listener.head]) values of input \(listener.head)")
    }
  }
}
