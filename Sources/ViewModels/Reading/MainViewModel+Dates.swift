import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks for a day or a time, and shows the first message of the open room from then on.
  public func askForDate() {
    guard let conversation = conversation.value, conversation.subject == .room else { return }
    let (timelines, room, world) = (session.timelines, conversation.roomID, world)
    questions.ask(
      "Go to a date", placeholder: "2026-11-24, 24.11., yesterday or 12:30", isSearch: true
    ) { [weak timeline = conversation.timeline] text in
      let input = DateInput(now: world.now(), secondsFromUTC: world.secondsFromUTC)
      guard let time = input.time(text) else {
        return .failed(RequestError(operation: .findDate, reason: .invalidInput(text)))
      }
      return timelines.message(at: time, in: room).onMain(value: { message in
        timeline?.go(to: message, from: timeline?.placeToReturnTo)
      }).map { _ in }
    }
  }
}
