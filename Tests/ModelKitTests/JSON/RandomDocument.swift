import Foundation
import ModelKit
import SeededRandom

/// Random JSON documents, and their comparison with Foundation's results.
enum RandomDocument {
  static func text(depth: Int, using random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1: String(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 2: String(Double.random(in: -1e6...1e6, using: &random))
    case 3:
      "\(Int.random(in: -99...99, using: &random))e\(Int.random(in: -20...20, using: &random))"
    case 4, 5: string(using: &random)
    case 6: list("[", "]", using: &random) { text(depth: depth - 1, using: &$0) }
    default:
      list("{", "}", using: &random) { random in
        // A number makes the keys of one object distinct: Foundation keeps any of duplicate ones.
        let key = string(using: &random).dropLast() + "\(random.next())\""
        return key + space(using: &random) + ":" + text(depth: depth - 1, using: &random)
      }
    }
  }

  private static func list(
    _ open: String, _ close: String, using random: inout SeededGenerator,
    _ element: (inout SeededGenerator) -> String
  ) -> String {
    let elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      space(using: &random) + element(&random) + space(using: &random)
    }
    return open + elements.joined(separator: ",") + close
  }

  private static func space(using random: inout SeededGenerator) -> String {
    ["", "", "", " ", "\n  ", "\t", "\r\n"].randomElement(using: &random) ?? ""
  }

  private static func string(using random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "plain words ", #"\n"#, #"\\"#, #"\""#, #"\/"#, #"\u00e9"#, #"\u20AC"#, #"\ud83d\ude00"#,
      "é",
      "日本", "😀", "{", "]", ":", ",", #"\u0416\u0436"#, "u", "0",
    ]
    let count = Int.random(in: 0...12, using: &random)
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }

  /// Whether a tree has the same content as Foundation's result.
  static func agrees(_ ours: JSONValue?, _ theirs: Any) -> Bool {
    guard let ours else { return false }
    switch ours {
    case .null: return theirs is NSNull
    case .boolean(let value): return theirs as? Bool == value
    case .number(let number):
      // Foundation may be off by a unit or two in the last place.
      guard let value = (theirs as? NSNumber)?.doubleValue else { return false }
      return abs(value - number.double) <= abs(value) * 1e-15
    case .string(let text): return (theirs as? String)?.utf8.elementsEqual(text.utf8) == true
    case .array(let elements):
      guard let theirs = theirs as? [Any], theirs.count == elements.count else { return false }
      return zip(elements, theirs).allSatisfy { agrees($0, $1) }
    case .object(let object):
      guard let theirs = theirs as? [String: Any] else { return false }
      return Set(object.map(\.key)).count == theirs.count
        && theirs.allSatisfy { agrees(object[$0.key], $0.value) }
    }
  }
}
