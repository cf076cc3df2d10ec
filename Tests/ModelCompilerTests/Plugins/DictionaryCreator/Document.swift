/// The parts of the compiler's document that this plugin reads; it ignores the others.
struct Document: Decodable {
  struct Options: Decodable {
    struct Argument: Decodable {
      var key: String
      var value: String
    }

    var access: String
    var arguments: [Argument]
  }

  struct Declaration: Decodable {
    var name: String
    var kind: String
    var fields: [Field]?
    var location: Location
  }

  struct Field: Decodable {
    var name: String
    var keyPath: [String]
    var constant: String?
  }

  struct Location: Codable {
    var file: String
    var line: Int
    var column: Int
  }

  var format: String
  var version: Int
  var options: Options
  var types: [Declaration]
}

/// The response of the plugin.
struct Answer: Encodable {
  struct File: Encodable {
    var path: String
    var text: String
  }

  struct Finding: Encodable {
    var severity: String
    var message: String
    var mend: String
    var location: Document.Location
  }

  var files: [File] = []
  var diagnostics: [Finding] = []
}
