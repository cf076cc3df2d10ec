/// Decodes the bytes from a terminal into events.
///
/// A pure state machine: sequences may be split anywhere, and invalid bytes are dropped. Memory is
/// bounded for any input. It knows UTF-8, the keys of xterm and kitty (`CSI u`), SGR mouse reports,
/// bracketed paste, focus reports, and the responses in ``TerminalReply``.
public struct InputDecoder: Sendable {
  /// The maximum size of a paste; a larger paste is dropped as a whole rather than silently
  /// truncated.
  public static let maximumPasteBytes = 1 << 20

  private static let maximumSequenceBytes = 256
  private static let maximumStringBytes = 4_096
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private enum State {
    case ground
    case character(missing: Int)
    case escape
    case control
    case shift
    case console
    case legacyMouse(missing: Int)
    case string(StringKind, escaped: Bool)
    case paste
  }

  private enum StringKind {
    case command
    case other
  }

  private var state = State.ground
  private var isAlt = false
  private var bytes: [UInt8] = []
  private var paste: [UInt8] = []
  private var pasteMatch = 0
  private var isPasteOversized = false
  private var events: [InputEvent] = []

  /// Creates a decoder at the start of a stream.
  public init() {}

  /// How long to wait for more bytes before calling ``flush()``; nil if nothing is pending.
  ///
  /// Short after a single escape byte, which may be the Esc key; longer within a sequence.
  public var pendingTimeoutMilliseconds: Int? {
    switch state {
    case .ground: nil
    case .escape: 25
    case .control where bytes.isEmpty: 25
    case .shift: 25
    case .string where bytes.count <= 1: 25
    case .paste: 2_000
    default: 500
    }
  }

  /// Decodes bytes and returns the events that they complete.
  public mutating func feed(_ input: some Sequence<UInt8>) -> [InputEvent] {
    for byte in input { take(byte) }
    return takeEvents()
  }

  /// Resolves the pending bytes after ``pendingTimeoutMilliseconds`` has passed without input.
  public mutating func flush() -> [InputEvent] {
    switch state {
    case .escape:
      // Pressed twice: no terminal has a use for Alt with this key.
      if isAlt { emit(Key(.escape)) }
      emit(Key(.escape))
    case .control where bytes.isEmpty: emit(Key(.character("["), modifiers: .alt))
    case .shift: emit(Key(.character("O"), modifiers: .alt))
    case .string(_, escaped: false) where bytes.count <= 1:
      let letter = bytes.first ?? UInt8(ascii: "]")
      emit(ControlKeys.key(for: letter, modifiers: .alt))
    case .paste: endPaste()
    default: break
    }
    reset()
    return takeEvents()
  }

  private mutating func takeEvents() -> [InputEvent] {
    defer { events = [] }
    return events
  }

  private mutating func reset() {
    state = .ground
    isAlt = false
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func emit(_ key: Key) {
    events.append(.key(key.normalized))
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .character(let missing): takeContinuation(byte, missing: missing)
    case .escape: takeEscape(byte)
    case .control: takeControl(byte)
    case .shift: takeShift(byte)
    case .console: takeConsole(byte)
    case .legacyMouse(let missing):
      if missing > 1 { state = .legacyMouse(missing: missing - 1) } else { reset() }
    case .string(let kind, let escaped): takeString(byte, kind: kind, escaped: escaped)
    case .paste: takePaste(byte)
    }
  }
}

// MARK: - Characters

extension InputDecoder {
  private mutating func takeGround(_ byte: UInt8) {
    let modifiers: Key.Modifiers = isAlt ? .alt : []
    switch byte {
    case 0x1B: state = .escape
    case 0x80...0xBF, 0xC0, 0xC1, 0xF5...0xFF: reset()
    case 0xC2...0xF4:
      bytes = [byte]
      state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
    default:
      emit(ControlKeys.key(for: byte, modifiers: modifiers))
      reset()
    }
  }

  private mutating func takeContinuation(_ byte: UInt8, missing: Int) {
    guard byte & 0xC0 == 0x80 else {
      reset()
      takeGround(byte)
      return
    }
    bytes.append(byte)
    guard missing == 1 else {
      state = .character(missing: missing - 1)
      return
    }
    if let text = String(validating: bytes, as: UTF8.self), let character = text.first {
      emit(Key(.character(character), modifiers: isAlt ? .alt : []))
    }
    reset()
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .shift
    case UInt8(ascii: "]"): state = .string(.command, escaped: false)
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      // Alt with one of these letters starts the same way; the next byte, or a timeout, decides.
      bytes = [byte]
      state = .string(.other, escaped: false)
    case 0x1B:
      if isAlt { emit(Key(.escape)) }
      isAlt = true
    default:
      isAlt = true
      state = .ground
      takeGround(byte)
    }
  }
}

// MARK: - Sequences

extension InputDecoder {
  private mutating func takeShift(_ byte: UInt8) {
    if byte == 0x1B {
      emit(Key(.character("O"), modifiers: .alt))
      reset()
      state = .escape
      return
    }
    // Some terminals put a modifier before the final letter.
    if byte >= 0x30, byte <= 0x3F, bytes.count < 4 {
      bytes.append(byte)
      return
    }
    let sequence = ControlSequence(parameters: bytes, final: byte)
    let alt: Key.Modifiers = isAlt ? .alt : []
    reset()
    if let key = sequence.shiftKey(adding: alt) { emit(key) }
  }

  private mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case 0x20...0x3F:
      bytes.append(byte)
      if bytes.count > Self.maximumSequenceBytes { reset() }
    case 0x40...0x7E: endControl(final: byte)
    case 0x1B:
      reset()
      state = .escape
    default: reset()
    }
  }

  private mutating func endControl(final: UInt8) {
    let sequence = ControlSequence(parameters: bytes, final: final)
    let alt: Key.Modifiers = isAlt ? .alt : []
    if final == UInt8(ascii: "["), bytes.isEmpty {
      state = .console
      return
    }
    let isLegacyMouse = final == UInt8(ascii: "M") && bytes.isEmpty
    reset()
    if isLegacyMouse {
      state = .legacyMouse(missing: 3)
    } else if sequence.isPasteStart {
      state = .paste
      paste = []
      pasteMatch = 0
    } else if let event = sequence.event(adding: alt) {
      events.append(event)
    }
  }

  /// The Linux console sends F1 to F5 as `CSI [ A` to `CSI [ E`.
  private mutating func takeConsole(_ byte: UInt8) {
    let alt: Key.Modifiers = isAlt ? .alt : []
    reset()
    if (0x41...0x45).contains(byte) {
      emit(Key(.function(Int(byte - 0x40)), modifiers: alt))
    } else if byte == 0x1B {
      state = .escape
    }
  }

  private mutating func takeString(_ byte: UInt8, kind: StringKind, escaped: Bool) {
    switch byte {
    case 0x07: endString(kind)
    case UInt8(ascii: "\\") where escaped: endString(kind)
    case 0x1B: state = .string(kind, escaped: true)
    case 0x18, 0x1A: reset()
    default:
      if escaped {
        // Another sequence interrupted the string.
        reset()
        state = .escape
        takeEscape(byte)
      } else if bytes.count < Self.maximumStringBytes {
        bytes.append(byte)
      } else {
        reset()
      }
    }
  }

  private mutating func endString(_ kind: StringKind) {
    let content = bytes
    reset()
    guard kind == .command else { return endOther(content) }
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 1)
    guard let first = parts.first, first.count <= 5,
      let number = Int(String(decoding: first, as: UTF8.self)), number >= 0
    else { return }
    let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    events.append(.reply(.command(number, text)))
  }

  /// Of the other strings, whose introducing letter is included, two are responses.
  private mutating func endOther(_ content: [UInt8]) {
    let version = Array("P>|".utf8)
    if content.starts(with: version) {
      let text = String(decoding: content.dropFirst(version.count), as: UTF8.self)
      return events.append(.reply(.version(text)))
    }
    let start = Array("P1$r".utf8)
    guard content.starts(with: start), content.last == UInt8(ascii: "m") else { return }
    let numbers = content.dropFirst(start.count).dropLast()
    events.append(.reply(.attributes(String(decoding: numbers, as: UTF8.self))))
  }
}

// MARK: - Paste

extension InputDecoder {
  private mutating func takePaste(_ byte: UInt8) {
    if byte == Self.pasteEnd[pasteMatch] {
      pasteMatch += 1
      if pasteMatch == Self.pasteEnd.count { endPaste() }
      return
    }
    keep(Self.pasteEnd[..<pasteMatch])
    pasteMatch = byte == Self.pasteEnd[0] ? 1 : 0
    if pasteMatch == 0 { keep(CollectionOfOne(byte)) }
  }

  private mutating func keep(_ part: some Collection<UInt8>) {
    isPasteOversized = isPasteOversized || paste.count + part.count > Self.maximumPasteBytes
    if !isPasteOversized { paste.append(contentsOf: part) }
  }

  private mutating func endPaste() {
    events.append(
      isPasteOversized ? .oversizedPaste : .paste(String(decoding: paste, as: UTF8.self)))
    paste = []
    isPasteOversized = false
    pasteMatch = 0
    reset()
  }
}
