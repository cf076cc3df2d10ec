import FoundationEssentials
import ModelKit
import SeededRandom

extension SeededGenerator {
  mutating func person() -> PersonID {
    PersonID(rawValue: "@" + String(number(below: 3)))
  }

  mutating func address() -> Address {
    let town = maybe { $0.text() }
    return Address(
      street: text(), town: town, number: maybe { $0.number(below: 9) },
      nulls: town == nil && next() % 2 == 0 ? .town : [])
  }

  mutating func presence() -> Presence {
    switch number(below: 4) {
    case 0: .online
    case 1: .away
    case 2: .offline
    default: .unknown("org.example." + text())
    }
  }

  /// A person with the given identity, and fields that are absent, null or set.
  mutating func somebody(_ id: PersonID) -> Person {
    var nulls: Person.Fields = []
    if next() % 3 == 0 { nulls.insert(.displayName) }
    if next() % 3 == 0 { nulls.insert(.height) }
    if next() % 3 == 0 { nulls.insert(.home) }
    let person = Person(
      personID: id, displayName: maybe { $0.text() }, age: maybe { $0.number(below: 99) },
      presence: presence(), height: maybe { Double($0.number(below: 900)) / 8 },
      home: maybe { $0.address() }, work: address(), tags: list { $0.text() },
      numbers: Set(list { $0.number(below: 50) - 25 }),
      addresses: Dictionary(
        list { ($0.text(), $0.address()) }, uniquingKeysWith: { $1 }),
      visited: list { $0.address() },
      born: Date(timeIntervalSince1970: Double(number(below: 1_000_000))), nulls: nulls)
    return next() % 2 == 0 ? person : withUnknown(person)
  }

  /// The same with unknown members, also in nested objects.
  private mutating func withUnknown(_ person: Person) -> Person {
    var object = JSONObject.decoded(person.encoded())
    let value = JSONValue.string(text())
    object["org.example.\(number(below: 3))"] = value
    if case .object(var content)? = object["content"] {
      content["org.example.inner"] = .array([value, .null])
      object["content"] = .object(content)
    }
    do {
      return try Person.decode(JSONValue.object(object).encoded())
    } catch {
      preconditionFailure("A person with more members is a person: \(error)")
    }
  }

  mutating func wide(depth: Int = 0) -> Wide {
    Wide(
      id: String(number(below: 2)), a: maybe { $0.text() }, e: maybe { $0.number(below: 9) },
      g: maybe { $0.list { $0.text() } },
      h: maybe { generator in
        Dictionary(
          generator.list { ($0.text(), $0.number(below: 9)) }, uniquingKeysWith: { $1 })
      },
      i: maybe { Double($0.number(below: 99)) / 4 }, j: maybe { $0.next() % 2 == 0 },
      k: depth < 3 ? maybe { $0.wide(depth: depth + 1) } : nil,
      l: depth < 2 ? maybe { $0.list { $0.wide(depth: depth + 1) } } : nil,
      default: maybe { $0.text() }, writer: maybe { $0.text() },
      nulls: Wide.Fields(rawValue: UInt16(truncatingIfNeeded: next())).subtracting(.id))
  }

  /// A diary as a server would write it, with dates in different zones and precisions.
  mutating func diary() -> Diary {
    var members: JSONObject = ["id": "d", "begin": date()]
    if next() % 3 > 0 { members["end"] = next() % 3 == 0 ? .null : date() }
    members["visits"] = .array(list { $0.date() })
    if next() % 2 == 0 { members["birthdays"] = .object(["ann": date()]) }
    members["saved"] = .number(JSONNumber(number(below: 9)))
    do {
      return try Diary.decode(JSONValue.object(members).encoded())
    } catch {
      preconditionFailure("A diary with any dates is a diary: \(error)")
    }
  }

  private mutating func date() -> JSONValue {
    let zone = ["Z", "+00:00", "-01:00"][number(below: 3)]
    let fraction = ["", ".0", ".25", ".000", ".000001"][number(below: 5)]
    return .string("2026-11-23T12:00:0\(number(below: 3))\(fraction)\(zone)")
  }

  mutating func board() -> Board {
    Board(
      key: text(), kind: maybe { $0.next() % 2 == 0 ? Board.Kind.public : .unknown($0.text()) },
      pinCount: maybe { $0.number(below: 100) },
      owner: maybe { generator in
        Board.Owner(name: generator.maybe { $0.text() }, rank: generator.number(below: 9))
      },
      labels: maybe { $0.list { $0.text() } },
      additional: maybe { _ in ["x": 1] })
  }
}

extension JSONObject {
  /// Decodes a text that contains an object.
  static func decoded(_ bytes: [UInt8]) -> JSONObject {
    do {
      return try JSONObject.decode(bytes)
    } catch {
      preconditionFailure("The text is an object: \(error)")
    }
  }
}
