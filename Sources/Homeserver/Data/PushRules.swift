import Assets
import ModelKit

/// The push rules that every account starts with, and the endpoints that read them.
///
/// Source: Matrix client-server API, "Predefined rules".
enum PushRules {
  /// The type of account data that contains the rules.
  static let type = "m.push_rules"

  /// The rules by kind, with placeholders for the user; the tests read all of them.
  private static let template = (try? JSONValue(Assets.pushRules)) ?? [:]

  /// The content of the account data `m.push_rules`.
  static func content(of user: UserID) -> JSONValue { ["global": rules(template, of: user)] }

  private static func rules(_ template: JSONValue, of user: UserID) -> JSONValue {
    switch template {
    case .string("{user}"): .string(user.rawValue)
    case .string("{localpart}"): .string(String(user.localpart))
    case .array(let elements): .array(elements.map { rules($0, of: user) })
    case .object(let object):
      .object(
        JSONObject(object.members.map { .init(key: $0.key, value: rules($0.value, of: user)) }))
    default: template
    }
  }

  static var routes: [Route] {
    [
      Route.user("GET", "client/pushrules") { .json(content(of: $1.user)) },
      Route.user("GET", "client/pushrules/global") { .json(rules(template, of: $1.user)) },
      Route.user("GET", "client/pushrules/global/:kind") {
        .json(JSONValue.array(try rules($0, $1)))
      },
      Route.user("GET", "client/pushrules/global/:kind/:rule") { .json(try rule($0, $1)) },
      Route.user("GET", "client/pushrules/global/:kind/:rule/:attribute") { request, requester in
        let attribute = try request.parameter("attribute")
        guard ["enabled", "actions"].contains(attribute) else { throw unrecognized }
        let value = try rule(request, requester)[attribute]
        return .json(JSONValue.object([attribute: value ?? .null]))
      },
    ].flatMap { $0 }
  }

  /// Synapse's error for a kind or an attribute that does not exist.
  private static let unrecognized = MatrixError(
    400, "M_UNRECOGNIZED", "there are no such push rules")

  private static func rules(_ request: Request, _ requester: Requester) throws -> [JSONValue] {
    guard let kind = template[try request.parameter("kind")]?.array else { throw unrecognized }
    return kind.map { rules($0, of: requester.user) }
  }

  private static func rule(_ request: Request, _ requester: Requester) throws -> JSONValue {
    let id = JSONValue.string(try request.parameter("rule"))
    guard let rule = try rules(request, requester).first(where: { $0["rule_id"] == id }) else {
      throw MatrixError.notFound("there is no such push rule")
    }
    return rule
  }
}
