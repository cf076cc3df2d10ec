import ModelSchema

/// The key paths of an object's fields, as nested objects.
struct KeyTree {
  /// The content under one key.
  enum Place {
    /// A field; rank 0 is its current key path, other ranks are those of older documents.
    case field(Field, rank: Int)
    case object(KeyTree)
    /// A member of the model in a field, by its index among those that stand outside the model.
    case member(Field, index: Int)
  }

  /// Keys from the outermost object to this one; empty for the outermost.
  var path: [String] = []
  /// In the order of the fields that name them.
  private(set) var places: [(key: String, place: Place)] = []

  init(path: [String] = []) {
    self.path = path
  }

  init(_ fields: [Field]) {
    for field in fields {
      insert(.field(field, rank: 0), at: field.keyPath[...])
      for (index, member) in field.remoteMembers.enumerated() {
        insert(.member(field, index: index), at: member.keyPath[...])
      }
    }
    for field in fields {
      for (index, path) in field.legacyKeyPaths.enumerated() {
        insert(.field(field, rank: index + 1), at: path[...])
      }
    }
  }

  private mutating func insert(_ place: Place, at keys: ArraySlice<String>) {
    guard let key = keys.first else { return }
    let rest = keys.dropFirst()
    let index = places.firstIndex { ExactText($0.key) == ExactText(key) }
    if rest.isEmpty {
      // The checker rejects two fields with one key; here the first one stays.
      if index == nil { places.append((key, place)) }
      return
    }
    if let index {
      guard case .object(var tree) = places[index].place else { return }
      tree.insert(place, at: rest)
      places[index].place = .object(tree)
    } else {
      var tree = KeyTree(path: path + [key])
      tree.insert(place, at: rest)
      places.append((key, .object(tree)))
    }
  }

  /// All fields that are read here and in nested objects.
  var fields: [Field] {
    places.flatMap { one -> [Field] in
      switch one.place {
      case .field(let field, _), .member(let field, _): [field]
      case .object(let tree): tree.fields
      }
    }
  }

  /// The fields that are written here and in nested objects.
  var writtenFields: [Field] {
    places.flatMap { one -> [Field] in
      switch one.place {
      case .field(let field, let rank): rank == 0 ? [field] : []
      case .object(let tree): tree.writtenFields
      case .member: []
      }
    }
  }

  /// The members of models in fields that are written here and in nested objects.
  var writtenMembers: [(field: Field, index: Int)] {
    places.flatMap { one -> [(field: Field, index: Int)] in
      switch one.place {
      case .field: []
      case .object(let tree): tree.writtenMembers
      case .member(let field, let index): [(field, index)]
      }
    }
  }

  /// The nested objects with fields, at any depth.
  var inner: [KeyTree] {
    places.flatMap { one -> [KeyTree] in
      if case .object(let tree) = one.place { [tree] + tree.inner } else { [] }
    }
  }
}
