/// Turns untrusted text into text that is safe to draw, scalar by scalar.
///
/// It processes scalars rather than characters, because a control character attached to a letter
/// forms one character with it and would slip through.
struct Sanitizer {
  /// The number of marks kept on one base; a terminal cell holds the base and four more scalars.
  private static let maximumMarks = 4
  private static let maximumJoiners = 3
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  private let policy: SafeText.Policy
  private let limit: Int
  private var output = String.UnicodeScalarView()
  private var count = 0
  private var base: Unicode.Scalar?
  private var previous: Unicode.Scalar?
  private var marks = 0
  private var joiners = 0

  init(policy: SafeText.Policy, limit: Int) {
    self.policy = policy
    self.limit = limit
  }

  /// Whether the text is printable ASCII (and line feeds where allowed), so that nothing changes.
  static func isHarmless(_ text: String, policy: SafeText.Policy) -> Bool {
    let allowsLineFeed = policy == .multiLine
    return text.utf8.allSatisfy { byte in
      (byte >= 0x20 && byte < 0x7F) || (byte == 0x0A && allowsLineFeed)
    }
  }

  mutating func run(_ text: String) -> String {
    output.reserveCapacity(min(text.utf8.count, limit))
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      take(scalar, next: index < scalars.endIndex ? scalars[index] : nil)
      if count > limit {
        cut()
        break
      }
    }
    return String(output)
  }

  private mutating func cut() {
    while count > max(0, limit - 1), !output.isEmpty {
      output.removeLast()
      count -= 1
    }
    if limit > 0 { output.append("…") }
  }

  private mutating func take(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
    switch scalar.value {
    case 0x20..<0x7F: startCluster(scalar)
    case 0x00..<0x20, 0x7F, 0x2028, 0x2029: takeControl(scalar, next: next)
    case 0x80..<0xA0: break
    case 0x200D: takeJoiner(next: next)
    case 0xFE0E, 0xFE0F: takePresentationSelector(scalar)
    case 0x200C: takeNonJoiner(next: next)
    default: takeOther(scalar)
    }
  }

  private mutating func takeControl(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
    switch scalar.value {
    case 0x0A, 0x2028, 0x2029:
      if policy == .multiLine { append("\n") } else { append(" ") }
      base = nil
    case 0x09:
      for _ in 0..<(policy == .multiLine ? 4 : 1) { startCluster(" ") }
    case 0x0D where next == "\n": break
    case 0x7F: startCluster("\u{2421}")
    default: startCluster(Unicode.Scalar(0x2400 + scalar.value) ?? Self.replacement)
    }
  }

  /// A zero-width joiner is kept only between two emoji, and only a few times per cluster.
  private mutating func takeJoiner(next: Unicode.Scalar?) {
    guard let previous, let next, previous.isEmojiPart, next.isWideEmoji,
      joiners < Self.maximumJoiners
    else { return }
    joiners += 1
    append("\u{200D}")
  }

  private mutating func takePresentationSelector(_ scalar: Unicode.Scalar) {
    guard let previous, previous.properties.isEmoji else { return }
    append(scalar)
  }

  /// A zero-width non-joiner changes the shape of Arabic and Indic letters; elsewhere it only hides
  /// text.
  private mutating func takeNonJoiner(next: Unicode.Scalar?) {
    guard let previous, let next, previous.joinsInScript, next.joinsInScript else { return }
    takeMark("\u{200C}")
  }

  private mutating func takeOther(_ scalar: Unicode.Scalar) {
    if scalar.isInvisible { return }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      takeMark(scalar)
    case .privateUse, .surrogate, .control:
      startCluster(Self.replacement)
    case .unassigned where scalar.properties.isNoncharacterCodePoint:
      startCluster(Self.replacement)
    default:
      if scalar.properties.isEmojiModifier, previous?.isEmojiPart == true {
        takeMark(scalar)
      } else if previous == "\u{200D}" {
        append(scalar)
        marks = 0
      } else {
        startCluster(scalar)
      }
    }
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    if base == nil { startCluster("\u{25CC}") }
    guard marks < Self.maximumMarks else { return }
    marks += 1
    append(scalar)
  }

  private mutating func startCluster(_ scalar: Unicode.Scalar) {
    base = scalar
    marks = 0
    joiners = 0
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    output.append(scalar)
    previous = scalar
    count += 1
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an emoji by default; digits and the like are not.
  fileprivate var isWideEmoji: Bool {
    value > 0xFF && properties.isEmoji
  }

  /// Whether a joiner or modifier may follow.
  fileprivate var isEmojiPart: Bool {
    isWideEmoji || value == 0xFE0F
  }

  /// Whether the scalar belongs to a script whose letters change shape with their neighbours.
  fileprivate var joinsInScript: Bool {
    (0x0600..<0x0E00).contains(value)
  }

  /// Whether the scalar is invisible: such scalars only hide or reorder text.
  fileprivate var isInvisible: Bool {
    switch value {
    case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x200E,
      0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0D, 0xFEFF, 0xFFA0,
      0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x13430...0x1343F, 0x1D173...0x1D17A,
      0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
