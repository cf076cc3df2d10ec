import Controllers
import Imaging
import Matrix
import Models
import Signals
import Testing

/// Properties of every homeserver, checked against recorded responses and, if present, a real one.
@MainActor
@Suite("Session contract")
struct SessionContractTests {
  @Test("a server is found by its address, without the slash", arguments: AccountUnderTest.kinds)
  func discover(kind: AccountUnderTest.Kind) async throws {
    try await withAccount(kind) { account, folder, transport in
      let sessions = folder.controller(transport)
      let found = try #require(try await sessions.discover(" \(account.url)/ ").first())

      #expect(found.address == account.url)
      #expect(found.newestVersion?.hasPrefix("v1.") == true)
      #expect(found.acceptsPasswords)
    }
  }

  @Test("a server on this machine is found by its name", arguments: AccountUnderTest.kinds)
  func discoverByName(kind: AccountUnderTest.Kind) async throws {
    try await withAccount(kind) { account, folder, transport in
      let name = String(account.url.dropFirst("http://".count))
      let sessions = folder.controller(transport)
      let found = try await sessions.discover(name).first()
      #expect(found?.address == account.url)
    }
  }

  @Test("sign in, make a request, restart offline, sign out", arguments: AccountUnderTest.kinds)
  func life(kind: AccountUnderTest.Kind) async throws {
    try await withAccount(kind) { account, folder, transport in
      let first = folder.controller(transport)
      let session = try #require(try await first.signIn(account.credentials()).first())
      #expect(session.userID.rawValue == account.userID)
      #expect(first.session.value?.deviceID == session.deviceID)
      let user = try await session.network.fetchUser(session.userID).first()
      #expect(user?.displayName?.isEmpty == false)

      let second = folder.controller(transport, use: .command)
      let restored = try #require(try await second.restored())
      #expect(restored.userID == session.userID)
      #expect(restored.deviceID == session.deviceID)
      let again = try await restored.network.fetchUser(session.userID).first()
      #expect(again == user)

      _ = try await first.signOut().first()
      #expect(first.session.value == nil)
      #expect(first.ending.value == .signedOut)
      let third = folder.controller(transport)
      let nothing = try await third.restored()
      #expect(nothing == nil)
    }
  }

  @Test("a wrong password is refused and stores nothing", arguments: AccountUnderTest.kinds)
  func wrongPassword(kind: AccountUnderTest.Kind) async throws {
    try await withAccount(kind) { account, folder, transport in
      let sessions = folder.controller(transport)
      let error = await failure { () async throws(RequestError) in
        try await sessions.signIn(account.credentials(password: "wrong")).first()
      }

      #expect(error?.operation == .signIn)
      #expect(error?.status == 403)
      #expect(error?.code == "M_FORBIDDEN")
      #expect(sessions.session.value == nil)
      #expect(folder.files.isEmpty)
    }
  }

  @Test(
    "a picture arrives small, then larger, then from the cache", arguments: AccountUnderTest.kinds)
  func pictures(kind: AccountUnderTest.Kind) async throws {
    try await withAccount(kind) { account, folder, transport in
      let sessions = folder.controller(transport)
      let session = try #require(try await sessions.signIn(account.credentials()).first())
      let user = try #require(try await session.network.fetchUser(session.userID).first())
      let avatar = try #require(user.avatar)
      let small = PixelSize(width: 16, height: 16)
      let large = PixelSize(width: 80, height: 80)

      let first = try await collect(session.images.image(for: avatar, size: small))
      let second = try await collect(session.images.image(for: avatar, size: large))
      let third = try await collect(session.images.image(for: avatar, size: large))
      #expect(first.count == 1)
      #expect(second.count == 2)
      #expect(second.first == first.first)
      #expect((second.last?.width ?? 0) > (first.first?.width ?? 0))
      #expect(third == [try #require(second.last)])
      _ = try await sessions.signOut().first()
    }
  }

  private func withAccount(
    _ kind: AccountUnderTest.Kind,
    _ body: @MainActor (AccountUnderTest, SessionFolder, CurlTransport) async throws -> Void
  ) async throws {
    let account = try await AccountUnderTest(kind)
    let folder = try SessionFolder()
    let transport = CurlTransport()
    do {
      try await body(account, folder, transport)
    } catch {
      await transport.close()
      await account.stop()
      throw error
    }
    await transport.close()
    await account.stop()
  }
}
