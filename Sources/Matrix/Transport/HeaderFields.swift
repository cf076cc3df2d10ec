/// The header fields of a request or a response, in order.
package struct HeaderFields: Sendable {
  /// One field; names are compared case-insensitively.
  package struct Field: Hashable, Sendable {
    /// The name as it was given.
    package let name: String
    /// The value as it was given.
    package let value: String
  }

  /// All fields in order.
  package private(set) var fields: [Field]

  /// Makes fields from names and values.
  package init(_ fields: KeyValuePairs<String, String> = [:]) {
    self.fields = fields.map { Field(name: $0.key, value: $0.value) }
  }

  /// The first field with a name; setting replaces all fields with that name.
  package subscript(_ name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// The list members of all fields with a name, in lower case.
  func list(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.flatMap { field in
      field.value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }
  }

  /// Appends a field.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
