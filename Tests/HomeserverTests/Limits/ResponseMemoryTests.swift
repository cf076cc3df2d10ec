import Testing

@testable import Homeserver

@Suite("Memory of answers")
struct ResponseMemoryTests {
  private static let bounds: ResponseMemory.Bounds = {
    var bounds = ResponseMemory.Bounds()
    bounds.estimate = 10
    bounds.perUser = 20
    bounds.total = 50
    return bounds
  }()

  private static func becomesTrue(_ condition: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !condition() {
      try #require(ContinuousClock.now < limit)
      await Task.yield()
    }
  }

  @Test("Memory is reserved by estimate, then by size, and released with the response")
  func counts() async throws {
    let memory = ResponseMemory(Self.bounds)
    var hold: ResponseHold? = try await memory.reserve(for: user("ada"))
    #expect(memory.taken == 10)
    var response = hold?.response([1, 2, 3])
    hold = nil
    #expect(memory.taken == 3)
    let copy = response
    response = nil
    #expect(memory.taken == 3)
    withExtendedLifetime(copy) {}
    _ = consume copy
    #expect(memory.taken == 0)
  }

  @Test("Who holds much waits until some of it is sent; others do not")
  func holdsBack() async throws {
    let memory = ResponseMemory(Self.bounds)
    var first: ResponseHold? = try await memory.reserve(for: user("ada"))
    let second = try await memory.reserve(for: user("ada"))
    let waiting = Task { try await memory.reserve(for: user("ada")) }
    try await Self.becomesTrue { memory.waiterCount == 1 }
    let other = try await memory.reserve(20, for: user("grace"))
    #expect(memory.taken == 40 && memory.waiterCount == 1)
    first = nil
    let third = try await waiting.value
    #expect(memory.taken == 40)
    withExtendedLifetime((first, second, third, other)) {}
  }

  @Test("All users together stay within the limit")
  func boundsAll() async throws {
    let memory = ResponseMemory(Self.bounds)
    var holds: [ResponseHold] = []
    for number in 0..<5 { holds.append(try await memory.reserve(for: user("u\(number)"))) }
    let waiting = Task { try await memory.reserve(for: user("ada")) }
    try await Self.becomesTrue { memory.waiterCount == 1 }
    _ = holds[0].response([1])
    #expect(memory.waiterCount == 1)
    holds.removeFirst()
    #expect(try await withExtendedLifetime(waiting.value) { memory.taken } == 50)
  }
}
