import Testing

@testable import Matrix
@testable import MatrixWire
@testable import ModelKit

@Suite("Requested state")
struct RequestedStateTests {
  @Test("both kinds of sync request the same state of rooms")
  func types() throws {
    let full = Endpoint.sync(since: nil, wait: .zero)
    let text = try #require(full.query.first { $0.name == "filter" }?.value)
    let state = try JSONValue.decode(Array(text.utf8))["room"]?["state"]?["types"]
    let types = try #require(state?.array).compactMap(\.string)

    let sliding = Endpoint.slidingSync(SlidingWindow(), after: nil, wait: .zero)
    let list = sliding.body?["lists"]?.object?.members.first?.value
    let required = try #require(list?["required_state"]?.array)
    #expect(Set(types) == Set(required.compactMap { $0.array?.first?.string }))
    #expect(types.contains(EventType.powerLevels) && types.contains(EventType.pinnedEvents))
  }
}
