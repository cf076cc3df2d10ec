import FoundationEssentials
import ModelKit
import Signals
import Synchronization
import Testing

@Suite("Features of generated models")
struct ModelFeatureTests {
  @Test("A builder has empty values, and only assigned fields are set")
  func builder() {
    let address = Address.Builder().build()
    #expect(address.street.isEmpty)
    #expect(address.isSet == [])
    let other = address.with {
      $0.street = "A"
      $0.town = nil
    }
    #expect(other.isSet == [.street, .town])
    #expect(other.street == "A")
    #expect(address.street.isEmpty)
    let wide = Wide(id: "w").with { $0.d = "x" }
    #expect(wide.isSet.contains(.d))
    #expect(wide.with { $0.d = nil } != Wide(id: "w"), "Null is not absent.")
  }

  @Test("The description names the set fields")
  func description() {
    #expect(
      Address(street: "A \"b\"", nulls: .town).description
        == #"Address(street: "A \"b\"", town: nil)"#)
  }

  @Test("The schema has the fields in the order of their bits")
  func schema() {
    #expect(Person.schema.fields.map(\.name) == Person.Fields.all.names)
    #expect(Person.schema.fields[1].keyPath == ["displayname"])
    #expect(Person.schema.fields[1].legacyKeyPaths == [["display_name"], ["nick"]])
    #expect(Person.schema.fields[1].isIndexed)
    #expect(Person.schema.fields[4].keyPath == ["content", "info", "height"])
    #expect(Person.schema.hash != Wide.schema.hash)
  }

  @Test("Only types that request hooks, undo and notifications have them")
  func optIns() {
    #expect((Person.self as Any.Type) is any HookedModel.Type)
    #expect((Person.self as Any.Type) is any UndoableModel.Type)
    #expect((Person.self as Any.Type) is any NotifyingModel.Type)
    #expect(!((Wide.self as Any.Type) is any HookedModel.Type))
    #expect(!((Wide.self as Any.Type) is any NotifyingModel.Type))
    #expect((Wide.self as Any.Type) is any StoredModel.Type)
    #expect(!((Plain.self as Any.Type) is any Model.Type))
    #expect(!((Bare.self as Any.Type) is any JSONEncodable.Type))
    #expect(Bare(number: 1) == Bare(number: 1))
  }

  @Test("A type with notifications reports how each instance was created")
  func notifications() throws {
    let kinds = Mutex<[InitKind]>([])
    let id = PersonID(rawValue: "@only-here")
    let subscription = ModelNotifications.signal(of: Person.self).subscribe(value: { told in
      if told.model.id == id { kinds.withLock { $0.append(told.kind) } }
    })
    let person = Person.Builder(
      personID: id, work: Address(street: ""), born: Date(timeIntervalSince1970: 0)
    ).build()
    _ = person.merging(person.with { $0.age = 3 })
    _ = try Person.decode(JSONDocument(person.encoded(), isPartial: true))
    #expect(kinds.withLock { $0 } == [.built, .copied, .merged, .decoded])
    subscription.dispose()
    _ = try Person.decode(JSONDocument(person.encoded(), isPartial: true))
    #expect(kinds.withLock { $0.count } == 4)
  }

  @Test("A wide type is as small as a reference, and its copies share one value")
  func storage() {
    #expect(MemoryLayout<Wide>.size == MemoryLayout<AnyObject>.size)
    let wide = Wide(id: "w", a: "x")
    let copy = wide
    #expect(copy == wide)
    #expect(wide.with { $0.a = "y" }.a == "y")
    #expect(copy.a == "x")
  }
}
