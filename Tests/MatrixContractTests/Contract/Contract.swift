/// The expected responses of every server at one endpoint: to valid requests and to each error.
struct Contract: Sendable {
  let method: String
  /// The path as in the server's route: `client/rooms/:room/join`.
  let path: String
  /// The path parts that differ from the usual value of their name.
  var parts: [String: String] = [:]
  /// The body of rows without their own, as JSON; nil where none is read.
  var body: String?
  /// Refusals in the specification that this server never needs, and why.
  var never: [String: String] = [:]
  /// Synapse's responses to malformed bodies, by the specified outcome.
  var synapseOnMalformed: [String: (outcome: String, because: Row.Difference)] = [:]
  let rows: [Row]

  init(
    _ method: String, _ path: String, _ parts: [String: String] = [:], body: String? = nil,
    never: [String: String] = [:],
    synapseOnMalformed: [String: (outcome: String, because: Row.Difference)] = [:], rows: [Row]
  ) {
    self.method = method
    self.path = path
    self.parts = parts
    self.body = body
    self.never = never
    self.synapseOnMalformed = synapseOnMalformed
    self.rows = rows
  }

  /// The purposes of endpoints.
  enum Area: String, CaseIterable, Sendable {
    case session, rooms, events, history, data, directory, media

    var contracts: [Contract] {
      switch self {
      case .session: Contract.session
      case .rooms: Contract.rooms
      case .events: Contract.events
      case .history: Contract.history
      case .data: Contract.data
      case .directory: Contract.directory
      case .media: Contract.media
      }
    }
  }

  static let all = Area.allCases.flatMap(\.contracts)

  /// Whether the contract only covers Synapse, because this server lacks the endpoint.
  var isSynapseOnly: Bool { rows.allSatisfy { $0.outcome == "404 M_UNRECOGNIZED" } }

  /// Method and path with a star for each variable part, whatever its name.
  var key: String { Self.key(method, path) }

  static func key(_ method: String, _ path: String) -> String {
    let segments = path.split(separator: "/").map { $0.hasPrefix(":") ? "*" : String($0) }
    return "\(method) \(path.hasPrefix("/") ? "/" : "")\(segments.joined(separator: "/"))"
  }

  /// All rows, including those shared by every endpoint that reads JSON.
  var allRows: [Row] { body == nil ? rows : rows + malformedBodies }

  /// Invalid JSON, and JSON that is not an object, sent like the first successful row.
  private var malformedBodies: [Row] {
    let model = rows.first { $0.outcome == "200" && $0.actor != .guest } ?? rows[0]
    return [
      ("400 M_NOT_JSON", "a body that is cut off", #"{"a":"#),
      ("400 M_NOT_JSON", "a body that is no text", "\u{1}"),
      ("400 M_BAD_JSON", "a body that is a list", "[]"),
    ].map { outcome, name, body in
      var row = Row(
        name: name, outcome: outcome, actor: model.actor, parts: model.parts, query: model.query)
      row.body = body
      guard let other = synapseOnMalformed[outcome] else { return row }
      return row.synapse(other.outcome, other.because)
    }
  }
}

/// One request and its outcome.
struct Row: Sendable {
  enum Actor: String, Sendable {
    /// The creator of the room.
    case ada
    /// A member of the room.
    case bob
    /// A stranger to the room.
    case eve
    /// An account that is new in this row.
    case guest
    /// A client without a token.
    case nobody
  }

  /// What the row tries.
  let name: String
  /// Status and error code.
  let outcome: String
  var actor = Actor.ada
  var parts: [String: String] = [:]
  var query = ""
  var body: String?
  /// The top-level members of the response.
  var members: [String] = []
  /// Synapse's different outcome, and the reason.
  private(set) var synapse: (outcome: String, because: Difference)?

  /// Why Synapse deviates from the specification.
  enum Difference: String, Sendable {
    case vague = "M_UNKNOWN, or nothing, where the specification has a code"
    case strict = "M_INVALID_PARAM for whatever is wrong with the body"
    case badStatus = "the code that is specified, with the status of a bad request"
    case crashes = "an internal error at a value that it does not expect"
    case lax = "it takes what it does not look at"
    case anyRoom = "it takes any text for the id of a room, and looks for that room"
    case late = "the events are checked one by one, as those of a room that is there"
    case federated = "it keeps redactions of what other servers may yet tell it"
    case proofFirst = "it asks for the proof before it looks at the rest"
    case tagsApart = "it keeps tags apart from other data of the room"
    case elsewhere = "it might ask that server, and is not allowed to"
    case frozen = "it gives content to nobody any more who shows no token"
    case keepsKeys = "it keeps keys, and this server does not yet"
    case otherwise = "the specification leaves it open"
  }

  /// A request that succeeds.
  static func ok(
    _ name: String, as actor: Actor = .ada, _ parts: [String: String] = [:], query: String = "",
    body: String? = nil, gives members: String...
  ) -> Row {
    Row(
      name: name, outcome: "200", actor: actor, parts: parts, query: query, body: body,
      members: members)
  }

  /// A request that is refused.
  static func no(
    _ outcome: String, _ name: String, as actor: Actor = .ada, _ parts: [String: String] = [:],
    query: String = "", body: String? = nil
  ) -> Row {
    Row(name: name, outcome: outcome, actor: actor, parts: parts, query: query, body: body)
  }

  /// The same row with a different outcome on Synapse.
  func synapse(_ outcome: String, _ difference: Difference) -> Row {
    var row = self
    row.synapse = (outcome, difference)
    return row
  }
}
