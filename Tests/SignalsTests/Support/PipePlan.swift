import SeededRandom
import Signals

/// The plan of a random graph of operators, which can be built more than once.
indirect enum PipePlan: Sendable, CustomStringConvertible {
  case input(Int)
  case pipe(Pipe, source: PipePlan, other: PipePlan, trigger: PipePlan)

  /// The environment that a graph is built in.
  struct Surroundings: Sendable {
    let inputs: [Signal<Item, Mishap>]
    let scheduler: any Scheduler
    let extras: Census
    /// Called for every value in the middle of the graph.
    let hook: @Sendable () -> Void
  }

  /// A random graph on the inputs, made of pipes from the list.
  ///
  /// With a `quiet` input, it is a chain whose second inputs are all that one.
  static func random(
    depth: Int, inputs: Int, quiet: Int? = nil, of pipes: [Pipe],
    using random: inout SeededGenerator
  ) -> PipePlan {
    guard depth > 0, let pipe = pipes.randomElement(using: &random) else {
      return .input(Int.random(in: 0..<inputs, using: &random))
    }
    func next(_ depth: Int) -> PipePlan {
      self.random(depth: depth, inputs: inputs, quiet: quiet, of: pipes, using: &random)
    }
    let source = next(depth - 1)
    if let quiet {
      return .pipe(pipe, source: source, other: .input(quiet), trigger: .input(quiet))
    }
    let otherDepth = Int.random(in: 0..<depth, using: &random) / 2
    return .pipe(pipe, source: source, other: next(otherDepth), trigger: next(otherDepth))
  }

  /// The input at the head of a chain.
  var head: Int {
    switch self {
    case .input(let number): number
    case .pipe(_, let source, _, _): source.head
    }
  }

  func build(_ surroundings: Surroundings) -> Signal<Item, Mishap> {
    switch self {
    case .input(let number):
      return surroundings.inputs[number]
    case .pipe(let pipe, let source, let other, let trigger):
      let parts = Pipe.Parts(
        mark: surroundings.extras.item(-1), scheduler: surroundings.scheduler,
        other: other.build(surroundings),
        sampled: other.build(surroundings).catch { _ in .empty },
        trigger: trigger.build(surroundings).skip(first: 3).catch { _ in .never })
      let hook = surroundings.hook
      let hooked = source.build(surroundings).map { value in
        hook()
        return value
      }
      return pipe.build(hooked, parts)
    }
  }

  var description: String {
    switch self {
    case .input(let number):
      "\(number)"
    case .pipe(let pipe, let source, let other, let trigger):
      "\(source).[\(pipe.name)]\(pipe.hasOther ? "(\(other))" : "")"
        + (pipe.hasTrigger ? "(\(trigger))" : "")
    }
  }
}

extension Pipe {
  fileprivate var hasOther: Bool {
    ["merge", "combineLatest", "zip", "withLatest", "sample", "buffer", "window", "skip(until"]
      .contains { name.hasPrefix($0) }
  }

  fileprivate var hasTrigger: Bool {
    name.hasPrefix("take(until") || name == "race of two"
  }
}
