extension JSONReader {
  /// Reads the next value as a string.
  public mutating func readString() throws(JSONError) -> String {
    guard cursor.pointee == UInt8(ascii: "\"") else { throw mismatch(.string) }
    let start = cursor + 1
    let stop = StringScan.stop(start)
    if stop.pointee == UInt8(ascii: "\"") {
      cursor = stop + 1
      let count = stop - start
      if RepeatedStrings.counts.contains(count) { return repeatedStrings.string(start, count) }
      return String(checked: UnsafeBufferPointer(start: start, count: count))
    }
    return String(checked: try unescape(from: start, stop: stop))
  }

  /// Reads the next value as a string without unescaping it; the result keeps the document alive.
  public mutating func readLazyString() throws(JSONError) -> LazyString {
    guard cursor.pointee == UInt8(ascii: "\"") else { throw mismatch(.string) }
    let start = cursor + 1
    let stop = StringScan.stop(start)
    let isEscaped = stop.pointee != UInt8(ascii: "\"")
    let close = isEscaped ? try skipEscaped(from: stop) : stop
    cursor = close + 1
    return LazyString(
      document, offset: start - base, count: close - start, isEscaped: isEscaped)
  }

  /// Reads the next value as a string to compare with constants of the program.
  public mutating func readKey() throws(JSONError) -> JSONKey {
    guard cursor.pointee == UInt8(ascii: "\"") else { throw mismatch(.string) }
    return try scanKey()
  }

  /// Reads the string at the cursor, which is at the opening quotation mark.
  @inline(__always)
  mutating func scanKey() throws(JSONError) -> JSONKey {
    let start = cursor + 1
    let stop = StringScan.stop(start)
    guard stop.pointee == UInt8(ascii: "\"") else { return try scanEscapedKey(start, stop) }
    cursor = stop + 1
    return JSONKey(start: start, count: stop - start)
  }

  @inline(never)
  private mutating func scanEscapedKey(
    _ start: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>
  ) throws(JSONError) -> JSONKey {
    let keys = unescapedKeys ?? UnescapedKeys()
    unescapedKeys = keys
    let offset = UInt32(truncatingIfNeeded: start - base)
    if let known = keys.find(offset) {
      cursor = base + known.end
      return known.key
    }
    let bytes = try unescape(from: start, stop: stop)
    return keys.add(bytes, offset: offset, end: cursor - base)
  }

  /// Skips the rest of a string, from its first stop byte to its closing quotation mark.
  @inline(never)
  mutating func skipEscaped(
    from stop: UnsafePointer<UInt8>
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    let start = UInt32(truncatingIfNeeded: stop - base)
    if let end = passedStrings.end(of: start) { return base + Int(end) }
    var place = stop
    while place.pointee != UInt8(ascii: "\"") {
      guard place.pointee == UInt8(ascii: "\\") else { throw badStop(place) }
      while place.pointee == UInt8(ascii: "\\") { place = try skipEscape(place) }
      place = StringScan.stop(place)
    }
    passedStrings.add(start, end: UInt32(truncatingIfNeeded: place - base))
    return place
  }

  /// Skips one escape, or two adjacent ones of the form `\uXXXX`.
  @inline(__always)
  private func skipEscape(
    _ place: UnsafePointer<UInt8>
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    let word = HexDigits.word(place)
    guard HexDigits.isEscape(word) else {
      guard Self.unescaped(place[1]) != 0 else { throw badEscape(place) }
      return place + 2
    }
    if HexDigits.arePair(word, HexDigits.word(place + 6)) { return place + 12 }
    guard HexDigits.areDigits(UInt32(truncatingIfNeeded: word >> 16)) else {
      throw badEscape(place)
    }
    return place + 6
  }

  /// Unescapes a string into the scratch buffer and advances past it.
  ///
  /// - Parameters:
  ///   - start: the first byte of the string
  ///   - stop: its first stop byte
  /// - Returns: the bytes, valid until the next call.
  mutating func unescape(
    from start: UnsafePointer<UInt8>, stop: UnsafePointer<UInt8>
  ) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    scratch.removeAll()
    scratch.append(start, count: stop - start)
    var place = stop
    while place.pointee != UInt8(ascii: "\"") {
      guard place.pointee == UInt8(ascii: "\\") else { throw badStop(place) }
      while place.pointee == UInt8(ascii: "\\") {
        scratch.reserve(4)
        let word = HexDigits.word(place)
        if HexDigits.isEscape(word) {
          guard let unit = HexDigits.value(word) else { throw badEscape(place) }
          place += 6
          scratch.append(scalar: unit & 0xF800 == 0xD800 ? Self.scalar(unit, &place) : unit)
        } else {
          let byte = Self.unescaped(place[1])
          guard byte != 0 else { throw badEscape(place) }
          scratch.append(byte)
          place += 2
        }
      }
      place = scratch.appendUntilStop(place)
    }
    cursor = place + 1
    return scratch.bytes
  }

  /// Combines a surrogate with the following one; a lone surrogate becomes U+FFFD.
  @inline(__always)
  private static func scalar(_ unit: UInt32, _ place: inout UnsafePointer<UInt8>) -> UInt32 {
    let word = HexDigits.word(place)
    guard unit < 0xDC00, HexDigits.isEscape(word), let low = HexDigits.value(word),
      low & 0xFC00 == 0xDC00
    else { return 0xFFFD }
    place += 6
    return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
  }

  /// The byte that a letter after a backslash stands for, or 0.
  @inline(__always)
  static func unescaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: 0
    }
  }

  /// The error for a stop byte that is neither a quotation mark nor a backslash.
  @inline(never)
  private func badStop(_ place: UnsafePointer<UInt8>) -> JSONError {
    place < end ? error(.controlCharacter, at: place) : error(.unexpectedEnd, at: end)
  }

  /// The error for an invalid byte after a backslash.
  @inline(never)
  private func badEscape(_ place: UnsafePointer<UInt8>) -> JSONError {
    let length = place[1] == UInt8(ascii: "u") ? 6 : 2
    let stop = (1..<length).first { place[$0] == 0 || place[$0] == UInt8(ascii: "\"") } ?? length
    return place + stop < end ? error(.invalidEscape, at: place) : error(.unexpectedEnd, at: end)
  }
}

extension String {
  /// Copies bytes that are known to be UTF-8.
  ///
  /// Every text between quotation marks qualifies because the document was validated as a whole.
  /// Unescaped text qualifies because unescaping writes only scalars.
  @inline(__always)
  init(checked bytes: UnsafeBufferPointer<UInt8>) {
    var text = UTF8Span(unchecked: bytes.span)
    // Strings that know that they are ASCII are compared, hashed and split into characters by bytes.
    _ = text.checkForASCII()
    self.init(copying: text)
  }
}
