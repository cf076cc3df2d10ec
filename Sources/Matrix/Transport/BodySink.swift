import HTTPTypes

/// Takes the body of a successful response while it arrives; nothing of it is kept in memory.
///
/// Its closures run on the network's thread.
package struct BodySink: Sendable {
  /// Hears of the body before its first bytes; false ends the request with `.notTaken`.
  let begin: @Sendable (BodyStart) -> Bool
  /// Takes the next bytes; false ends the request with `.notTaken`.
  let take: @Sendable (UnsafeRawBufferPointer) -> Bool
}

/// What a server says before the first bytes of a body.
struct BodyStart: Sendable {
  let status: Int
  let headers: HTTPFields
  /// The length of the body; nil when the server does not declare it, or compresses the body.
  let length: Int?
}
