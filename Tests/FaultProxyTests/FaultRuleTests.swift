import FaultProxy
import Testing

@Suite("Rules of the fault proxy")
struct FaultRuleTests {
  @Test(
    "a star in a pattern matches any text",
    arguments: [
      ("*", "", true), ("*", "/a", true), ("/a", "/a", true), ("/a", "/ab", false),
      ("/a*", "/a", true), ("/a*", "/abc", true), ("*c", "/abc", true), ("*c", "/abd", false),
      ("/a*c", "/abc", true), ("/a*c", "/ac", true), ("/ab*bc", "/abc", false),
      ("*b*b*", "abcb", true), ("*b*b*", "abc", false), ("a*bc*bcd", "abcbcd", true),
      ("a*bc*bcd", "abcd", false), ("", "", true), ("", "a", false), ("**", "", true),
    ])
  func patterns(pattern: String, text: String, fits: Bool) {
    #expect(FaultRule.Pattern(pattern).fits(text) == fits)
  }

  @Test("each JSON line becomes a rule; empty lines and comments do not")
  func lines() throws {
    let rules = try FaultRule.rules(
      text: """
        # What a bad day looks like.
        {"method": "PUT", "path": "*/send/*", "query": "a=*", "first": 3, "loseResponse": true}

        {"nth": 2, "cutBody": 7, "delayResponse": 5, "slowRequest": 9}
        {"every": 4, "response": {"status": 502, "headers": {"A": "b"}, "body": "<html>"}}
        {"resetHead": 0, "hold": 10, "sendTwice": true, "loseResponse": false}
        """)

    #expect(rules.map(\.method) == ["PUT", nil, nil, nil])
    #expect(rules.map(\.times) == [.first(3), .nth(2), .every(4), .every(1)])
    #expect(rules[0].path == .init("*/send/*"))
    #expect(rules[0].query == .init("a=*"))
    #expect(
      rules.map { $0.faults.map { "\($0)" } } == [
        ["loseResponse"],
        [
          "\(Fault.delay(.milliseconds(5), of: .response))",
          "\(Fault.slow(bytesPerSecond: 9, of: .request))", "\(Fault.cut(at: .body(7)))",
        ],
        ["\(Fault.answer(OwnResponse(status: 502, headers: ["A": "b"], body: "<html>")))"],
        [
          "\(Fault.reset(at: .head(0)))", "\(Fault.hold(atMost: .milliseconds(10)))", "sendTwice",
        ],
      ])
  }

  @Test(
    "an invalid rule is reported with its line number and the reason",
    arguments: [
      ("{\"cutbody\": 1}", "“cutbody” is nothing that a rule has"),
      ("{\"path\": \"*\"}", "the rule has no fault"),
      ("{\"first\": 1, \"nth\": 2, \"hold\": 1}", "one of first, nth and every, not more"),
      ("{\"slowResponse\": 0}", "“slowResponse” is to be a number from 1 to a milliard"),
      ("{\"cutBody\": -1}", "“cutBody” is to be a number from 0 to a milliard"),
      ("{\"first\": 0, \"hold\": 1}", "“first” is to be a number from 1 to a milliard"),
      ("{\"response\": {\"status\": 99}}", "“status”: is to be a number from 200 to 599"),
    ])
  func mistakes(line: String, reason: String) throws {
    let error = #expect(throws: FaultRule.LineError.self) {
      try FaultRule.rules(text: "{\"hold\": 1}\n\n" + line)
    }
    #expect(error?.line == 3)
    #expect(error?.reason == reason)
  }

  @Test(
    "invalid JSON and wrong types are reported too",
    arguments: ["{", "[]", "1", "{\"hold\": \"1\"}"])
  func noJSON(line: String) {
    let error = #expect(throws: FaultRule.LineError.self) { try FaultRule.rules(text: line) }
    #expect(error?.line == 1)
    #expect(error?.reason.isEmpty == false)
  }
}
