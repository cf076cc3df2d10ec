import Controllers
import Models
import Signals

/// The picture of a room.
extension MainViewModel {
  /// Offers to replace or to remove the picture; asks for one where there is none.
  ///
  /// - Parameters:
  ///   - tell: Says what went wrong after the question was closed.
  ///   - set: Changes the setting.
  func changePicture(
    _ value: RoomSetting?, _ tell: @escaping (String) -> Void,
    set: @escaping (RoomSetting) -> Signal<Void, RequestError>
  ) {
    guard case .picture(_?) = value else { return askForRoomPicture(tell, set) }
    let rows = [
      SheetRow(id: RowID("new"), nameText: "another picture…", factsText: "", action: "choose"),
      SheetRow(id: RowID("none"), nameText: "no picture", factsText: "", action: "remove"),
    ]
    show(
      SheetViewModel(
        title: "Picture of the room", rows: Property(rows), note: Property(""), keepsFocus: true
      ) { [weak self] row in
        guard let self else { return }
        if row == rows[0] { return askForRoomPicture(tell, set) }
        questions.confirm("Remove the picture of the room?") { [weak self] in
          set(.picture(nil)).onMain(completed: { self?.closeSheet() })
        }
      }, inside: sheet.value)
  }

  private func askForRoomPicture(
    _ tell: @escaping (String) -> Void, _ set: @escaping (RoomSetting) -> Signal<Void, RequestError>
  ) {
    let (profiles, finder) = (session.profiles, PathFinder(files: session.files))
    questions.ask(
      "A picture for the room", placeholder: "its path, such as ~/tea.jpg",
      complete: finder.suggestions
    ) { [weak self] line in
      // Blanks without quotes belong to the path: only one is asked for.
      let words = PathWords.paths(in: line)
      let path = words.count == 1 ? words[0] : line
      return profiles.picture(at: path).onMain(value: { picture in
        self?.confirm(picture, at: path, tell, set)
      }).map { _ in }
    }
  }

  private func confirm(
    _ picture: NewPicture, at path: String, _ tell: @escaping (String) -> Void,
    _ set: @escaping (RoomSetting) -> Signal<Void, RequestError>
  ) {
    let profiles = session.profiles
    questions.confirm(
      "Show everybody in the room \(Names.brief(path)) as its picture?",
      "y: use it, any other key: no", titleRows: 4
    ) {
      profiles.upload(picture).onMain(value: { address in
        _ = set(.picture(address)).handled(failed: { tell(ErrorSentences.text($0)) }).detached()
      }).map { _ in }
    }
  }
}
