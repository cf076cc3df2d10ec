/// The resources that a document may demand of the program that reads it.
public struct JSONLimits: Hashable, Sendable {
  /// The greatest depth that a reader skips; a document with deeper nesting is rejected as a whole.
  public static let maximumSkippedDepth = 1024

  /// The greatest depth of arrays and objects that are decoded, at most `maximumSkippedDepth`.
  ///
  /// A value with deeper nesting is an error of that value only: the lenient field or element that
  /// holds it is dropped.
  public var maximumDepth: Int {
    didSet { maximumDepth = min(max(maximumDepth, 1), Self.maximumSkippedDepth) }
  }

  /// The greatest size of a document in bytes, at most 2^30.
  public var maximumByteCount: Int {
    didSet { maximumByteCount = min(max(maximumByteCount, 0), 1 << 30) }
  }

  /// The number of dropped values that are reported with their location; further ones are only
  /// counted.
  public var maximumReportedIssues: Int {
    didSet { maximumReportedIssues = max(maximumReportedIssues, 0) }
  }

  /// Makes limits; values outside the allowed range are clamped.
  public init(
    maximumDepth: Int = 128, maximumByteCount: Int = 1 << 30, maximumReportedIssues: Int = 100
  ) {
    self.maximumDepth = min(max(maximumDepth, 1), Self.maximumSkippedDepth)
    self.maximumByteCount = min(max(maximumByteCount, 0), 1 << 30)
    self.maximumReportedIssues = max(maximumReportedIssues, 0)
  }
}
