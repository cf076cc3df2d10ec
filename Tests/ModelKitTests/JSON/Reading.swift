import ModelKit

/// The result of reading a document: the tree, the error, and whether all ways of reading agree.
struct Reading {
  let value: JSONValue?
  let error: JSONError?

  /// Reads a text as a tree, and also skips it.
  init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) {
    do throws(JSONError) {
      value = try JSONValue(bytes, limits: limits)
      error = nil
    } catch {
      value = nil
      self.error = error
    }
  }

  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The error of skipping a text without reading it.
  static func skipping(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONError? {
    do throws(JSONError) {
      var reader = JSONReader(try JSONDocument(bytes, limits: limits))
      try reader.skipValue()
      try reader.finish()
      return nil
    } catch {
      return error
    }
  }

  /// The path of an error.
  static func path(of offset: Int, in text: String) throws -> String {
    JSONPath.locate(offset, in: try JSONDocument(text))
  }
}

/// Repeats a text.
func repeated(_ text: String, _ count: Int) -> String {
  String(repeating: text, count: count)
}
