/// The path from the root of a document to a value.
public enum JSONPath {
  /// Returns the path of the value at an offset:
  /// `$.rooms.join["!a:b"].timeline.events[17].content`.
  ///
  /// An offset within a key or between values belongs to the enclosing object or array. In a
  /// document that is not JSON, the path leads to the value at or before the first error.
  public static func locate(_ offset: Int, in document: JSONDocument) -> String {
    locate([offset], in: document).first ?? "$"
  }

  /// Returns the paths of the values at many offsets, in one scan of the document.
  public static func locate(_ offsets: [Int], in document: JSONDocument) -> [String] {
    guard !offsets.isEmpty else { return [] }
    var paths = [String](repeating: "$", count: offsets.count)
    let order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
    var finder = JSONPathFinder(document)
    for index in order {
      paths[index] = finder.path(at: offsets[index])
    }
    return paths
  }
}
