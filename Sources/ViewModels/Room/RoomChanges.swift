import Controllers
import Models
import Signals

/// Changes the settings of rooms, and takes the last change of a room back.
final class RoomChanges {
  /// The last change of a room.
  private struct Last {
    /// What is asked first where the change was about a person: the key may be the first letter of a
    /// sentence that was meant for another place.
    var question: Question?
    /// Asks the server for what was before, or for the next best.
    let takeBack: () -> Signal<Void, RequestError>
    let tell: (String) -> Void
    /// Says that the server has done it.
    let done: () -> Void
  }

  /// A question, and what y does.
  private struct Question {
    let title: String
    let effect: String
  }

  private let last = MutableProperty<[RoomID: Last]>([:])
  private let rooms: any RoomsController
  private let questions: Questions
  private let chosen: Property<Preferences>

  init(rooms: any RoomsController, questions: Questions, chosen: Property<Preferences>) {
    (self.rooms, self.questions, self.chosen) = (rooms, questions, chosen)
  }

  /// Takes the last change of a room back, after a question if it was about a person; disabled when there
  /// is none.
  func undo(in room: RoomID) -> Command<Void, Void, Never> {
    let (last, questions) = (last, questions)
    return Command(isEnabled: last.map { $0[room] != nil }) { _ in
      guard let change = last.value[room] else { return .empty }
      let work = {
        change.takeBack().onMain(completed: {
          last.value[room] = nil
          change.done()
        })
      }
      guard let question = change.question else {
        return work().handled(failed: { change.tell(ErrorSentences.text($0)) }).detached()
      }
      questions.confirm(
        question.title, "y: \(question.effect), any other key: no", titleRows: 4, work)
      return .empty
    }
  }

  /// Changes a setting; `tell` says what takes the change back, and `done` is called after each of both.
  ///
  /// - Parameters:
  ///   - isFinal: Whether the account will lack the power to take it back.
  ///   - words: What a change to a value is called.
  func set(
    _ setting: RoomSetting, in room: RoomID, isFinal: Bool = false,
    words: @escaping (RoomSetting) -> String = { RoomSettingText.changed($0) },
    tell: @escaping (String) -> Void, done: @escaping () -> Void
  ) -> Signal<Void, RequestError> {
    let (rooms, refusal) = (rooms, Self.refusal(setting))
    return rooms.set(setting, in: room).onMain(value: { [self] before in
      guard before != setting else { return done() }
      guard !isFinal else {
        tell(words(setting))
        return done()
      }
      let last = Last(
        question: Self.question(before),
        takeBack: {
          rooms.takeBack(setting, to: before, in: room).flatMap(.latest) {
            $0 ? .just(()) : refusal
          }
        }, tell: tell,
        done: {
          tell("Taken back: \(words(before))")
          done()
        })
      keep(last, in: room, words(setting))
      done()
    }).map { _ in }
  }

  /// Another person's change is theirs to take back.
  private static func refusal(_ setting: RoomSetting) -> Signal<Void, RequestError> {
    .unusable(
      "\(RoomSettingText.label(setting.kind)): somebody has changed it since, nothing is taken back."
    )
  }

  private static func question(_ before: RoomSetting) -> Question? {
    guard case .power(let user, let level) = before else { return nil }
    let power = level.map { "the power \($0)" } ?? "the power of everybody"
    return Question(title: "Give \(Names.label(user)) \(power) again?", effect: "yes")
  }

  /// The ban of a person has ended: taking that back bans them again, for the reason that there was.
  func endedBan(
    of user: User, in room: RoomID, reason: String = "", tell: @escaping (String) -> Void,
    done: @escaping () -> Void = {}
  ) {
    let (rooms, name) = (rooms, PersonText.name(user))
    let last = Last(
      question: Question(title: "Ban \(name) again?", effect: "ban them"),
      takeBack: { rooms.ban(user.id, from: room, reason: reason) }, tell: tell,
      done: {
        tell("Taken back: \(name) is banned")
        done()
      })
    keep(last, in: room, "The ban ended: \(name)")
  }

  /// A person was invited: taking that back withdraws the invite, as long as it is one.
  func invited(
    _ user: User, to room: RoomID, tell: @escaping (String) -> Void,
    done: @escaping () -> Void = {}
  ) {
    let (rooms, name) = (rooms, PersonText.name(user))
    // Whoever has come in is removed by a question of its own.
    let refusal = Signal<Void, RequestError>.unusable("They have joined already.")
    let last = Last(
      question: Question(title: "Withdraw the invite of \(name)?", effect: "withdraw it"),
      takeBack: {
        rooms.person(user.id, in: room).take(first: 1).promoteError(to: RequestError.self)
          .flatMap(.latest) {
            $0.standing == .joined ? refusal : rooms.kick(user.id, from: room, reason: "")
          }
      }, tell: tell,
      done: {
        tell("Taken back: \(name) is not invited")
        done()
      })
    keep(last, in: room, "Invited: \(name)")
  }

  /// A person was removed, or their invite withdrawn: nothing makes them a member again, but they can be
  /// invited.
  func removed(
    _ user: User, from room: RoomID, _ text: String, tell: @escaping (String) -> Void
  ) {
    let rooms = rooms
    let last = Last(
      question: Question(
        title: "Invite \(PersonText.name(user)) again?", effect: "invite them"),
      takeBack: { rooms.invite(user.id, to: room, reason: "") }, tell: tell,
      done: { [weak self] in self?.invited(user, to: room, tell: tell) })
    keep(last, in: room, text, effect: "invites them again")
  }

  private func keep(
    _ change: Last, in room: RoomID, _ text: String, effect: String = "takes it back"
  ) {
    last.value[room] = change
    change.tell("\(text). \(chosen.value.key(.sheetUndo)) in the room's settings \(effect)")
  }
}
