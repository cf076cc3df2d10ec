import Models
import Signals

/// The rooms in common with the person of the open profile.
extension MainViewModel {
  /// Goes to the only room in common, or asks to which one.
  ///
  /// - Parameter arrive: Hears what is shown.
  public func goToCommonRoom(_ arrive: @escaping @MainActor (Arrival) -> Void) {
    guard let profile = profile.value else { return }
    let common = profile.commonRooms.value
    let index = roomIndex { common.contains($0.id) }
    let choices = index.suggestions("")
    if choices.count == 1, let only = index.destination(choices[0].answerText) {
      return arrive(go(to: only))
    }
    questions.askForChoice(
      "Rooms in common with \(Names.label(profile.nameText.value))",
      placeholder: Self.roomPlaceholder, isSearch: true, choices: Property(index.suggestions)
    ) { [weak self] answer in
      if let self, let room = index.destination(answer) { arrive(go(to: room)) }
      return .empty
    }
  }
}
