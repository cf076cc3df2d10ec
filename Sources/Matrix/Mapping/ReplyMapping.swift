import ModelKit
import Models

extension Reply {
  /// Nil when the content is no reply.
  ///
  /// A message of a thread names the one before it for clients that know no threads: that is no reply.
  /// Source: Matrix client-server API, "Rich replies" and "Fallback for unthreaded clients".
  init?(in content: JSONValue) {
    let relation = content["m.relates_to"]
    guard relation?["is_falling_back"]?.boolean != true,
      let target = relation?["m.in_reply_to"]?["event_id"]?.string.flatMap({ Message.ID($0) })
    else { return nil }
    self.init(target: target)
  }
}
