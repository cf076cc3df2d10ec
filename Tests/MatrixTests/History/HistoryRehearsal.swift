import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

/// One room of a rehearsed account, whose history a controller goes through.
struct HistoryRehearsal {
  let rehearsal: Rehearsal
  let history: MatrixHistoryController
  let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    history = MatrixHistoryController(
      network: rehearsal.network, store: rehearsal.store, directory: rehearsal.directory)
    room = try #require(RoomID("!room"))
  }

  func message(_ id: Int, by sender: String = "@a:x", relation: String = "") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
      + #""origin_server_ts":\#(id),"content":{"msgtype":"m.text","body":"\#(id)"\#(relation)}}"#
  }

  func threadMessage(_ id: Int, of root: Int) -> String {
    message(id, relation: #","m.relates_to":{"rel_type":"m.thread","event_id":"$\#(root)"}"#)
  }

  func edit(_ id: Int, of target: Int, by sender: String = "@a:x") -> String {
    message(
      id, by: sender,
      relation: #","m.new_content":{"msgtype":"m.text","body":"new \#(target)"},"#
        + #""m.relates_to":{"rel_type":"m.replace","event_id":"$\#(target)"}"#)
  }

  func redaction(_ id: Int, of target: Int) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.redaction","sender":"@a:x","origin_server_ts":\#(id),"#
      + #""redacts":"$\#(target)","content":{}}"#
  }

  /// Applies a sync with events of the room; the first one is of the whole account.
  func sync(
    _ events: [String], previous: String? = nil, isLimited: Bool = false, isFirst: Bool = false,
    ignoring person: String? = nil
  ) async throws {
    let token = previous.map { #""prev_batch":"\#($0)","# } ?? ""
    let ignored = person.map {
      #""account_data":{"events":[{"type":"m.ignored_user_list","#
        + #""content":{"ignored_users":{"\#($0)":{}}}}]},"#
    }
    try await rehearsal.apply(
      #"{"next_batch":"n",\#(ignored ?? "")"rooms":{"join":{"!room":{"timeline":{\#(token)"#
        + #""limited":\#(isLimited),"events":[\#(events.joined(separator: ","))]}}}}}"#,
      isInitial: isFirst)
  }

  /// Responds to the next request for a page, given newest first; returns its path.
  @discardableResult
  func answer(_ events: [String], end: String?) async throws -> String {
    let request = try await rehearsal.transport.next(.get, "/messages")
    let end = end.map { #","end":"\#($0)""# } ?? ""
    request.reply(200, #"{"start":"s","chunk":[\#(events.joined(separator: ","))]\#(end)}"#)
    return request.path
  }
}

extension HistoryPart {
  /// The texts of the entries; removed ones are "-".
  var texts: [String] { entries.map { $0.found.message.text ?? "-" } }
}
