import ModelKit
import Signals
import Synchronization
import Testing

@Suite("Merging models in fields")
struct DeepMergeTests {
  private static func parcel(_ json: String) throws -> Parcel {
    try Parcel.decode(Array(json.utf8))
  }

  @Test("On request a nullable model merges, and null replaces it")
  func merging() throws {
    let old = try Self.parcel(
      #"{"from": {"name": "A", "street": "B"}, "replaced": {"name": "A", "street": "B"}, "#
        + #""to": {"name": "A", "street": "B"}, "quiet": {"street": "B", "town": "C"}}"#)
    let new = try Self.parcel(
      #"{"from": {"name": "X"}, "replaced": {"name": "X"}, "to": {"name": "X"}, "#
        + #""quiet": {"street": "X"}}"#)
    let merged = old.merging(new)
    #expect(merged.from == Label(name: "X", street: "B"))
    #expect(merged.replaced == Label(name: "X"))
    #expect(merged.to == Label(name: "X", street: "B"))
    #expect(merged.quiet == Address(street: "X", town: "C"))
    let none = try Self.parcel(#"{"from": {}, "to": null}"#)
    #expect(merged.merging(none).to == nil)
    #expect(merged.merging(none).isSet.contains(.to))
    #expect(none.merging(new).to == Label(name: "X"))
    #expect(merged.merging(try Self.parcel(#"{"from": {}}"#)).to == merged.to)
  }

  @Test("The difference of a deep merge restores the merged value")
  func difference() throws {
    let old = try Self.parcel(#"{"from": {}, "to": {"name": "A"}}"#)
    for new in [#"{"from": {}, "to": {"hint": "H"}}"#, #"{"from": {}, "to": null}"#] {
      let merged = old.merging(try Self.parcel(new))
      let patch = merged.restricted(to: merged.changed(from: old))
      #expect(old.merging(patch).changed(from: merged) == [])
    }
  }

  @Test("A model that is merged as a field of another one is reported as such")
  func notifications() throws {
    let old = try Self.parcel(
      #"{"from": {"name": "notice"}, "replaced": {"name": "notice"}, "to": {"name": "notice"}}"#)
    let new = try Self.parcel(
      #"{"from": {"hint": "n"}, "replaced": {"name": "notice"}, "to": {"hint": "t"}}"#)
    let labels = Mutex<[String]>([])
    let parcels = Mutex<[InitKind]>([])
    // Other tests create labels at the same time.
    let first = ModelNotifications.signal(of: Label.self).subscribe(value: { told in
      guard told.model.name == "notice", let hint = told.model.hint else { return }
      labels.withLock { $0.append("\(told.kind) \(hint)") }
    })
    let second = ModelNotifications.signal(of: Parcel.self).subscribe(value: { told in
      if told.model.from.name == "notice" { parcels.withLock { $0.append(told.kind) } }
    })
    _ = old.merging(new)
    _ = old.from.merging(new.from)
    first.dispose()
    second.dispose()
    #expect(labels.withLock { $0 } == ["submerged n", "submerged t", "merged n"])
    #expect(parcels.withLock { $0 } == [.merged])
  }
}
