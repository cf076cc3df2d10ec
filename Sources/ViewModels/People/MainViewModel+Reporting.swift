import Controllers
import Models
import Signals

/// Reporting people and rooms to the server's administrators.
extension MainViewModel {
  /// Whether the server takes reports of people, as far as it has said.
  public var takesReportsOfPeople: Bool { offers.value?.reportsOfPeople ?? true }

  /// Whether the server takes reports of rooms, as far as it has said.
  public var takesReportsOfRooms: Bool { offers.value?.reportsOfRooms ?? true }

  /// Asks why to report the person of the open profile, and then whether to do so; `tell` says that it is
  /// done.
  public func askToReportPerson(tell: @escaping (String) -> Void) {
    guard let profile = profile.value, !profile.isOwn else { return }
    let (profiles, user) = (session.profiles, profile.userID)
    askToReport(
      Names.label(user), "They learn nothing of it.",
      done: { tell("Reported: \(Names.label(user))") }
    ) { profiles.report(user, reason: $0) }
  }

  /// Asks the same of a room.
  public func askToReportRoom(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    askToReport(row.roomID, named: row.content.value.nameText, tell)
  }

  func askToReport(_ room: RoomID, named name: String, _ tell: @escaping (String) -> Void) {
    let (rooms, name) = (session.rooms, Names.label(name))
    askToReport(
      "the room \(name)", "You stay in it.", done: { tell("Reported: \(name)") }
    ) { rooms.report(room, reason: $0) }
  }

  private func askToReport(
    _ what: String, _ effect: String, done: @escaping () -> Void,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    let (server, questions) = (Names.serverLabel(session.userID), questions)
    questions.ask(
      "Report \(what) to the administrators of \(server)?",
      placeholder: "the reason, which only they see", isChange: true
    ) { reason in
      questions.confirm(
        "Report \(what) to the administrators of \(server)? \(effect) Reason: \(reason)",
        "y: report, any other key: no", titleRows: 4
      ) { work(reason).onMain(completed: { done() }) }
      return .empty
    }
  }
}
