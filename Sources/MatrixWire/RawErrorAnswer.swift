/// The body of an answer that is an error; nothing in it can be relied on.
///
/// Source: Matrix client-server API, "Standard error response", "Rate limiting", "Soft logout".
package struct RawErrorAnswer: Decodable, Hashable, Sendable {
  package let code: String?
  package let isSoftLogout: Bool
  /// What a 429 asks for; may be any number.
  package let retryAfterMilliseconds: Int?

  enum Keys: String, CodingKey {
    case code = "errcode"
    case softLogout = "soft_logout"
    case retryAfter = "retry_after_ms"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    code = reader.value(.code)
    isSoftLogout = reader.value(.softLogout) ?? false
    retryAfterMilliseconds = reader.value(.retryAfter, as: JSONValue.self)?.integer
  }
}
