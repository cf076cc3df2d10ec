import ModelKit
import SeededRandom
import Testing

@Suite("Merge")
struct MergePropertyTests {
  @Test("merging is associative, and nothing is its neutral value", arguments: [1, 2, 3, 4])
  func isAssociative(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let (a, b, c) = (random.person(["a"]), random.person(["a"]), random.person(["a"]))
      #expect(a.merging(b).merging(c) == a.merging(b.merging(c)))
      #expect(a.merging(Person("a")) == a)
      #expect(Person("a").merging(a) == a)
    }
  }

  @Test(
    "the difference names the differing fields, and replacing them restores", arguments: [5, 6])
  func differenceRestores(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let (a, b) = (random.note([1]), random.note([1]))
      let fields = a.changed(from: b)
      #expect(fields.isEmpty == (a == b))
      #expect(b.replacing(fields, from: a) == a)
      #expect(b.changed(from: a) == fields)
    }
  }

  @Test("a set of fields has the names of its bits")
  func namesFields() {
    #expect(Person.Fields([.age, .displayName]).names == ["displayName", "age"])
    #expect("\(Person.Fields.all)" == "[id, displayName, avatar, age, badge]")
    #expect(Person.Fields.all.names == Person.schema.fields.map(\.name))
  }

  @Test("identifiers have one text form and accept no other")
  func identifierTexts() {
    #expect(Int(storageKey: "-12") == -12)
    #expect(Int(storageKey: "+12") == nil)
    #expect(Int(storageKey: "012") == nil)
    #expect(Int(storageKey: "") == nil)
    #expect(UInt64(storageKey: "18446744073709551616") == nil)
    #expect(UInt64.max.storageKey == "18446744073709551615")
    #expect(String(storageKey: "") == "")
  }
}
