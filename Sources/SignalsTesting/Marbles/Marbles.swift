public import Testing

/// A stream drawn as a line of text: `-a-b--|`.
///
/// Each character is one frame of virtual time:
///
/// | Character | Meaning |
/// |---|---|
/// | `-` | a frame in which nothing happens |
/// | `a`, `1`, … | a value of that name |
/// | `\|` | completion |
/// | `#` | failure |
/// | `(ab\|)` | several events, in order, in one frame |
/// | `^` | a subscription; in a hot line, the moment at which the test begins |
/// | `!` | the disposal of a subscription |
/// | space | nothing, takes no time: aligns lines below each other |
///
/// Two lines are equal when the same events happen in the same frames; idle frames at the end do
/// not count. A line that cannot be parsed fails the test, and the message names the line and the
/// column.
public struct Marbles: Sendable, Hashable {
  /// The length of one frame, unless a method receives another one.
  public static let frame = Duration.milliseconds(10)

  /// What happens at a mark.
  enum Kind: Sendable, Hashable {
    case value(Character)
    case completed
    case failed
    case subscribed
    case disposed

    var character: Character {
      switch self {
      case .value(let name): name
      case .completed: "|"
      case .failed: "#"
      case .subscribed: "^"
      case .disposed: "!"
      }
    }

    var isTerminal: Bool {
      self == .completed || self == .failed
    }
  }

  /// One event and its frame.
  struct Mark: Sendable, Hashable {
    var frame: Int
    let kind: Kind
  }

  /// The events in the order in which they happen.
  let marks: [Mark]

  /// Reads a line.
  public init(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var parser = MarbleParser(line)
    parser.parse()
    marks = parser.marks
    if let mistake = parser.mistake {
      Issue.record(Comment(rawValue: mistake), sourceLocation: sourceLocation)
    }
  }

  init(marks: [Mark]) {
    self.marks = marks
  }

  /// The frame after the last event.
  var frameCount: Int {
    marks.last.map { $0.frame + 1 } ?? 0
  }

  func marks(in frame: Int) -> String {
    let characters = marks.filter { $0.frame == frame }.map(\.kind.character)
    return switch characters.count {
    case 0: "-"
    case 1: String(characters)
    default: "(\(String(characters)))"
    }
  }
}

extension Marbles: CustomStringConvertible {
  /// The line, without idle frames after the last event.
  public var description: String {
    (0..<frameCount).map(marks(in:)).joined()
  }
}

extension Marbles: ExpressibleByStringLiteral {
  /// Reads a literal line, so that drawn lines can be compared with `==`.
  public init(stringLiteral line: String) {
    self.init(line)
  }
}
