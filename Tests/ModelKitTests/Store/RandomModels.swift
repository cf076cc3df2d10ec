import ModelKit
import SeededRandom

/// Random partial values.
extension SeededGenerator {
  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// Absent, null or one of a few values, so that values repeat.
  mutating func field<Value>(_ values: [Value]) -> Value?? {
    if chance(40) { return .none }
    return .some(chance(20) ? nil : values.randomElement(using: &self))
  }

  mutating func person(_ ids: [String]) -> Person {
    let badge = chance(50) ? badge() : nil
    return Person(
      ids.randomElement(using: &self) ?? "", name: field(["Ada", "Grace", "Edsger"]),
      avatar: field(["mxc://a/1", "mxc://a/2"]), age: field([1, 2, 3]), badge: badge.map { $0 })
  }

  private mutating func badge() -> Badge {
    let title = field(["a", "b"])
    let rank = field([1, 2])
    var fields: Badge.Fields = []
    if title != nil { fields.insert(.title) }
    if rank != nil { fields.insert(.rank) }
    return Badge(title: title ?? nil, rank: rank ?? nil, isSet: fields)
  }

  mutating func note(_ ids: [Int]) -> Note {
    Note(
      ids.randomElement(using: &self) ?? 0, text: field(["x", "y", "z"]),
      folder: field(["in", "out"]), stars: field([1, 2, 3]))
  }
}
