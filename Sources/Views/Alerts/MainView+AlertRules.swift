import ViewModels

/// Of what the user is told.
extension MainView {
  static let alertRules: [BoundAction<MainView>] = [
    BoundAction(
      "alert-rules", "choose what you are told of…", menus: [.roomList]
    ) { main in main.model.showAlertRules(tell: main.host.report) },
    BoundAction(
      "mute-person", "do not tell of their messages", menus: [.profile],
      when: { $0.profile?.mutingAvailability(isMuted: false) ?? .hidden }
    ) { main in main.model.setTold(false, tell: main.host.report) },
    BoundAction(
      "unmute-person", "tell of their messages again", menus: [.profile],
      when: { $0.profile?.mutingAvailability(isMuted: true) ?? .hidden }
    ) { main in main.model.setTold(true, tell: main.host.report) },
  ]
}
