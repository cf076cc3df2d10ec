import ModelSchema

/// Decides whether the fields of an object are stored inline or behind a reference.
///
/// Measured on structs of strings, numbers and optionals: from about 20 words on, a struct behind a
/// reference is created as fast as an inline one, is merged faster, and is copied in a third of the
/// time or less; reading a field costs the same. Below that the allocation costs more than the
/// copies.
struct StorageChoice {
  /// The largest size of an inline struct, in words of eight bytes.
  static let maximumInlineWords = 20

  private let context: GeneratorContext

  init(_ context: GeneratorContext) {
    self.context = context
  }

  func isBoxed(_ object: ObjectType) -> Bool {
    switch object.storage {
    case .inline: false
    case .copyOnWrite: true
    case .automatic: words(of: object, depth: 0) > Self.maximumInlineWords
    }
  }

  private func words(of object: ObjectType, depth: Int) -> Int {
    // The set bits and the unknown members also take space.
    var sum = 2
    for field in object.fields where field.constant == nil {
      sum += words(of: field, depth: depth)
      // The excess does not matter.
      if sum > Self.maximumInlineWords { break }
    }
    return sum
  }

  private func words(of field: Field, depth: Int) -> Int {
    let own = words(of: field.type, depth: depth)
    return context.hasValue(field) ? own : own + (isScalar(field.type) ? 1 : 0)
  }

  // An optional number needs an extra byte, which usually costs a word.
  private func isScalar(_ type: TypeReference) -> Bool {
    switch context.resolved(type) {
    case .integer, .floatingPoint, .date: true
    default: false
    }
  }

  private func words(of type: TypeReference, depth: Int) -> Int {
    switch context.resolved(type) {
    case .boolean, .integer, .floatingPoint, .date, .url, .array, .set, .map, .jsonObject, .opaque:
      1
    case .string, .lazyString, .identifier, .external, .data, .orderedSet, .reference: 2
    case .json: 3
    case .optional(let element): words(of: element, depth: depth)
    case .named(let name): words(ofNamed: name, depth: depth)
    }
  }

  private func words(ofNamed name: String, depth: Int) -> Int {
    guard depth < 8, let declaration = context.declaration(named: name) else { return 2 }
    let key = WordCounts.Key(name: name, depth: depth)
    if let known = context.wordCounts.known[key] { return known }
    let count = words(of: declaration, depth: depth)
    context.wordCounts.known[key] = count
    return count
  }

  private func words(of declaration: TypeDeclaration, depth: Int) -> Int {
    switch declaration.kind {
    case .object(let object):
      if object.storage == .copyOnWrite { return 1 }
      let words = words(of: object, depth: depth + 1)
      return object.storage == .automatic && words > Self.maximumInlineWords ? 1 : words
    case .enumeration: return 2
    case .union(let union): return union.isRecursive ? 2 : words(of: union, depth: depth + 1)
    case .alias: return 2
    }
  }

  private func words(of union: UnionType, depth: Int) -> Int {
    union.cases.reduce(4) { most, one in
      switch one.payload {
      case .none: most
      case .value(let type): max(most, words(of: type, depth: depth))
      case .fields(let fields): max(most, fields.reduce(0) { $0 + words(of: $1, depth: depth) })
      }
    }
  }
}

/// Cached sizes of types, because mutually nested types would otherwise be counted repeatedly.
final class WordCounts {
  struct Key: Hashable {
    var name: String
    var depth: Int
  }

  var known: [Key: Int] = [:]
}
