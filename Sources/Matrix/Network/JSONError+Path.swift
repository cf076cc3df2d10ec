import ModelKit

extension JSONError {
  /// The path of the first invalid value in a document, such as `$.rooms.join[2].type`.
  func path(in document: [UInt8]) -> String {
    guard let document = try? JSONDocument(document) else { return "$" }
    return JSONPath.locate(offset, in: document)
  }
}
