import Foundation
import TestServers
import Testing

/// Events that try to break the program, and what it should show of them.
///
/// Each is a file in `Hostile`. A value in it can stand for a larger one: `{"repeat": "x", "times": 9}`
/// for a text, with texts `before` and `after`; `{"list": "@u#:x", "times": 9}` for numbered texts;
/// `{"map": "@u#:x", "times": 9, "value": …}` for an object with numbered keys; and, in a list,
/// `{"each": 9, "event": …}` for numbered values. The number takes the place of `#`.
///
/// A file may also have `media`, which ``PlantedServer`` makes by their descriptions and serves, and `steps`:
/// keys that are pressed afterwards, and what is then on the screen.
struct HostileEvents: CustomTestStringConvertible {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Hostile")

  /// All files, in the order of their names.
  static let all: [HostileEvents] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { HostileEvents(file: $0) }
  }()

  /// What the screen shows after the events or after some keys.
  struct Expectations: Decodable {
    let shows: [String]
    var hides: [String]?
    /// How many rows show a text.
    var counts: [String: Int]?

    /// Whether a screen shows all that it must.
    func areMet(by screen: Screen) -> Bool {
      shows.allSatisfy { screen.contains($0) }
        && (counts ?? [:]).allSatisfy { screen.count($0) == $1 }
    }

    /// What a screen shows that it must not.
    func violations(by screen: Screen) -> [String] {
      (hides ?? []).filter { screen.contains($0) }
    }
  }

  /// Keys by tmux's names or texts, and what the screen shows after them.
  struct Step: Decodable {
    let keys: [String]
    let shows: [String]
    var hides: [String]?
    /// `mounts`, if it is one for a program that sees the mounted folders.
    var needs: String?

    var expectations: Expectations { Expectations(shows: shows, hides: hides) }
  }

  /// What a file says beside the events.
  struct Plan: Decodable {
    var steps: [Step]?
    /// What is in the home folder before, and after the steps.
    var stands: [String: String]?
    var holds: [String: String]?
  }

  /// So many lines take older pictures from any screen of these stories.
  private static let screenful = 30

  private let file: String

  var testDescription: String { file }
  var name: String { String(file.dropLast(".json".count)) }

  /// What the screen must show after the events.
  func expectations() throws -> Expectations {
    try JSONDecoder().decode(Expectations.self, from: content())
  }

  func plan() throws -> Plan { try JSONDecoder().decode(Plan.self, from: content()) }

  /// Whether keys are pressed after the events.
  func hasSteps() throws -> Bool { try values()["steps"] != nil }

  /// Whether there is anything to wait for, after the messages are there.
  func hasMedia() throws -> Bool { try values()["media"] != nil }

  /// The parts of a sync response, as JSON, and the descriptions of `media`.
  func response() throws -> Data {
    let values = try values()
    var parts: [String: Any] = [:]
    for name in ["events", "ephemeral", "account", "device"] {
      parts[name] = Self.expanded(values[name] as? [Any] ?? [])
    }
    for name in ["media", "rooms"] { parts[name] = values[name] ?? [:] }
    if values["media"] != nil {
      parts["events"] = Self.blankLines + (parts["events"] as? [Any] ?? [])
    }
    return try JSONSerialization.data(withJSONObject: parts, options: .fragmentsAllowed)
  }

  private static var blankLines: [Any] {
    (0..<screenful).map { _ in
      ["type": "m.room.message", "content": ["msgtype": "m.text", "body": "·"]]
    }
  }

  private func values() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: content()) as? [String: Any] ?? [:]
  }

  private func content() throws -> Data {
    try Data(contentsOf: Self.folder.appendingPathComponent(file))
  }

  private static func expanded(_ list: [Any]) -> [Any] {
    list.flatMap { value -> [Any] in
      guard let values = value as? [String: Any], let count = values["each"] as? Int,
        let template = values["event"]
      else { return [expanded(value)] }
      return (0..<count).map { numbered(expanded(template), $0) }
    }
  }

  private static func expanded(_ value: Any) -> Any {
    if let list = value as? [Any] { return expanded(list) }
    guard let values = value as? [String: Any] else { return value }
    guard let count = values["times"] as? Int else { return values.mapValues { expanded($0) } }
    if let text = values["repeat"] as? String {
      let (before, after) = (values["before"] as? String, values["after"] as? String)
      return (before ?? "") + String(repeating: text, count: count) + (after ?? "")
    }
    if let text = values["list"] as? String { return (0..<count).map { numbered(text, $0) } }
    let key = values["map"] as? String ?? ""
    let entries = (0..<count).map { (numbered(key, $0) as? String ?? "", values["value"] ?? [:]) }
    return Dictionary(uniqueKeysWithValues: entries)
  }

  private static func numbered(_ value: Any, _ number: Int) -> Any {
    switch value {
    case let text as String: text.replacingOccurrences(of: "#", with: String(number))
    case let list as [Any]: list.map { numbered($0, number) }
    case let values as [String: Any]: values.mapValues { numbered($0, number) }
    default: value
    }
  }
}
