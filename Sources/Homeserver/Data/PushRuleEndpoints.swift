import MatrixPush
import ModelKit

/// The endpoints that read and change push rules; their refusals are Synapse's.
///
/// Source: Matrix client-server API, "Push rules: API".
struct PushRuleEndpoints: Sendable {
  /// The maximum length of a rule's id, in bytes.
  private static let idLimit = 255
  private static let unrecognized = MatrixError(
    400, "M_UNRECOGNIZED", "there are no such push rules")
  private static let noRule = MatrixError.notFound("there is no such push rule")

  let store: Store

  var routes: [Route] {
    [
      Route.user("GET", "client/pushrules") { .json(JSONValue.object(try await list($1).content)) },
      Route.user("GET", "client/pushrules/global") { .json(try await list($1).global) },
      Route.user("GET", "client/pushrules/global/:kind") {
        .json(JSONValue.array(try await list($1)[Self.kind($0)]))
      },
      Route.user("GET", "client/pushrules/global/:kind/:rule") { .json(try await rule($0, $1)) },
      Route.user("PUT", "client/pushrules/global/:kind/:rule", putRule),
      Route.user("DELETE", "client/pushrules/global/:kind/:rule", removeRule),
      Route.user("GET", "client/pushrules/global/:kind/:rule/:attribute") { request, requester in
        let attribute = try Self.attribute(request)
        let value = try await rule(request, requester)[attribute]
        return .json(JSONValue.object([attribute: value ?? .null]))
      },
      Route.user("PUT", "client/pushrules/global/:kind/:rule/:attribute", setAttribute),
    ].flatMap { $0 }
  }

  private func list(_ requester: Requester) async throws -> PushRuleList {
    try await store.read { PushRuleList(try PushRules.content(of: requester.user, in: $0)) }
  }

  private func rule(_ request: Request, _ requester: Requester) async throws -> JSONValue {
    let kind = try Self.kind(request)
    let id = try request.parameter("rule")
    guard let rule = try await list(requester).rule(id, kind) else { throw Self.noRule }
    return rule
  }

  private static func kind(_ request: Request) throws -> PushKind {
    guard let kind = PushKind(rawValue: try request.parameter("kind")) else { throw unrecognized }
    return kind
  }

  private static func attribute(_ request: Request) throws -> String {
    let attribute = try request.parameter("attribute")
    guard ["enabled", "actions"].contains(attribute) else { throw unrecognized }
    return attribute
  }

  // MARK: - Changes

  private func putRule(_ request: Request, _ requester: Requester) async throws -> Response {
    let kind = try Self.kind(request)
    let id = try request.parameter("rule")
    guard !id.contains(where: { $0 == "/" || $0 == "\\" }), id.utf8.count <= Self.idLimit else {
      throw Self.malformed("a rule id has no slashes and at most \(Self.idLimit) bytes")
    }
    let body = try await request.bodyObject()
    guard !id.hasPrefix(".") else {
      throw Self.malformed("ids that start with a dot belong to predefined rules")
    }
    let rule = try NewPushRule(body, kind).members
    let place = Self.place(request)
    return try await change(requester) { try $0.put(rule, id: id, kind, at: place) }
  }

  private static func place(_ request: Request) -> PushRuleList.Place {
    if let before = request.argument("before"), !before.isEmpty { return .before(before) }
    if let after = request.argument("after"), !after.isEmpty { return .after(after) }
    return .first
  }

  private func removeRule(_ request: Request, _ requester: Requester) async throws -> Response {
    let kind = try Self.kind(request)
    let id = try request.parameter("rule")
    return try await change(requester) { guard $0.remove(id, kind) else { throw Self.noRule } }
  }

  private func setAttribute(_ request: Request, _ requester: Requester) async throws -> Response {
    let kind = try Self.kind(request)
    let id = try request.parameter("rule")
    let body = try await request.bodyObject()
    let attribute = try Self.attribute(request)
    let value: JSONValue
    if attribute == "enabled" {
      guard let isEnabled = body["enabled"]?.boolean else {
        throw Self.malformed("'enabled' must be a boolean")
      }
      value = .boolean(isEnabled)
    } else {
      value = .array(try NewPushRule.actions(in: body))
    }
    return try await change(requester) {
      guard $0.set(attribute, to: value, of: id, kind) else { throw Self.noRule }
    }
  }

  private func change(
    _ requester: Requester, _ body: @escaping @Sendable (inout PushRuleList) throws -> Void
  ) async throws -> Response {
    try await store.write { context in
      let before = PushRuleList(try PushRules.content(of: requester.user, in: context.database))
      var rules = before
      try body(&rules)
      guard rules.content != before.content else { return }
      try PushRules.set(rules.content, of: requester.user, in: context)
    }
    return .empty
  }

  /// The error for content that is no rule.
  static func malformed(_ message: String) -> MatrixError { MatrixError(400, "M_UNKNOWN", message) }
}

/// A rule as a client sends it, with what its kind needs and nothing else.
private struct NewPushRule {
  let members: JSONObject

  /// - Throws: `M_UNKNOWN` when something is missing or malformed.
  init(_ body: JSONObject, _ kind: PushKind) throws {
    var members: JSONObject = [:]
    switch kind {
    case .override, .underride:
      guard let conditions = body["conditions"]?.array,
        conditions.allSatisfy({ $0["kind"]?.string != nil })
      else { throw PushRuleEndpoints.malformed("'conditions' must be a list of conditions") }
      members["conditions"] = .array(conditions)
    case .content:
      guard let pattern = body["pattern"]?.string else {
        throw PushRuleEndpoints.malformed("'pattern' is missing")
      }
      members["pattern"] = .string(pattern)
    case .room, .sender: break
    }
    members["actions"] = .array(try Self.actions(in: body))
    self.members = members
  }

  static func actions(in body: JSONObject) throws -> [JSONValue] {
    guard let actions = body["actions"]?.array else {
      throw PushRuleEndpoints.malformed("'actions' must be a list")
    }
    for action in actions {
      let isKnown = action.string.map { ["notify", "dont_notify", "coalesce"].contains($0) }
      guard isKnown ?? (action["set_tweak"] != nil) else {
        throw PushRuleEndpoints.malformed("an action is unknown")
      }
    }
    return actions
  }
}
