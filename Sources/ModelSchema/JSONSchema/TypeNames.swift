/// The names of the types of a run; each is used once.
struct TypeNames {
  private var taken: Set<String> = []
  /// The layers of the types, to recognise the same type under a repeated name.
  private var origins: [String: SchemaLayers] = [:]

  /// Claims a name, with a number appended if it is taken.
  mutating func claim(_ name: String, in scope: String?) -> String {
    let base = scope.map { "\($0).\(name)" } ?? name
    var candidate = base
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(base)\(number)"
      number += 1
    }
    return candidate
  }

  mutating func release(_ name: String) {
    taken.remove(name)
  }

  func isTaken(_ name: String) -> Bool { taken.contains(name) }

  mutating func remember(_ name: String, madeOf layers: SchemaLayers) {
    origins[name] = layers
  }

  /// The existing type of that name, if its schema is identical in the same file.
  func same(_ name: String, as layers: SchemaLayers) -> Bool {
    guard let origin = origins[name], origin.kinds == layers.kinds,
      origin.nodes.count == layers.nodes.count, origin.masked.count == layers.masked.count
    else { return false }
    return zip(origin.nodes, layers.nodes).allSatisfy { left, right in
      left.file == right.file && left.value.isSame(as: right.value)
    }
  }

  /// Derives a type name from a title; nil for titles that are sentences.
  static func type(fromTitle title: String?) -> String? {
    guard let title, title.utf8.count <= 48 else { return nil }
    let isPlain = title.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || scalar == " " || scalar == "_" || scalar == "-"
    }
    guard isPlain, title.split(separator: " ").count <= 5 else { return nil }
    return SwiftName.type(from: title)
  }
}
