/// What tells the forms of a union apart, found before the form is read.
extension JSONReader {
  /// The first string under a key of the object ahead, which is left unread.
  ///
  /// Nil when there is no object, no such member, or no string in it. Members behind the first hit
  /// are not looked at: it is for forms that check the tag again when they are read.
  public mutating func firstTag(_ key: StaticString) throws(JSONError) -> JSONKey? {
    let start = mark
    let tag = try enterFirst(key) && kind == .string ? readKey() : nil
    reset(to: start)
    return tag
  }

  /// As `firstTag(_:)`, with the string in an object under the first key.
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

  /// As `firstTag(_:)`, with the string in objects within objects.
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

  /// Whether a tag that was found is also the one that counts: the last of its name.
  ///
  /// The object ahead is left unread.
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

  /// Enters the object ahead and reads its first key, to be followed by its value.
  ///
  /// Nil when there is no object ahead, or an empty one; the place is unspecified then.
  public mutating func beginSingleKey() throws(JSONError) -> JSONKey? {
    guard kind == .object else { return nil }
    try beginObject()
    return try nextKey()
  }

  /// Goes to the value of the first member of that name.
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

  /// Goes to the value of the last member of that name.
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
