import FoundationEssentials
import Signals
import SignalsTesting
import Testing

/// The programs of the page, which are files of this folder.
@Suite("Programs of the documentation")
@MainActor
struct ProgramTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let page = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Signals/Signals.docc/Programs.md")

  @Test(
    "the page shows each program as it is compiled",
    arguments: ["SearchAsYouType", "ProfileWithRefresh", "PagedList"])
  func page(_ name: String) throws {
    let program = try String(
      contentsOf: Self.folder.appending(path: "\(name).swift"), encoding: .utf8)
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(page.contains("```swift\n\(program)```"))
  }

  private struct Index: SearchIndex {
    let asked = Box<String>()

    func find(_ text: String) async throws(SearchError) -> [String] {
      asked.append(text)
      if text == "fail" { throw .offline }
      return text == "none" ? [] : ["\(text) 1", "\(text) 2"]
    }
  }

  /// The search runs in a task, which other tests may keep waiting.
  private func answered(_ condition: () -> Bool) async throws {
    try await eventually("the index has answered", within: .seconds(600), condition)
  }

  @Test("search as you type asks once for a pause, and shows failures")
  func search() async throws {
    let (index, scheduler) = (Index(), TestScheduler())
    let model = SearchModel(index, on: scheduler)
    func type(_ text: String) { model.text.value = text }

    type("a")
    type("ab")
    scheduler.advance(by: .milliseconds(200))
    try await answered { model.results.value == ["ab 1", "ab 2"] }
    #expect(index.asked.values == ["ab"])
    #expect(model.hint.value == "")

    type("none")
    scheduler.advance(by: .milliseconds(200))
    try await answered { model.hint.value == "Nothing found." }
    #expect(model.results.value == [])

    type("fail")
    scheduler.advance(by: .milliseconds(200))
    try await answered { model.hint.value == "The index is offline." }
    type("again")
    scheduler.advance(by: .milliseconds(200))
    try await answered { model.results.value == ["again 1", "again 2"] }
  }

  private struct Profiles: ProfileClient {
    let answers = Box<Result<Profile, ProfileError>>()

    func load() async throws(ProfileError) -> Profile {
      try answers.modify { $0.removeFirst() }.get()
    }
  }

  @Test("a profile is refreshed by a command, and the message of a failure is cleared")
  func profile() async throws {
    let client = Profiles()
    let model = ProfileModel(client)
    #expect(model.title.value == "No profile")
    client.answers.append(.success(Profile(name: "Ann")))
    #expect(try await model.refresh.execute().value.name == "Ann")
    #expect(model.title.value == "Ann")

    client.answers.append(.failure(.offline))
    await #expect(throws: CommandError.failed(ProfileError.offline)) {
      try await model.refresh.execute().value
    }
    #expect(model.error.value == "The server cannot be reached.")
    #expect(model.title.value == "Ann")

    client.answers.append(.success(Profile(name: "Anne")))
    _ = try await model.refresh.execute().value
    #expect(model.error.value == "")
    #expect(model.title.value == "Anne")
  }

  private struct Pages: PageClient {
    let asked = Box<String?>()

    func rows(after last: String?) async throws(PageError) -> [String] {
      asked.append(last)
      switch last {
      case nil: return ["a", "b"]
      case "b": return ["c"]
      default: return []
      }
    }
  }

  @Test("a paged list loads page after page, until one is empty")
  func pages() async throws {
    let client = Pages()
    let model = PagedListModel(client)
    for rows in [["a", "b"], ["a", "b", "c"], ["a", "b", "c"]] {
      #expect(model.loadMore.isEnabled.value)
      let execution = model.loadMore.execute()
      _ = try await execution.value
      #expect(model.rows.value == rows)
    }
    #expect(!model.loadMore.isEnabled.value)
    #expect(client.asked.values == [nil, "b", "c"])
  }
}
