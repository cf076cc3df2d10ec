import SeededRandom
import Signals
import SignalsTesting
import Testing

/// Random graphs of operators on random lines, in virtual time.
@Suite("Random pipelines")
struct RandomPipelineTests {
  /// An event of an observer and its time.
  private struct Note: Equatable, Sendable, CustomStringConvertible {
    let time: Duration
    let text: String
    var description: String { "\(text)@\(Int(time / .milliseconds(1)))" }
  }

  /// A graph and its inputs, all derived from one seed.
  private struct Scene: CustomStringConvertible {
    let seed: UInt64
    let lines: [String]
    let plan: PipePlan

    init(seed: UInt64) {
      self.seed = seed
      var random = SeededGenerator(seed: seed)
      lines = (0..<3).map { _ in Scene.line(using: &random) }
      plan = .random(
        depth: Int.random(in: 1...6, using: &random), inputs: 3, of: Pipe.ending, using: &random)
    }

    var description: String { "seed \(seed): \(plan) on \(lines)" }

    static func line(using random: inout SeededGenerator) -> String {
      var line = ""
      for name in "abcdefgh".prefix(Int.random(in: 0...8, using: &random)) {
        line += String(repeating: "-", count: Int.random(in: 0...3, using: &random))
        line +=
          Int.random(in: 0..<4, using: &random) == 0 ? "(\(name)\(name.uppercased()))" : "\(name)"
      }
      line += ["-|", "|", "--#", "#", ""].randomElement(using: &random) ?? ""
      return line
    }
  }

  /// One run of a scene.
  private final class Run: Sendable {
    let values = Census()
    let extras = Census()
    private let scheduler = TestScheduler()
    private let heard = Box<Note>()
    private let hooks = Box<Int>([0])
    private let slot = CompositeDisposable()

    var notes: [Note] { heard.values }
    var hookCount: Int { hooks.values[0] }
    var pendingCount: Int { scheduler.pendingCount }
    var isOver: Bool { slot.isDisposed }

    func start(_ scene: Scene) {
      let inputs = scene.lines.map { line in
        scheduler.signal(line, failure: Mishap.first).map { [values] name in
          values.item(Int(name.asciiValue ?? 0))
        }
      }
      let signal = scene.plan.build(
        PipePlan.Surroundings(inputs: inputs, scheduler: scheduler, extras: extras) { [hooks] in
          hooks.modify { $0[0] += 1 }
        })
      let note: @Sendable (String) -> Void = { [heard, scheduler] text in
        heard.append(Note(time: scheduler.now, text: text))
      }
      slot += signal.subscribe {
        note("\($0.number)")
      } failed: {
        note("#\($0)")
      } completed: {
        note("|")
      }
    }

    func advance(to time: Duration) {
      scheduler.advance(to: time)
    }

    func finish() {
      scheduler.advance(to: .seconds(10))
      slot.dispose()
      scheduler.advance(by: .zero)
    }

    func dispose() {
      slot.dispose()
    }
  }

  private static let seeds: Range<UInt64> = 0..<1000

  @Test("a random pipeline keeps the grammar, is deterministic and leaks nothing")
  func grammar() {
    var eventCount = 0
    for seed in Self.seeds {
      let scene = Scene(seed: seed)
      let runs = (0..<2).map { _ in Run() }
      for run in runs {
        run.start(scene)
        run.finish()
      }
      let notes = runs[0].notes
      eventCount += notes.count
      let ends = notes.indices.filter { "#|".contains(notes[$0].text.prefix(1)) }
      #expect(ends.isEmpty || ends == [notes.count - 1], "\(scene): \(notes)")
      #expect(runs[1].notes == notes, "\(scene)")
      for run in runs {
        #expect(run.values.count == 0, "\(scene)")
        #expect(run.extras.count == 0, "\(scene)")
      }
    }
    #expect(eventCount > Self.seeds.count * 2, "the pipelines let something through")
  }

  @Test("disposal at a random time cuts off the events, and no closure runs afterwards")
  func disposal() {
    for seed in Self.seeds {
      let scene = Scene(seed: seed)
      let whole = Run()
      whole.start(scene)
      whole.finish()
      // Between two frames, so that the order of events is unambiguous.
      var random = SeededGenerator(seed: seed &+ 1_000_000)
      let time = Duration.microseconds(Int.random(in: 0..<200, using: &random) * 1000 + 500)
      let cut = Run()
      cut.start(scene)
      cut.advance(to: time)
      cut.dispose()
      let hookCount = cut.hookCount
      cut.finish()

      #expect(cut.notes == whole.notes.filter { $0.time <= time }, "\(scene) until \(time)")
      #expect(cut.hookCount == hookCount, "\(scene) until \(time)")
      #expect(cut.values.count == 0, "\(scene) until \(time)")
      #expect(cut.extras.count == 0, "\(scene) until \(time)")
    }
  }

  @Test("a random pipeline that is disposed of inside its n-th event sends nothing more")
  func disposalInside() {
    for seed in Self.seeds {
      let scene = Scene(seed: seed)
      let whole = Run()
      whole.start(scene)
      whole.finish()
      guard whole.notes.count > 1 else { continue }
      let scheduler = TestScheduler()
      let inputs = scene.lines.map { line in
        scheduler.signal(line, failure: Mishap.first).map { [extras = whole.extras] name in
          extras.item(Int(name.asciiValue ?? 0))
        }
      }
      let heard = Box<Int>()
      let slot = CompositeDisposable()
      let after = Box<Int>()
      let limit = 1 + Int(seed) % (whole.notes.count - 1)
      let plan = PipePlan.Surroundings(
        inputs: inputs, scheduler: scheduler, extras: whole.extras
      ) { if slot.isDisposed { after.append(1) } }
      // A stage after the graph, so that even events during the subscription can be cut off.
      let gate = Signal<Item, Mishap>.just(whole.extras.item(0)).subscribe(on: scheduler)
        .flatMap(.merge) { _ in scene.plan.build(plan) }
      slot += gate.follow { value in
        heard.append(value.number)
        if heard.values.count == limit { slot.dispose() }
      }
      scheduler.advance(to: .seconds(10))

      #expect(heard.values.count <= limit, "\(scene) up to \(limit)")
      if slot.isDisposed { #expect(after.values.isEmpty, "\(scene) up to \(limit)") }
    }
  }
}
