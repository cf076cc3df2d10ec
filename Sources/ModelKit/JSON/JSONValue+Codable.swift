/// Trees in the coders of the standard library and Foundation.
extension JSONValue: Codable {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any value; numbers beyond 64 bits become the nearest double.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberKey.self) {
      self = .object(
        JSONObject(
          try members.allKeys.map { key in
            JSONObject.Member(
              key: key.stringValue, value: try members.decode(JSONValue.self, forKey: key))
          }))
    } else if var elements = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ value: any SingleValueDecodingContainer) throws -> JSONValue {
    if value.decodeNil() { return .null }
    if let text = try? value.decode(String.self) { return .string(text) }
    if let flag = try? value.decode(Bool.self) { return .boolean(flag) }
    if let number = try? value.decode(Int64.self) { return .number(JSONNumber(number)) }
    if let number = try? value.decode(UInt64.self) { return .number(JSONNumber(number)) }
    let number = try value.decode(Double.self)
    guard let number = JSONNumber(number) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "JSON has no number for \(number).")
    }
    return .number(number)
  }

  /// Writes the value; numbers that are not whole numbers of 64 bits become the nearest double.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var members = encoder.container(keyedBy: MemberKey.self)
      for member in object {
        try members.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .array(let values):
      var elements = encoder.unkeyedContainer()
      for value in values { try elements.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let value = number.integer(Int64.self) {
        try container.encode(value)
      } else if let value = number.integer(UInt64.self) {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    }
  }
}
