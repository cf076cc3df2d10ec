/// The values dropped while decoding: the first of them with their locations, and the total number.
public struct JSONIssues: Hashable, Sendable {
  /// The reported issues, in the order of decoding.
  public private(set) var list: [JSONIssue]

  /// The number of dropped values, including those beyond the limit of reports.
  public private(set) var count: Int

  /// No issues.
  public init() {
    list = []
    count = 0
  }

  /// Finds the paths of all errors in one scan of the document.
  init(_ errors: [JSONError], count: Int, in document: JSONDocument) {
    let paths = JSONPath.locate(errors.map(\.offset), in: document)
    list = zip(errors, paths).map { error, path in
      JSONIssue(path: path, offset: error.offset, reason: error.reason)
    }
    self.count = count
  }

  /// Whether nothing was dropped.
  public var isEmpty: Bool { count == 0 }

  /// The number of values dropped without a report.
  public var unreportedCount: Int { count - list.count }

  /// Adds the issues of another document.
  public mutating func append(_ other: JSONIssues) {
    list += other.list
    count += other.count
  }
}

extension JSONIssues: CustomStringConvertible {
  /// One line for each reported issue, and one for the rest.
  public var description: String {
    let lines = list.map(\.description)
    return (unreportedCount > 0 ? lines + ["and \(unreportedCount) more"] : lines)
      .joined(separator: "\n")
  }
}
