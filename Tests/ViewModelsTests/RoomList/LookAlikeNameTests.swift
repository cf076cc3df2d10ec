import Testing

@testable import ViewModels

@Suite("What tells addresses apart")
struct LookAlikeNameTests {
  @Test(
    "is the end of each from the part in which it differs from the one that is most like it",
    arguments: [
      (["#bank:example.org", "#bank:evil.org"], [":example.org", ":evil.org"]),
      (["#bank:example.org", "#bank-2:example.org"], [":example.org", "-2:example.org"]),
      (["#bank:example.org", "!x:evil.org"], ["#bank:example.org", "!x:evil.org"]),
      (["#bank:x", "#bank:y", "!z:y"], [":x", ":y", "!z:y"]),
      (["#bank:example.org", "#bank:example.org.evil.org"], [".org", ".evil.org"]),
      (["#bank:longexample1.org", "#bank:longexample2.org"], ["xample1.org", "xample2.org"]),
      (["#bank:example.org"], ["#bank:example.org"]),
      (["#bank:example.org", "#bank:example.org"], ["#bank:example.org", "#bank:example.org"]),
    ] as [([String], [String])])
  func parts(addresses: [String], parts: [String]) {
    let found = LookAlikeName.differingParts(of: addresses)
    #expect(addresses.map { found[$0] } == parts)
  }
}
