import HTTPTypes

extension HTTPFields {
  /// The fields of a request with an access token, if there is one, and a body of a type.
  static func bearer(_ token: String?, type: String? = nil) -> HTTPFields {
    var fields = HTTPFields()
    fields[.authorization] = token.map { "Bearer \($0)" }
    fields[.contentType] = type
    return fields
  }

  /// The values by names in small letters.
  var byName: [String: String] {
    Dictionary(map { ($0.name.canonicalName, $0.value) }) { $1 }
  }
}
