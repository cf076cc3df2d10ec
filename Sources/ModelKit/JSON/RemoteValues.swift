/// The parts of a model that decoding finds at several places of a document.
///
/// Nothing is copied unless a member stands outside the model's own object.
public struct RemoteValues: Sendable {
  private let members: [RemoteMember]
  private let start: JSONReader.Mark
  private var object: (mark: JSONReader.Mark, slice: JSONSlice)?
  private var values: [RemoteDocument.Value] = []

  /// Begins without parts, at the beginning of the outer object.
  public init(_ members: [RemoteMember], in reader: borrowing JSONReader) {
    self.members = members
    start = reader.mark
  }

  /// Whether the document has none of the parts.
  public var isEmpty: Bool { object == nil && values.isEmpty }

  /// Keeps the next value, which is the model's own object or null.
  public mutating func keepObject(from reader: inout JSONReader) throws(JSONError) {
    let mark = reader.mark
    object = (mark, try reader.readSlice())
  }

  /// Keeps the next value, which is one of the members; the last of duplicates wins.
  public mutating func keep(_ index: Int, from reader: inout JSONReader) throws(JSONError) {
    let path = members[index].path[...]
    values.removeAll { $0.path == path }
    values.append(RemoteDocument.Value(path: path, slice: try reader.readSlice()))
  }

  /// Decodes the model, or nil if the document says only that it is null.
  public func readOptional<Model: JSONDecodable>(
    of type: Model.Type, from reader: inout JSONReader
  ) throws(JSONError) -> Model? {
    if values.isEmpty, object?.slice.kind == .null { return nil }
    return try read(of: type, from: &reader)
  }

  /// Decodes the model; the members outside its own object replace those inside.
  ///
  /// Without an object of its own the model is partial: what the document leaves out stays unset.
  public func read<Model: JSONDecodable>(
    of type: Model.Type, from reader: inout JSONReader
  ) throws(JSONError) -> Model {
    if values.isEmpty, let object {
      let end = reader.mark
      reader.reset(to: object.mark)
      let model = try Model.decode(from: &reader)
      reader.reset(to: end)
      return model
    }
    return try readAssembled(from: &reader)
  }

  private func readAssembled<Model: JSONDecodable>(
    from reader: inout JSONReader
  ) throws(JSONError) -> Model {
    let own = object?.slice.kind == .null ? nil : object?.slice
    let document = try RemoteDocument(own, values, emptyAt: start.offset)
    var inner = JSONReader(
      JSONDocument(
        unchecked: document.bytes, limits: reader.document.limits,
        isPartial: reader.document.isPartial || own == nil))
    // A model that holds itself must not escape the limit by beginning anew at each level.
    inner.depth = reader.depth + 1
    do throws(JSONError) {
      let model = try Model.decode(from: &inner)
      for report in inner.reports { reader.report(outer(report, document)) }
      reader.issueTotal += inner.issueTotal - UInt32(inner.reports.count)
      return model
    } catch {
      throw outer(error, document)
    }
  }

  /// The error as one of the outer document.
  private func outer(_ error: JSONError, _ document: RemoteDocument) -> JSONError {
    // A document inside the document has its own offsets.
    guard error.path == nil else { return error }
    var copy = error
    copy.offset = document.source(of: error.offset)
    if error.offset == 0, case .missingMember(let label) = error.reason {
      let member = members.first { $0.path.joined(separator: ".").isSame(as: label.description) }
      if let member { copy.reason = .missingMember(member.label) }
    }
    return copy
  }
}
