// The loop over the members of an object, for generated code. It is inlined there, where the
// optimiser knows what is done with a member; a call for each member takes a tenth more time. The
// draft is a parameter, because the optimiser copies a variable that a closure captures. There are two
// loops, because one that calls a closure for unknown members as well decodes 1 to 3 per cent more slowly.
extension JSONReader {
  /// Reads an object and keeps the members whose keys are unknown.
  ///
  /// - Parameters:
  ///   - keys: the known keys, at most 63
  ///   - required: the places of the keys without which the object is rejected, as bits
  ///   - given: those of them without which an object of a partial document is rejected
  ///   - draft: receives the values
  ///   - read: reads the value of the member at a place into the draft
  /// - Returns: the unknown members
  @inlinable
  @inline(__always)
  public mutating func readKnownMembers<Draft>(
    _ keys: JSONKeyTable, required: UInt64 = 0, given: UInt64 = 0,
    into draft: inout Draft,
    _ read: (inout Draft, _ place: Int, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> UnknownMembers {
    let start = mark
    var found: UInt64 = 0
    var hasUnknown = false
    try beginObject()
    while let key = try nextKey() {
      let place = keys[key]
      if place < 0 {
        hasUnknown = true
        try skipValue()
      } else {
        try read(&draft, place, &self)
        found |= 1 &<< UInt64(truncatingIfNeeded: place)
      }
    }
    let missing = (document.isPartial ? given : required) & ~found
    if missing != 0 { throw error(missing, of: keys, at: start) }
    guard hasUnknown else { return UnknownMembers() }
    return UnknownMembers(object: slice(from: start), known: keys)
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - keys: the known keys, at most 63
  ///   - required: the places of the keys without which the object is rejected, as bits
  ///   - given: those of them without which an object of a partial document is rejected
  ///   - draft: receives the values
  ///   - read: reads the value of the member at a place, which is -1 if its key is unknown, into
  ///     the draft
  @inlinable
  @inline(__always)
  public mutating func readMembers<Draft>(
    _ keys: JSONKeyTable, required: UInt64 = 0, given: UInt64 = 0,
    into draft: inout Draft,
    _ read: (inout Draft, _ place: Int, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    let start = mark
    var found: UInt64 = 0
    try beginObject()
    while let key = try nextKey() {
      let place = keys[key]
      try read(&draft, place, &self)
      // A place of -1 sets the last bit, which no key has.
      found |= 1 &<< UInt64(truncatingIfNeeded: place)
    }
    let missing = (document.isPartial ? given : required) & ~found
    if missing != 0 { throw error(missing, of: keys, at: start) }
  }

  /// The error about an object without the first of some keys.
  @inline(never)
  @usableFromInline
  func error(_ missing: UInt64, of keys: JSONKeyTable, at start: Mark) -> JSONError {
    error(.missingMember(JSONLabel(keys.key(at: missing.trailingZeroBitCount))), at: start)
  }
}
