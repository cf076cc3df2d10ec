import HTTPTypes

extension HTTPFields {
  /// Request fields with an optional access token and content type.
  static func bearer(_ token: String?, type: String? = nil) -> HTTPFields {
    var fields = HTTPFields()
    fields[.authorization] = token.map { "Bearer \($0)" }
    fields[.contentType] = type
    return fields
  }

  /// The values by names in lower case.
  var byName: [String: String] {
    Dictionary(map { ($0.name.canonicalName, $0.value) }) { $1 }
  }
}
