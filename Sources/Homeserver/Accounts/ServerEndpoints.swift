import ModelKit

/// The server's description of itself, and endpoints of features that it does not have.
struct ServerEndpoints: Sendable {
  /// The versions of the specification that the server supports.
  static let versions = [
    "r0.6.0", "r0.6.1", "v1.1", "v1.2", "v1.3", "v1.4", "v1.5", "v1.6", "v1.7", "v1.8", "v1.9",
    "v1.10", "v1.11",
  ]

  let services: AccountServices

  var routes: [Route] {
    [
      Route.open("GET", "/_matrix/client/versions") { _ in Self.versionsResponse },
      Route.open("GET", "/.well-known/matrix/client") { request in wellKnown(request) },
      Route.user("GET", "client/capabilities") { _, _ in capabilities },
      Route.user("GET", "client/voip/turnServer") { _, _ in .empty },
      Route.user("GET", "client/thirdparty/protocols") { _, _ in .empty },
      Route.user("GET", "client/pushers") { _, _ in .json(["pushers": []] as JSONValue) },
    ].flatMap { $0 }
  }

  private static let versionsResponse = Response.json(
    [
      "versions": .array(versions.map(JSONValue.string)),
      "unstable_features": [
        // Profile fields with any name, from a later version.
        "uk.tcpip.msc4133.stable": true,
        // Simplified sliding sync.
        "org.matrix.simplified_msc3575": true,
        // Rooms in common, and reports of people and of rooms, from later versions.
        "uk.half-shot.msc2666.query_mutual_rooms.stable": true,
        "org.matrix.msc4260.stable": true,
        "org.matrix.msc4151.stable": true,
      ],
    ] as JSONValue)

  /// The server's address is the one that the client used.
  private func wellKnown(_ request: Request) -> Response {
    let host = request.host.flatMap { Self.isHost($0) ? $0 : nil }
    let place = host ?? "\(services.configuration.address):\(services.configuration.port)"
    return .json(["m.homeserver": ["base_url": .string("http://\(place)")]] as JSONValue)
  }

  private static func isHost(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-:[]".utf8.contains($0) }
  }

  /// Source: Matrix client-server API, "Capabilities negotiation".
  private var capabilities: Response {
    let version: JSONValue = services.configuration.mintsVersion12 ? "12" : "11"
    return .json(
      [
        "capabilities": [
          "m.room_versions": ["default": version, "available": ["11": "stable", "12": "stable"]],
          "m.change_password": ["enabled": true],
          "m.set_displayname": ["enabled": true],
          "m.set_avatar_url": ["enabled": true],
          "m.profile_fields": ["enabled": true],
          "m.3pid_changes": ["enabled": false],
          "m.get_login_token": ["enabled": false],
        ]
      ] as JSONValue)
  }
}
