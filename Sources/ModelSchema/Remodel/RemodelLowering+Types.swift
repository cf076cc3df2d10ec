extension RemodelLowering {
  /// The settings of a field's annotations for the types that it names.
  struct TypeContext {
    /// `%identifier`: otherwise unknown names are typed identifiers.
    var isIdentifier = false
    /// `%import`: otherwise unknown names are declared there; nil without `%import`.
    var imported: Lookup?
  }

  /// The type of a spelling, without its own `?`; nil, with a diagnostic, if there is none.
  mutating func resolve(_ syntax: TypeSyntax, _ context: TypeContext) -> TypeReference? {
    switch syntax.form {
    case .array(let element):
      guard refusePointer(to: syntax, "an array in Swift's spelling") else { return nil }
      return resolveElement(element, context).map { .array($0) }
    case .dictionary(let key, let value):
      guard refusePointer(to: syntax, "a dictionary in Swift's spelling") else { return nil }
      return resolveMap(key: key, value: value, context)
    case .name(let name, let arguments):
      if let underlying = syntax.underlying {
        return resolveEnum(name, underlying, of: syntax, context)
      }
      if let entry = TypeSpelling.entry(name) {
        return resolve(entry, name, arguments, of: syntax, context)
      }
      return resolveCustom(name, arguments, of: syntax, context)
    }
  }

  /// A type inside another one: it may be null if it ends in `?`.
  private mutating func resolveElement(
    _ syntax: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    let syntax = unwrapped(syntax)
    return resolve(syntax, context).map { syntax.isOptional ? .optional($0) : $0 }
  }

  /// Treats `Optional<T>` as `T?`.
  func unwrapped(_ syntax: TypeSyntax) -> TypeSyntax {
    var syntax = syntax
    while case .name("Optional", let arguments?) = syntax.form, arguments.count == 1 {
      syntax = arguments[0]
      syntax.isOptional = true
    }
    return syntax
  }

  private mutating func resolveMap(
    key: TypeSyntax, value: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    let keyType = resolveElement(key, context)
    let valueType = resolveElement(value, context)
    guard let keyType, let valueType else { return nil }
    switch keyType {
    case .string, .identifier: return .map(key: keyType, value: valueType)
    case .named(let name), .external(let name, _):
      refuse(
        key, "'\(name.printable)' cannot be the key of a dictionary: JSON has strings there",
        mend: "If it is a string, write '%type name=\(name.printable) kind=identifier'.")
    default:
      refuse(
        key, "the keys of a dictionary are strings in JSON",
        mend: "Write 'String', or the name of an identifier.")
    }
    return nil
  }

  /// `Name(NSUInteger)`: an enum declared by hand.
  private mutating func resolveEnum(
    _ name: String, _ underlying: Word, of syntax: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    if TypeSpelling.isTaken(name) {
      refuse(syntax, "'\(name)' is not an enum", mend: "Write '\(name)' without parentheses.")
      return nil
    }
    guard refusePointer(to: syntax, "an enum") else { return nil }
    switch TypeSpelling.entry(underlying.text)?.meaning {
    case .plain(.integer), .plain(.boolean), .plain(.floatingPoint), .plain(.string): break
    default:
      diagnostics.report(
        .unsupportedType, "'\(underlying.text.printable)' cannot be the type of an enum's values",
        mend: "Write a type of whole numbers, such as NSUInteger.", at: underlying.offset)
      return nil
    }
    var context = context
    if context.imported == nil { context.imported = Lookup(kind: .value, library: nil) }
    return resolveCustom(name, nil, of: syntax, context)
  }

  private mutating func resolve(
    _ entry: TypeSpelling.Entry, _ name: String, _ arguments: [TypeSyntax]?,
    of syntax: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    if case .refused(let mend) = entry.meaning {
      refuse(syntax, "'\(name)' cannot be a field", mend: mend)
      return nil
    }
    guard acceptsPointer(entry, name, of: syntax) else { return nil }
    switch (entry.meaning, arguments?.count) {
    case (.plain(.opaque(let type)), nil): return opaque(type, of: syntax)
    case (.plain(let type), nil): return type
    case (.plain(.json), _) where entry.origin == .identity || name == "NSObject":
      return resolveProtocols(arguments ?? [], of: syntax, context)
    case (.array, nil): return .array(.json)
    case (.array, 1): return resolveElement(arguments, 0, context).map { .array($0) }
    case (.set, 1): return resolveSet(arguments, context).map { .set($0) }
    case (.orderedSet, 1): return resolveSet(arguments, context).map { .orderedSet($0) }
    case (.reference, 1): return resolveReference(arguments, context)
    case (.dictionary, nil): return .jsonObject
    case (.dictionary, 2):
      return arguments.flatMap { resolveMap(key: $0[0], value: $0[1], context) }
    case (.set, nil), (.orderedSet, nil):
      refuse(
        syntax, "'\(name)' does not declare the type of its elements", mend: "Write '\(name)<…>'.")
    default: refuseArguments(of: name, syntax, entry.meaning)
    }
    return nil
  }

  private mutating func resolveElement(
    _ arguments: [TypeSyntax]?, _ index: Int, _ context: TypeContext
  ) -> TypeReference? {
    guard let arguments, arguments.indices.contains(index) else { return nil }
    return resolveElement(arguments[index], context)
  }

  /// The type of the elements of a set.
  private mutating func resolveSet(
    _ arguments: [TypeSyntax]?, _ context: TypeContext
  ) -> TypeReference? {
    guard let element = resolveElement(arguments, 0, context) else { return nil }
    if case .optional = element, let syntax = arguments?.first {
      refuse(syntax, "null cannot be in a set", mend: "Remove the '?'.")
      return nil
    }
    return element
  }

  /// `Ref<User>`: whether the model has an identity is known only when all types are.
  private mutating func resolveReference(
    _ arguments: [TypeSyntax]?, _ context: TypeContext
  ) -> TypeReference? {
    guard let model = resolveElement(arguments, 0, context) else { return nil }
    switch model {
    case .named, .external: return .reference(model)
    default:
      if let syntax = arguments?.first {
        refuse(syntax, "this is no model that a store keeps", mend: "Name a type with '%id'.")
      }
      return nil
    }
  }

  /// A type that is not built in: declared in this run or elsewhere.
  private mutating func resolveCustom(
    _ name: String, _ arguments: [TypeSyntax]?, of syntax: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ SwiftName.isIdentifier(String($0)) }) else {
      diagnostics.report(
        .invalidName, "'\(name.printable)' is not a valid name of a type",
        mend: "Use letters, digits and underscores.", at: syntax.offset)
      return nil
    }
    if let arguments, !isProtocol(arguments) {
      refuse(
        syntax, "'\(name)' cannot have types as arguments",
        mend: "Only arrays, sets, dictionaries and optionals can.")
      return nil
    }
    if let lookup = lookups[name] {
      if lookup.kind == .opaque { return opaque(.named(name), of: syntax, lookup.library) }
      return reference(name, lookup)
    }
    if context.isIdentifier {
      return reference(name, Lookup(kind: .identifier, library: context.imported?.library))
    }
    if let imported = context.imported { return reference(name, imported) }
    if let library = TypeSpelling.structures[name] {
      guard refusePointer(to: syntax, "a structure") else { return nil }
      structurePlaces.append(Word(text: name, offset: syntax.offset))
      return reference(name, Lookup(kind: .value, library: library))
    }
    if syntax.isPointer, NearestName.find(name, among: TypeSpelling.classNames) == nil {
      classes.insert(name)
    }
    firstNamed = firstNamed ?? syntax.offset
    return .named(name)
  }

  private mutating func reference(_ name: String, _ lookup: Lookup) -> TypeReference {
    if let library = lookup.library { modules.insert(library) }
    return lookup.kind == .identifier
      ? .identifier(name) : .external(name: name, module: lookup.library)
  }

  /// `Foo<Bar>` without an inner `*` is a class that conforms to a protocol.
  func isProtocol(_ arguments: [TypeSyntax]) -> Bool {
    arguments.allSatisfy { argument in
      if case .name(let name, nil) = argument.form {
        return !argument.isPointer && !argument.isOptional && argument.underlying == nil
          && !TypeSpelling.isTaken(name)
      }
      return false
    }
  }
}

extension RemodelLowering {
  mutating func refuse(_ syntax: TypeSyntax, _ message: String, mend: String) {
    diagnostics.report(.unsupportedType, message, mend: mend, at: syntax.offset)
  }

  private mutating func refusePointer(to syntax: TypeSyntax, _ what: String) -> Bool {
    guard syntax.isPointer else { return true }
    refuse(syntax, "\(what) cannot be a pointer", mend: "Remove the '*'.")
    return false
  }

  private mutating func acceptsPointer(
    _ entry: TypeSpelling.Entry, _ name: String, of syntax: TypeSyntax
  ) -> Bool {
    switch (entry.origin, syntax.isPointer) {
    case (.objectiveCClass, true), (.value, false), (.identity, false): return true
    case (.objectiveCClass, false):
      refuse(syntax, "'\(name)' is an Objective-C class", mend: "Write '\(name) *'.")
    case (.value, true), (.identity, true):
      refuse(syntax, "'\(name)' cannot be a pointer", mend: "Remove the '*'.")
    }
    return false
  }

  private mutating func refuseArguments(
    of name: String, _ syntax: TypeSyntax, _ meaning: TypeSpelling.Meaning
  ) {
    let (count, mend) =
      switch meaning {
      case .plain, .refused: ("no types", "Write '\(name)' alone.")
      case .array, .set, .orderedSet, .optional, .reference: ("one type", "Write '\(name)<…>'.")
      case .dictionary: ("two types", "Write '\(name)<…, …>'.")
      }
    refuse(syntax, "'\(name)' takes \(count) in angle brackets", mend: mend)
  }
}
