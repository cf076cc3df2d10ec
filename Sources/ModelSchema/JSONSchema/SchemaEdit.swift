/// Adds keywords to one schema of a file.
struct SchemaEdit {
  let keywords: [LocatedJSON.Member]
  private(set) var problem = "leads to nothing"
  private(set) var mend: String?

  init(keywords: [LocatedJSON.Member]) {
    self.keywords = keywords
  }

  /// Keywords whose members are schemas under names of their own.
  private static let tables: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
  ]

  /// The value with the keywords added to the schema at the pointer; nil if there is none.
  mutating func apply(
    to value: LocatedJSON, at tokens: ArraySlice<String>, isTable: Bool = false
  ) -> LocatedJSON? {
    guard let token = tokens.first else { return isTable ? refuse(value) : added(to: value) }
    var copy = value
    switch value.content {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(token.utf8) }) else {
        mend = NearestName.find(token, among: members.map(\.key)).map { "Did you mean '\($0)'?" }
        return nil
      }
      let isTable = !isTable && Self.tables.contains(token)
      guard
        let inner = apply(to: members[index].value, at: tokens.dropFirst(), isTable: isTable)
      else { return nil }
      members[index].value = inner
      copy.content = .object(members)
    case .array(var elements):
      guard let index = Int(token), elements.indices.contains(index),
        let inner = apply(to: elements[index], at: tokens.dropFirst())
      else { return nil }
      elements[index] = inner
      copy.content = .array(elements)
    default: return nil
    }
    return copy
  }

  private mutating func added(to value: LocatedJSON) -> LocatedJSON? {
    var members: [LocatedJSON.Member]
    switch value.content {
    case .object(let own): members = own
    case .boolean(true): members = []
    default: return refuse(value)
    }
    for keyword in keywords {
      // Problems with the keywords are reported in the overlay, so this location only has to be
      // one of the schema.
      let place = value.range.lowerBound..<value.range.lowerBound
      let moved = LocatedJSON.Member(
        key: keyword.key, keyRange: place, value: Self.moved(keyword.value, to: place))
      if let index = members.firstIndex(where: { $0.key == keyword.key }) {
        members[index] = moved
      } else {
        members.append(moved)
      }
    }
    var copy = value
    copy.content = .object(members)
    return copy
  }

  private mutating func refuse(_ value: LocatedJSON) -> LocatedJSON? {
    problem = "leads to \(value.kindName) that is not a schema"
    return nil
  }

  private static func moved(_ value: LocatedJSON, to place: Range<Int>) -> LocatedJSON {
    var copy = value
    copy.range = place
    if let elements = value.elements {
      copy.content = .array(elements.map { moved($0, to: place) })
    }
    return copy
  }
}
