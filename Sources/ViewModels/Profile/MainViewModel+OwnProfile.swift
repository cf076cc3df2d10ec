import Controllers
import Models
import Signals

/// Changing the account's own profile.
extension MainViewModel {
  /// Asks for the account's name; `tell` says what it is then.
  public func askForOwnName(tell: @escaping (String) -> Void) {
    guard let profile = profile.value, profile.isOwn else { return }
    let profiles = session.profiles
    questions.ask(
      "Your name, for everybody", placeholder: "a name", answer: profile.nameText.value,
      isChange: true
    ) { name in
      profiles.setName(name).onMain(completed: { tell("Your name is “\(Names.label(name))” now") })
    }
  }

  /// Asks for a picture of this machine and shows it; then asks whether to use it.
  public func askForOwnPicture(tell: @escaping (String) -> Void) {
    guard let profile = profile.value, profile.isOwn else { return }
    let (profiles, finder) = (session.profiles, PathFinder(files: session.files))
    questions.ask(
      "A picture for your profile", placeholder: "its path, such as ~/me.jpg",
      complete: finder.suggestions
    ) { [weak self] line in
      // Blanks without quotes belong to the path: only one is asked for.
      let words = PathWords.paths(in: line)
      return profiles.picture(at: words.count == 1 ? words[0] : line).onMain(value: {
        self?.confirm($0, tell)
      }).map { _ in }
    }
  }

  private func confirm(_ picture: NewPicture, _ tell: @escaping (String) -> Void) {
    guard let profile = profile.value, profile.isOwn else { return }
    let (profiles, preview) = (session.profiles, profile.preview)
    questions.confirm(
      "Show everybody this picture?", "y: use it, any other key: no",
      closed: { preview.value = nil }
    ) {
      profiles.setPicture(picture).onMain(completed: { tell("Your picture is changed") })
    }
    preview.value = picture.bitmap
  }

  /// Asks whether to remove the account's picture.
  public func askToRemoveOwnPicture(tell: @escaping (String) -> Void) {
    let profiles = session.profiles
    questions.confirm("Remove your picture?", "y: remove it, any other key: no") {
      profiles.setPicture(nil).onMain(completed: { tell("Your picture is removed") })
    }
  }
}
