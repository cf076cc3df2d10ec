import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

@Suite("File name")
struct FileNameTests {
  @Test("names are readable, and no identifier escapes its folder")
  func readable() {
    #expect(FileName.joining(["ada:example.org"]) == "ada_3aexample.org")
    #expect(FileName.joining(["../a", "b/c"]) == ".._2fa,b_2fc")
    #expect(FileName.joining(["\u{0}\n_", "é"]) == "_00_0a_5f,_c3_a9")
  }

  @Test("different parts never give the same name")
  func injective() throws {
    let pieces = ["", "a", "A", "_", "_5f", "5f", ",", "_2c", "/", ".", "-", "é", "e\u{301}"]
    var parts: [[String]] = []
    for one in pieces { for two in pieces { parts += [[one + two], [one, two]] } }
    let unique = Set(parts.map { $0.map { Array($0.utf8) } })
    let names = try Set(parts.map { try #require(FileName.joining($0)) })
    #expect(names.count == unique.count)
    for name in names {
      let parts = try #require(FileName.parts(of: name))
      #expect(FileName.joining(parts) == name)
      #expect(unique.contains(parts.map { Array($0.utf8) }))
    }
  }

  @Test(
    "what was not joined has no parts", arguments: ["_", "a_5", "_zz", "_ff", "_5F", "é", "a b"])
  func noParts(text: String) {
    #expect(FileName.parts(of: text) == nil)
  }

  @Test("a name is limited to 200 bytes", arguments: [(200, true), (201, false)])
  func length(count: Int, fits: Bool) {
    #expect((FileName.joining([String(repeating: "a", count: count)]) != nil) == fits)
  }

  @Test("a path out of a folder is not a name", arguments: ["", ".", "..", "a/b", "a\u{0}", "é"])
  func refused(text: String) {
    #expect(!FileName.isName(text))
  }

  @Test("a picture whose name is too long has no file")
  func picture() throws {
    let short = try #require(MediaURI("mxc://localhost:8008/AbC_-1"))
    #expect(PictureVariant.small.fileName(of: short) == "small,localhost_3a8008,AbC_5f-1")
    let long = try #require(MediaURI("mxc://localhost/" + String(repeating: "a", count: 300)))
    #expect(PictureVariant.small.fileName(of: long) == nil)
  }

  @Test("an account with an overlong folder name is refused with the reason")
  func account() throws {
    let folder = try TemporaryFolder()
    let folders = AccountFolders(
      dataDirectory: folder.path + "/data", cacheDirectory: folder.path + "/cache")
    let server = try #require(ServerAddress("https://matrix.example.org"))
    let ada = try #require(UserID("@ada:example.org"))
    let endless = try #require(UserID("@" + String(repeating: "ü", count: 80) + ":example.org"))

    let account = AccountID(userID: ada, server: server.description)
    let path = try folders.folder(of: account).path
    #expect(path.hasSuffix("/accounts/ada_3aexample.org,https_3a_2f_2fmatrix.example.org"))
    #expect(AccountFolders.account(named: try folders.name(of: account)) == account)
    let place = folder.path + "/data/accounts/\(endless)"
    #expect(throws: StorageError(path: place, problem: .nameTooLong)) {
      try folders.folder(of: AccountID(userID: endless, server: nil))
    }
  }
}
