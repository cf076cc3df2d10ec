/// Finds the tag that distinguishes the cases of a union, before the case is read.
extension JSONReader {
  /// The first string under a key of the next object, which stays unread.
  ///
  /// Nil if there is no object, no such member, or no string in it. Members after the first match
  /// are not examined, so use this for cases that check the tag again when they are read.
  public mutating func firstTag(_ key: StaticString) throws(JSONError) -> JSONKey? {
    let start = mark
    let tag = try enterFirst(key) && kind == .string ? readKey() : nil
    reset(to: start)
    return tag
  }

  /// Like `firstTag(_:)`, with the string in an object under the first key.
  public mutating func firstTag(
    _ first: StaticString, _ second: StaticString
  ) throws(JSONError) -> JSONKey? {
    let start = mark
    var isFound = try enterFirst(first)
    if isFound { isFound = try enterFirst(second) }
    let tag = try isFound && kind == .string ? readKey() : nil
    reset(to: start)
    return tag
  }

  /// Like `firstTag(_:)`, with the string in nested objects.
  public mutating func firstTag(
    _ first: StaticString, _ second: StaticString, _ rest: StaticString...
  ) throws(JSONError) -> JSONKey? {
    let start = mark
    var isFound = try enterFirst(first)
    if isFound { isFound = try enterFirst(second) }
    for key in rest where isFound { isFound = try enterFirst(key) }
    let tag = try isFound && kind == .string ? readKey() : nil
    reset(to: start)
    return tag
  }

  /// Whether a tag that was found is also the effective one: the last of its name.
  ///
  /// The next object stays unread.
  public mutating func isLastTag(
    _ tag: JSONKey, _ keys: StaticString...
  ) throws(JSONError) -> Bool {
    let start = mark
    var isFound = true
    for key in keys where isFound { isFound = try enterLast(key) }
    let last = try isFound && kind == .string ? readKey() : nil
    reset(to: start)
    return last == tag
  }

  /// Enters the next object and reads its first key; read its value next.
  ///
  /// Nil if the next value is not an object or is an empty one; the position is then unspecified.
  public mutating func beginSingleKey() throws(JSONError) -> JSONKey? {
    guard kind == .object else { return nil }
    try beginObject()
    return try nextKey()
  }

  /// Advances to the value of the first member of that name.
  @inline(__always)
  private mutating func enterFirst(_ name: StaticString) throws(JSONError) -> Bool {
    guard kind == .object else { return false }
    try beginObject()
    while let key = try nextKey() {
      if key == name { return true }
      try skipValue()
    }
    return false
  }

  /// Advances to the value of the last member of that name.
  private mutating func enterLast(_ name: StaticString) throws(JSONError) -> Bool {
    guard kind == .object else { return false }
    try beginObject()
    var last: Mark?
    while let key = try nextKey() {
      if key == name { last = mark }
      try skipValue()
    }
    guard let last else { return false }
    reset(to: last)
    return true
  }
}
