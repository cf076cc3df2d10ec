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
      + Route.user("GET", "client/pushrules/global/:kind") { request, requester in
        .json(JSONValue.array(try rules(request, requester)))
      }
      + Route.user("GET", "client/pushrules/global/:kind/:rule") { request, requester in
        .json(try rule(request, requester))
      }
      + Route.user("GET", "client/pushrules/global/:kind/:rule/:attribute") { request, requester in
        let attribute = try request.parameter("attribute")
        guard ["enabled", "actions"].contains(attribute) else { throw unrecognized }
        let value = try rule(request, requester)[attribute]
        return .json(JSONValue.object([attribute: value ?? .null]))
      }
  }

  /// What Synapse says of a part of the rules that there is not.
  private static let unrecognized = MatrixError(
    400, "M_UNRECOGNIZED", "there are no such push rules")

  private static func rules(_ request: Request, _ requester: Requester) throws -> [JSONValue] {
    guard let found = rules(of: requester.user)[try request.parameter("kind")]?.array else {
      throw unrecognized
    }
    return found
  }

  private static func rule(_ request: Request, _ requester: Requester) throws -> JSONValue {
    let id = JSONValue.string(try request.parameter("rule"))
    guard let rule = try rules(request, requester).first(where: { $0["rule_id"] == id }) else {
      throw MatrixError.notFound("there is no such push rule")
    }
    return rule
  }
}
