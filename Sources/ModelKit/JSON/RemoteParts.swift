/// A model as it is encoded in several places of a document.
public struct RemoteParts: Sendable {
  private let values: [JSONSlice?]
  /// What stays in the model's own object; nil if that object is not needed.
  fileprivate let rest: [UInt8]?

  /// Encodes a model as the writer would, and takes the members out of it that go elsewhere.
  public init(
    of model: (some JSONEncodable)?, _ members: [RemoteMember], for writer: borrowing JSONWriter
  ) {
    var inner = JSONWriter(escapesAllControls: writer.escapesAllControls)
    guard let model else {
      inner.null()
      (values, rest) = ([], inner.finish())
      return
    }
    model.encode(to: &inner)
    let bytes = inner.finish()
    let slice = JSONSlice(JSONDocument(unchecked: bytes), offset: 0, count: bytes.count)
    var split = Split(members, escapesAllControls: writer.escapesAllControls)
    // The text has just been written, so it can be read.
    let isNeeded = (try? split.copy(slice, members.indices.map { ($0, members[$0].path[...]) }))
    values = split.values
    rest = isNeeded == false ? nil : split.finish()
  }

  /// Whether the model has a member that goes elsewhere.
  public func contains(_ index: Int) -> Bool { value(index) != nil }

  fileprivate func value(_ index: Int) -> JSONSlice? {
    index < values.count ? values[index] : nil
  }
}

/// Copies an object without the members that go elsewhere.
private struct Split: ~Copyable {
  private var writer: JSONWriter
  private(set) var values: [JSONSlice?]

  init(_ members: [RemoteMember], escapesAllControls: Bool) {
    writer = JSONWriter(escapesAllControls: escapesAllControls)
    values = [JSONSlice?](repeating: nil, count: members.count)
  }

  consuming func finish() -> [UInt8] { writer.finish() }

  /// Returns whether the object has something left, or had nothing to begin with.
  mutating func copy(
    _ object: JSONSlice, _ members: [(index: Int, path: ArraySlice<String>)]
  ) throws(JSONError) -> Bool {
    var reader = JSONReader(object)
    var (isLeft, isTaken) = (false, false)
    writer.beginObject()
    try reader.beginObject()
    while let key = try reader.nextKey()?.string {
      let slice = try reader.readSlice()
      let inside = members.filter { $0.path.first?.isSame(as: key) == true }
        .map { (index: $0.index, path: $0.path.dropFirst()) }
      if let whole = inside.first(where: \.path.isEmpty) {
        values[whole.index] = slice
        isTaken = true
      } else if inside.isEmpty || slice.kind != .object {
        writer.key(key)
        writer.raw(slice)
        isLeft = true
      } else if try copy(slice, inside, under: key) {
        isLeft = true
      } else {
        isTaken = true
      }
    }
    writer.endObject()
    return isLeft || !isTaken
  }

  private mutating func copy(
    _ object: JSONSlice, _ members: [(index: Int, path: ArraySlice<String>)], under key: String
  ) throws(JSONError) -> Bool {
    let (bytes, isCommaDue) = (writer.bytes, writer.isCommaDue)
    writer.key(key)
    if try copy(object, members) { return true }
    (writer.bytes, writer.isCommaDue) = (bytes, isCommaDue)
    return false
  }
}

extension JSONWriter {
  /// Writes a member of a model outside its object, if the model has it.
  public mutating func encode(_ name: String, _ index: Int, of parts: RemoteParts) {
    guard let value = parts.value(index) else { return }
    key(name)
    raw(value)
  }

  /// Writes the model's own object or null, unless all its members stand elsewhere.
  public mutating func encode(_ name: String, restOf parts: RemoteParts) {
    guard let rest = parts.rest else { return }
    key(name)
    raw(checked: rest)
  }
}
