import Controllers
import MatrixWire
import ModelKit

extension Endpoint where Response == LenientResponse<RawSyncResponse> {
  /// One poll for events after a token; without a token, for the whole account.
  ///
  /// The server holds its response for up to `wait` while there is no news, and shows the account to others
  /// as `presence` meanwhile; with nil, it tells nothing of others either.
  static func sync(
    since: String?, wait: Duration, as presence: Presence.State? = nil
  ) -> Endpoint {
    let milliseconds = wait.components.seconds * 1000
    var query = [
      (name: "filter", value: presence == nil ? quietFilter : openFilter),
      (name: "timeout", value: String(milliseconds)),
      (name: "set_presence", value: (presence ?? .offline).rawValue),
    ]
    if let since { query.append((name: "since", value: since)) }
    // The server may need half a minute for a large account's first response.
    let deadline = since == nil ? Duration.seconds(180) : wait + .seconds(15)
    return Endpoint(
      .sync, path: .client("sync"), query: query, waitsWhenLimited: false, timeout: deadline,
      isLarge: true)
  }
}

/// With others' presence, and without it.
private let openFilter = syncFilter(presence: [.string(EventType.presence)])
private let quietFilter = syncFilter(presence: [])

/// Requests only what is shown: lazy-loaded members, twenty events per room.
///
/// Source: Matrix client-server API, "Filtering" and "Lazy-loading room members".
private func syncFilter(presence types: [JSONValue]) -> String {
  let filter: JSONValue = .object([
    "presence": .object(["types": .array(types)]),
    "account_data": .object([
      "types": .array(
        [EventType.direct, EventType.ignoredUsers, EventType.pushRules].map { .string($0) })
    ]),
    "room": .object([
      "state": .object([
        "lazy_load_members": true,
        "types": .array(
          ([EventType.member] + RequestedState.types + RequestedState.keyedTypes)
            .map { .string($0) }),
      ]),
      "timeline": .object([
        "lazy_load_members": true, "limit": 20,
        "unread_thread_notifications": true,
      ]),
      "ephemeral": .object([
        "types": .array([.string(EventType.receipt), .string(EventType.typing)])
      ]),
      "account_data": .object([
        "types": .array(
          [EventType.fullyRead, EventType.markedUnread, EventType.oldMarkedUnread, EventType.tag]
            .map { .string($0) })
      ]),
    ]),
  ])
  return filter.text
}
