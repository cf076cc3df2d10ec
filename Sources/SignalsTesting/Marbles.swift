public import Signals
import Testing

/// A stream drawn as a line of text: `-a-b--|`.
///
/// Each character is one frame of virtual time. `-` is a frame in which nothing happens, `|` is
/// completion, `#` a failure, any other character a value of that name. Events between parentheses
/// share the frame of the opening one: `-(ab|)`. Spaces are ignored.
public struct Marbles: Sendable, Equatable, CustomStringConvertible {
  /// The length of one frame.
  public static let frame = Duration.milliseconds(10)

  /// One event and its frame.
  struct Mark: Sendable, Equatable {
    let frame: Int
    let character: Character
  }

  let marks: [Mark]

  /// Reads a line.
  public init(_ line: String) {
    var marks: [Mark] = []
    var frame = 0
    var isGroup = false
    for character in line {
      switch character {
      case " ": continue
      case "(": isGroup = true
      case ")":
        isGroup = false
        frame += 1
      default:
        if character != "-" { marks.append(Mark(frame: frame, character: character)) }
        if !isGroup { frame += 1 }
      }
    }
    precondition(!isGroup, "a group of marbles is closed")
    self.marks = marks
  }

  init(marks: [Mark]) {
    self.marks = marks
  }

  /// The line, without idle frames after the last event.
  public var description: String {
    var line = ""
    var frame = 0
    var rest = marks[...]
    while let first = rest.first {
      let group = rest.prefix { $0.frame == first.frame }
      line += String(repeating: "-", count: first.frame - frame)
      let text = String(group.map(\.character))
      line += group.count == 1 ? text : "(\(text))"
      frame = first.frame + 1
      rest = rest.dropFirst(group.count)
    }
    return line
  }
}

extension TestScheduler {
  /// A signal that plays a line from the moment of each subscription; values are single characters.
  public func signal<Failure: Error>(
    _ line: String, failure: Failure
  ) -> Signal<Character, Failure> {
    signal(Marbles(line)) { $0.fail(failure) }
  }

  /// A signal without failure that plays a line from the moment of each subscription.
  public func signal(_ line: String) -> Signal<Character, Never> {
    let marbles = Marbles(line)
    precondition(
      !marbles.marks.contains { $0.character == "#" }, "this signal cannot fail: give a failure")
    return signal(marbles) { _ in }
  }

  private func signal<Failure: Error>(
    _ marbles: Marbles, fail: @escaping @Sendable (Observer<Character, Failure>) -> Void
  ) -> Signal<Character, Failure> {
    Signal { observer in
      CompositeDisposable(
        marbles.marks.map { mark in
          self.schedule(after: Marbles.frame * mark.frame) {
            switch mark.character {
            case "|": observer.complete()
            case "#": fail(observer)
            default: observer.send(mark.character)
            }
          }
        })
    }
  }

  /// Subscribes to the signal, runs to the end of all actions and draws what came.
  public func draw<Failure: Error>(_ signal: Signal<Character, Failure>) -> Marbles {
    let start = now
    let recorder = Recorder<Mark, Never>(
      signal.materialize().map { [self] event in
        let frame = Int((now - start) / Marbles.frame)
        return switch event {
        case .value(let character): Mark(frame: frame, character: character)
        case .failed: Mark(frame: frame, character: "#")
        case .completed: Mark(frame: frame, character: "|")
        }
      })
    run()
    recorder.dispose()
    let marks = recorder.takeValues()
    recorder.skipAll()
    return Marbles(marks: marks)
  }

  private typealias Mark = Marbles.Mark
}
