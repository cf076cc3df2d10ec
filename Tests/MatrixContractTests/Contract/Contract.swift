/// What every server answers at one endpoint: when it is asked well, and for each mistake.
struct Contract: Sendable {
  let method: String
  /// As the route of the server has it: `client/rooms/:room/join`.
  let path: String
  /// The parts of the path that are not those of every request of their name.
  var parts: [String: String] = [:]
  /// The body of the rows that have none of their own, as JSON; nil where none is read.
  var body: String?
  /// Refusals that the specification lists and this server has no reason for, and why.
  var never: [String: String] = [:]
  /// What Synapse makes of bodies that are none, by what the specification asks for.
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

  /// What endpoints are for.
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

  /// Whether it stands here for Synapse alone, because this server does not have the endpoint.
  var isSynapseOnly: Bool { rows.allSatisfy { $0.outcome == "404 M_UNRECOGNIZED" } }

  /// Method and path with a star for each variable part, whatever it is called.
  var key: String { Self.key(method, path) }

  static func key(_ method: String, _ path: String) -> String {
    let segments = path.split(separator: "/").map { $0.hasPrefix(":") ? "*" : String($0) }
    return "\(method) \(path.hasPrefix("/") ? "/" : "")\(segments.joined(separator: "/"))"
  }

  /// All rows, with those that every endpoint has that reads JSON.
  var allRows: [Row] { body == nil ? rows : rows + malformedBodies }

  /// What is no JSON, and what is no object, asked like the first row that is done.
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
    /// Has made the room.
    case ada
    /// Is in the room.
    case bob
    /// Has nothing to do with the room.
    case eve
    /// Has an account that is new in this row.
    case guest
    /// Shows no token.
    case nobody
  }

  /// What is tried.
  let name: String
  /// Status and error code.
  let outcome: String
  var actor = Actor.ada
  var parts: [String: String] = [:]
  var query = ""
  var body: String?
  /// What the answer holds at its top.
  var members: [String] = []
  /// What Synapse answers instead, and why this server does not.
  private(set) var synapse: (outcome: String, because: Difference)?

  /// Why Synapse does not answer as the specification asks.
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

  /// A request that is done.
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

  /// The same row where Synapse does not do what the specification asks for.
  func synapse(_ outcome: String, _ difference: Difference) -> Row {
    var row = self
    row.synapse = (outcome, difference)
    return row
  }
}
