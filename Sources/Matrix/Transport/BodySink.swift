/// Takes the body of a successful response while it arrives; nothing of it is kept in memory.
///
/// Its closures run on the network's thread.
package struct BodySink: Sendable {
  /// Hears the length of the body, if the server declares it, before the first bytes.
  let begin: @Sendable (Int?) -> Void
  /// Takes the next bytes; false ends the request with `.notTaken`.
  let take: @Sendable (UnsafeRawBufferPointer) -> Bool
}
