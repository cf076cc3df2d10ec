import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Rooms in common with somebody")
@MainActor
final class CommonRoomTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let rooms = [("tea", "Tea"), ("cake", "Cake"), ("work", "Work")].map {
    Room.template($0.0, name: $0.1)
  }
  private var arrivals: [Arrival] = []

  private func profile(with common: [Room]) -> MainViewModel {
    account.profiles.onRefresh.answer(with: .empty)
    let main = account.screen(in: rooms[2], test.world)
    account.rooms.list.send(rooms)
    main.openProfile(User.grace.id)
    account.profiles.known(of: User.grace.id).send(
      Profile(user: .grace, friendCount: 1, commonRooms: common))
    return main
  }

  private func go(_ main: MainViewModel) { main.goToCommonRoom { self.arrivals.append($0) } }

  @Test("the only one opens at once")
  func one() {
    let main = profile(with: [rooms[0]])
    #expect(main.profile.value?.hasCommonRooms.value == true)
    go(main)
    #expect(main.prompt.value == nil && main.profile.value == nil)
    #expect(main.conversation.value?.roomID == rooms[0].id)
    #expect(arrivals == [.conversation])
  }

  @Test("one of several is chosen, also by letters; others are not offered")
  func several() throws {
    let main = profile(with: [rooms[0], rooms[1]])
    go(main)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Rooms in common with Grace")
    #expect(Set(prompt.suggestions.value.map(\.titleText)) == ["Tea", "Cake"])
    prompt.textChanged("ca")
    prompt.submit.execute()
    #expect(main.conversation.value?.roomID == rooms[1].id)
    #expect(main.profile.value == nil && arrivals == [.conversation])
  }

  @Test("there are none with oneself, and none before they are known")
  func none() {
    let main = profile(with: [])
    #expect(main.profile.value?.hasCommonRooms.value == false)
    main.openOwnProfile()
    account.profiles.known(of: User.ada.id).send(Profile(user: .ada, commonRooms: rooms))
    #expect(main.profile.value?.hasCommonRooms.value == false)
  }
}
