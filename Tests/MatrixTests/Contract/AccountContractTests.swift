import Imaging
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  @Test("the own name and picture are seen by others, and can be taken back", arguments: Place.all)
  func ownProfile(place: Place) async throws {
    try await play(place) { alice, bob in
      try await value(of: alice.profiles.setName("Zoë Quux"))
      let bitmap = Bitmap(width: 2, height: 2, pixels: [1, 2, 3, 4].map { 0xFF00_0000 + $0 })
      let picture = NewPicture(bitmap: bitmap, bytes: try bitmap.pngData(), type: "image/png")
      try await value(of: alice.profiles.setPicture(picture))
      let seen = try await value(of: bob.network.fetchUser(alice.userID))
      #expect(seen.displayName == "Zoë Quux")
      #expect(seen.avatar != nil)
      #expect(try await value(of: alice.profiles.profile(of: alice.userID)).user == seen)
      try await value(of: alice.profiles.setPicture(nil))
      #expect(try await value(of: bob.network.fetchUser(alice.userID)).avatar == nil)
    }
  }

  @Test(
    "nothing new arrives of an ignored person, until they are ignored no more", arguments: Place.all
  )
  func ignoring(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Talk", invited: [bob.userID])))
      _ = try await bob.room(room)
      _ = try await value(of: bob.rooms.join(room.rawValue))
      try await value(of: alice.profiles.setIgnored(true, bob.userID))
      #expect(try await value(of: alice.profiles.ignored) == [bob.userID])
      try await Notes(bob.sender.send("unheard", to: room)).ended()
      try await Notes(alice.sender.send("heard", to: room)).ended()
      let texts = try await alice.texts(in: room) { $0.contains("heard") }
      #expect(!texts.contains("unheard"))
      try await value(of: alice.profiles.setIgnored(false, bob.userID))
      try await Notes(bob.sender.send("heard again", to: room)).ended()
      _ = try await alice.texts(in: room) { $0.contains("heard again") }
    }
  }

  @Test("a device is renamed, and another one signed out by the password", arguments: Place.all)
  func devices(place: Place) async throws {
    try await play(place) { alice, _ in
      let account = alice.parts.account
      try await value(of: account.rename(alice.deviceID, to: "Desk"))
      let own = try await value(of: account.devices()).first { $0.id == alice.deviceID }
      #expect(own?.name == "Desk")
      let other = try await alice.signInAgain()
      #expect(try await value(of: account.devices()).count == 2)

      let wrong = Notes(account.signOut(other, proof: .password(Secret("wrong"))))
      try await wrong.ended()
      #expect(wrong.failure?.code == "M_FORBIDDEN")
      try await value(of: account.signOut(other, proof: .password(alice.password)))
      #expect(try await value(of: account.devices()).map(\.id) == [alice.deviceID])
    }
  }

  @Test("the password is changed by the old one, and then is the one to use", arguments: Place.all)
  func password(place: Place) async throws {
    try await play(place) { alice, _ in
      let account = alice.parts.account
      let new = Secret("another-\(alice.password.reveal())")
      try await value(
        of: account.changePassword(
          to: new, signingOutOthers: false, proof: .password(alice.password)))
      let other = try await alice.signInAgain(with: new)
      let wrong = Notes(account.signOut(other, proof: .password(alice.password)))
      try await wrong.ended()
      #expect(wrong.failure?.code == "M_FORBIDDEN")
      try await value(of: account.signOut(other, proof: .password(new)))
    }
  }
}
