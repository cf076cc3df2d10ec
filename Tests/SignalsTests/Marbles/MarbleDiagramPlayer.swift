import Signals
import SignalsTesting
import Testing

/// What an operator sends in a diagram: a text, or a signal of texts that is drawn itself.
enum DiagramValue: Sendable {
  case text(String)
  case signal(Signal<String, Mishap>)
}

/// The inputs and the scheduler for the operator of a row.
struct DiagramStage: Sendable {
  let scheduler: TestScheduler
  let inputs: [Signal<String, Mishap>]

  var first: Signal<String, Mishap> { input(0) }
  var second: Signal<String, Mishap> { input(1) }

  /// The input with that index; an input that the row does not draw sends nothing.
  func input(_ index: Int) -> Signal<String, Mishap> {
    index < inputs.count ? inputs[index] : .never
  }

  /// The second input as a signal that cannot fail.
  var trigger: Signal<String, Never> {
    second.catch { _ in .empty }
  }

  /// The length of a number of frames.
  func frames(_ count: Int) -> Duration {
    Marbles.frame * count
  }
}

/// Plays a row through its operator and draws the output.
struct MarbleDiagramPlayer {
  typealias Make = @Sendable (DiagramStage) -> Signal<DiagramValue, Mishap>

  /// The content of a frame; an inner signal is drawn at the end.
  private enum Mark: Sendable {
    case text(String)
    case inner(Box<String>, from: Duration)
    case end(Character)
  }

  let diagram: MarbleDiagram
  private let scheduler = TestScheduler()

  init(_ diagram: MarbleDiagram) {
    self.diagram = diagram
  }

  /// The output lines, in the order of the diagram.
  func play(_ make: Make) -> [String] {
    let inputs = diagram.inputs.map {
      scheduler.signal($0, failure: Mishap.first).map { String($0) }
    }
    let signal = make(DiagramStage(scheduler: scheduler, inputs: inputs))
    let frameCount = diagram.outputs.map { Marbles($0).description.count }.max() ?? 0
    let subscriptions = CompositeDisposable()
    let recordings = diagram.outputs.map { line in
      let marks = Box<(frame: Int, mark: Mark)>()
      let start = Marbles(line).subscriptionFrame
      scheduler.schedule(after: Marbles.frame * start) {
        subscriptions += record(signal, in: marks)
      }
      return (marks, start: line.contains("^") ? start : nil)
    }
    if diagram.goesOn {
      scheduler.advance(by: Marbles.frame * (frameCount - 1))
    } else {
      scheduler.run()
    }
    subscriptions.dispose()
    return recordings.map { draw($0.0.values, start: $0.start) }
  }

  private func record(
    _ signal: Signal<DiagramValue, Mishap>, in marks: Box<(frame: Int, mark: Mark)>
  ) -> any Disposable {
    let add: @Sendable (Mark) -> Void = { [scheduler] mark in
      marks.append((Int(scheduler.now / Marbles.frame), mark))
    }
    return signal.subscribe { value in
      switch value {
      case .text(let text): add(.text(text))
      case .signal(let inner): add(recordInner(inner))
      }
    } failed: { failure in
      add(.end(failure == .first ? "#" : "?"))
    } completed: {
      add(.end("|"))
    }
  }

  /// Draws an inner signal from the moment it is sent.
  private func recordInner(_ inner: Signal<String, Mishap>) -> Mark {
    let text = Box<String>()
    let start = scheduler.now
    let add: @Sendable (String) -> Void = { [scheduler] mark in
      let frame = Int((scheduler.now - start) / Marbles.frame)
      text.append("\(frame):\(mark)")
    }
    _ = inner.subscribe(
      value: { add($0) }, failed: { _ in add("#") }, completed: { add("|") })
    return .inner(text, from: start)
  }

  private func draw(_ marks: [(frame: Int, mark: Mark)], start: Int?) -> String {
    var groups: [Int: String] = [:]
    if let start { groups[start] = "^" }
    for (frame, mark) in marks {
      let character: Character =
        switch mark {
        case .text(let text): diagram.character(text)
        case .inner(let events, _): diagram.character(line(of: events.values))
        case .end(let character): character
        }
      groups[frame, default: ""].append(character)
    }
    return line(groups)
  }

  private func line(of events: [String]) -> String {
    var groups: [Int: String] = [:]
    for event in events {
      let parts = event.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let frame = Int(parts[0]) else { continue }
      groups[frame, default: ""] += parts[1]
    }
    return line(groups)
  }

  private func line(_ groups: [Int: String]) -> String {
    (0...(groups.keys.max() ?? 0)).map { frame in
      switch groups[frame] {
      case nil: "-"
      case let group? where group.count == 1: group
      case let group?: "(\(group))"
      }
    }.joined()
  }
}

extension Marbles {
  /// The frame of `^`, or 0.
  var subscriptionFrame: Int {
    var frame = 0
    var isGroup = false
    for character in description {
      switch character {
      case "^": return frame
      case "(": isGroup = true
      case ")":
        isGroup = false
        frame += 1
      default: if !isGroup { frame += 1 }
      }
    }
    return 0
  }
}
