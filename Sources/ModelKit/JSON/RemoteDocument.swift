/// The document of a model whose members stand at several places of an outer document.
struct RemoteDocument {
  /// A member from elsewhere.
  struct Value: Sendable {
    var path: ArraySlice<String>
    var slice: JSONSlice
  }

  /// A range that was copied, or an object that begins here.
  private struct Piece {
    var start: Int
    var count: Int
    var source: Int
  }

  private(set) var bytes: [UInt8] = []
  /// In ascending order; the first is the model's object.
  private var pieces: [Piece] = []

  /// Puts the members into the model's own object, where they replace those with the same key.
  ///
  /// - Parameter offset: the place that stands for the object if the document has none
  init(_ object: JSONSlice?, _ values: [Value], emptyAt offset: Int) throws(JSONError) {
    var writer = JSONWriter()
    try write(object, values, emptyAt: offset, to: &writer)
    bytes = writer.finish()
  }

  /// The offset in the outer document.
  func source(of offset: Int) -> Int {
    guard let piece = pieces.last(where: { $0.start <= offset }), offset < piece.start + piece.count
    else { return pieces.first?.source ?? 0 }
    return piece.source + offset - piece.start
  }

  private mutating func write(
    _ object: JSONSlice?, _ values: [Value], emptyAt offset: Int, to writer: inout JSONWriter
  ) throws(JSONError) {
    pieces.append(
      Piece(start: writer.bytes.count, count: 1, source: object?.offset ?? offset))
    writer.beginObject()
    var rest = values
    if let object { try copy(object, &rest, emptyAt: offset, to: &writer) }
    while let key = rest.first?.path.first {
      try write(nil, taken(key, from: &rest), under: key, emptyAt: offset, to: &writer)
    }
    writer.endObject()
  }

  /// Copies the members of the object, and takes from `rest` what belongs into them.
  private mutating func copy(
    _ object: JSONSlice, _ rest: inout [Value], emptyAt offset: Int, to writer: inout JSONWriter
  ) throws(JSONError) {
    var reader = JSONReader(object)
    try reader.beginObject()
    while let key = try reader.nextKey()?.string {
      let slice = try reader.readSlice()
      try write(slice, taken(key, from: &rest), under: key, emptyAt: offset, to: &writer)
    }
  }

  /// The values under a key, which `rest` then lacks.
  private func taken(_ key: String, from rest: inout [Value]) -> [Value] {
    let taken = rest.filter { $0.path.first?.isSame(as: key) == true }
    if !taken.isEmpty { rest.removeAll { $0.path.first?.isSame(as: key) == true } }
    return taken.map { Value(path: $0.path.dropFirst(), slice: $0.slice) }
  }

  private mutating func write(
    _ own: JSONSlice?, _ values: [Value], under key: String, emptyAt offset: Int,
    to writer: inout JSONWriter
  ) throws(JSONError) {
    writer.key(key)
    if let slice = values.first(where: \.path.isEmpty)?.slice ?? (values.isEmpty ? own : nil) {
      pieces.append(Piece(start: writer.bytes.count, count: slice.count, source: slice.offset))
      return writer.raw(slice)
    }
    let object = own?.kind == .null ? nil : own
    try write(object, values, emptyAt: offset, to: &writer)
  }
}
