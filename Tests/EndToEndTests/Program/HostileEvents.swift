import Foundation
import TestServers
import Testing

/// Events that try to break the program, and what it should show of them.
///
/// Each is a file in `Hostile`. A value in it can stand for a larger one: `{"repeat": "x", "times": 9}`
/// for a text, with texts `before` and `after`; `{"list": "@u#:x", "times": 9}` for numbered texts;
/// `{"map": "@u#:x", "times": 9, "value": …}` for an object with numbered keys; and, among the events,
/// `{"each": 9, "event": …}` for numbered ones. The number takes the place of `#`.
struct HostileEvents: CustomTestStringConvertible {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Hostile")

  /// All files, in the order of their names.
  static let all: [HostileEvents] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { HostileEvents(file: $0) }
  }()

  /// What a file says beside the events.
  private struct Expectations: Decodable {
    let shows: [String]
    let hides: [String]
  }

  private let file: String

  var testDescription: String { file }
  var name: String { String(file.dropLast(".json".count)) }

  /// Texts that the screen must show, and others that it must not.
  func expectations() throws -> (shows: [String], hides: [String]) {
    let expectations = try JSONDecoder().decode(Expectations.self, from: content())
    return (expectations.shows, expectations.hides)
  }

  /// The part of a sync response, as JSON: `events` and `ephemeral`.
  func response() throws -> Data {
    let values = try JSONSerialization.jsonObject(with: content()) as? [String: Any] ?? [:]
    let parts = ["events", "ephemeral"].map { ($0, Self.expanded(values[$0] as? [Any] ?? [])) }
    return try JSONSerialization.data(
      withJSONObject: Dictionary(uniqueKeysWithValues: parts), options: .fragmentsAllowed)
  }

  private func content() throws -> Data {
    try Data(contentsOf: Self.folder.appendingPathComponent(file))
  }

  private static func expanded(_ events: [Any]) -> [Any] {
    events.flatMap { event -> [Any] in
      guard let values = event as? [String: Any], let count = values["each"] as? Int,
        let template = values["event"]
      else { return [expanded(event)] }
      return (0..<count).map { numbered(expanded(template), $0) }
    }
  }

  private static func expanded(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map { expanded($0) } }
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
