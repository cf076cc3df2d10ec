import ViewModels

/// The actions of a poll.
extension MainView {
  static let polls: [BoundAction<MainView>] = [
    BoundAction(
      "vote", "vote in the poll", hint: "vote", .init("v", in: [.timeline]), menus: [.timeline],
      when: { $0.voteAvailability }
    ) { $0.vote() },
    BoundAction(
      "end-poll", "end the poll…", menus: [.timeline], when: { $0.pollEndAvailability }
    ) { $0.askToEndPoll() },
  ]

  private var pollRow: MessageRowViewModel? {
    conversation?.timeline.selectedRow.flatMap { $0.hasPoll && $0.canRelate ? $0 : nil }
  }

  var voteAvailability: Availability {
    guard let pollRow, let composer = conversation?.composer else { return .hidden }
    return pollRow.canVote ? composer.editAvailability : .disabled("The poll has ended")
  }

  private var pollEndAvailability: Availability {
    guard let pollRow, voteAvailability == .enabled else { return voteAvailability }
    return .when(
      model.canEndPoll(pollRow), else: "Only its sender and those who may remove it can end it")
  }

  func vote() {
    if let pollRow { model.showAnswers(of: pollRow, tell: host.notify) }
  }

  private func askToEndPoll() {
    if let pollRow { model.askToEndPoll(pollRow) }
  }
}
