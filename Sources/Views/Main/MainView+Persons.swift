import ViewModels

/// What others learn of the account and of other people.
extension MainView {
  /// Reporting the person of the open profile, and their devices.
  static let persons: [BoundAction<MainView>] = [
    BoundAction(
      "devices-of-person", "show their devices", menus: [.profile],
      when: { .shown(when: $0.profile?.model.isOwn == false) }
    ) { $0.model.showDevicesOfPerson() },
    BoundAction(
      "report-person", "report the person…", menus: [.profile],
      when: { $0.personReportAvailability }
    ) { main in main.model.askToReportPerson(tell: main.host.notify) },
  ]

  /// Whether the account can say whether it is there.
  var presenceAvailability: Availability {
    guard profile?.model.isOwn == true else { return .hidden }
    return .enabled(unless: model.presenceRefusal)
  }

  private var personReportAvailability: Availability {
    guard profile?.model.isOwn == false else { return .hidden }
    return .when(model.takesReportsOfPeople, else: "This server takes no reports of people")
  }

  /// Reports the room of the open settings, otherwise the one under the list's cursor or the open one.
  func reportRoom() {
    if let sheet {
      sheet.model.report(tell: host.notify)
    } else if let subjectRow {
      model.askToReportRoom(subjectRow, tell: host.notify)
    }
  }

  var roomReportAvailability: Availability {
    guard sheet.map(\.model.canReport) ?? (subjectRow != nil) else { return .hidden }
    return .when(model.takesReportsOfRooms, else: "This server takes no reports of rooms")
  }
}
