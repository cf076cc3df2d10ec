import ModelKit

extension PushRules {
  /// The endpoints that read the rules.
  static var routes: [Route] {
    Route.user("GET", "client/pushrules") { _, requester in
      .json(content(of: requester.user))
    }
      + Route.user("GET", "client/pushrules/global") { _, requester in
        .json(JSONValue.object(rules(of: requester.user)))
      }
      + Route.user("GET", "client/pushrules/global/:kind") { call, requester in
        .json(JSONValue.array(try rules(call, requester)))
      }
      + Route.user("GET", "client/pushrules/global/:kind/:rule") { call, requester in
        .json(try rule(call, requester))
      }
      + Route.user("GET", "client/pushrules/global/:kind/:rule/:attribute") { call, requester in
        let attribute = try call.parameter("attribute")
        guard ["enabled", "actions"].contains(attribute) else { throw unrecognized }
        let value = try rule(call, requester)[attribute]
        return .json(JSONValue.object([attribute: value ?? .null]))
      }
  }

  /// What Synapse says of a part of the rules that there is not.
  private static let unrecognized = MatrixError(
    400, "M_UNRECOGNIZED", "there are no such push rules")

  private static func rules(_ call: Call, _ requester: Requester) throws -> [JSONValue] {
    guard let found = rules(of: requester.user)[try call.parameter("kind")]?.array else {
      throw unrecognized
    }
    return found
  }

  private static func rule(_ call: Call, _ requester: Requester) throws -> JSONValue {
    let id = JSONValue.string(try call.parameter("rule"))
    guard let rule = try rules(call, requester).first(where: { $0["rule_id"] == id }) else {
      throw MatrixError.notFound("there is no such push rule")
    }
    return rule
  }
}
