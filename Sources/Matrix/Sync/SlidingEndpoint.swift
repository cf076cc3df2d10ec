import Controllers
import MatrixWire
import ModelKit

extension Endpoint where Response == LenientResponse<RawSlidingSyncResponse> {
  /// One poll for events after a position; without a position, of a new connection.
  ///
  /// The server holds its response for up to `wait` while there is no news.
  static func slidingSync(
    _ window: SlidingWindow, after position: String?, wait: Duration,
    as presence: Presence.State? = nil
  ) -> Endpoint {
    var query = [(name: "timeout", value: String(wait.components.seconds * 1000))]
    query.append((name: "set_presence", value: (presence ?? .offline).rawValue))
    if let position { query.append((name: "pos", value: position)) }
    var endpoint = Endpoint(
      .sync, .post,
      path: ["_matrix", "client", "unstable", "org.matrix.simplified_msc3575", "sync"],
      query: query, body: body(window), isIdempotent: true, waitsWhenLimited: false,
      // The server may need long to describe hundreds of rooms.
      timeout: wait + .seconds(wait > .zero ? 15 : 60)
    ) { response in
      try LenientResponse(response, for: .sync)
    }
    endpoint.maxBodyBytes = HTTPRequest.largestBodyOnDisk
    return endpoint
  }

  private static func body(_ window: SlidingWindow) -> JSONValue {
    var lists: JSONObject = [
      SlidingList.first: list(min(window.size, SlidingWindow.first), timelineLimit: 20)
    ]
    if window.size > SlidingWindow.first {
      lists[SlidingList.all] = list(window.size, timelineLimit: 1)
    }
    return .object([
      "conn_id": "chat-tui", "lists": .object(lists),
      "extensions": .object([
        "account_data": .object(["enabled": true]), "receipts": .object(["enabled": true]),
        "typing": .object(["enabled": true]),
      ]),
    ])
  }

  private static func list(_ count: Int, timelineLimit: Int) -> JSONValue {
    .object([
      "ranges": .array([.array([0, .number(JSONNumber(count - 1))])]),
      "timeline_limit": .number(JSONNumber(timelineLimit)), "required_state": requiredState,
    ])
  }

  /// What is shown of a room; of the members only those whom the timeline names.
  private static var requiredState: JSONValue {
    let members = ["$ME", "$LAZY"].map { (EventType.member, $0) }
    let keyed = RequestedState.keyedTypes.map { ($0, "*") }
    return .array(
      (RequestedState.types.map { ($0, "") } + keyed + members).map {
        .array([.string($0), .string($1)])
      })
  }
}
