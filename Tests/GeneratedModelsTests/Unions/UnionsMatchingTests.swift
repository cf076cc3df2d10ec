import ModelKit
import Testing

@Suite("Matching of unions")
struct UnionsMatchingTests {
  private struct Refusal: Error, Equatable {}

  private func name(_ note: Note) -> String {
    note.match(
      text: { body, size in "text \(body) \(size ?? 0)" },
      picture: { source, tags in "picture \(source) \(tags.count)" },
      pin: { "pin" },
      place: { place in "place \(place.name)" },
      unknown: { tag, raw in "unknown \(tag ?? "-") \(raw.text)" })
  }

  @Test("calls the closure of the case and returns its result")
  func result() throws {
    #expect(name(.text(body: "b", size: 2)) == "text b 2")
    #expect(name(.picture(source: "s", tags: ["a"])) == "picture s 1")
    #expect(name(.pin) == "pin")
    #expect(name(.place(Place(name: "n"))) == "place n")
    #expect(name(try Note.decode(Array(#"{"kind":"k"}"#.utf8))) == #"unknown k {"kind":"k"}"#)
  }

  @Test("lets errors of a closure through")
  func errors() throws {
    #expect(throws: Refusal.self) {
      try Note.pin.match(
        text: { _, _ in 1 }, picture: { _, _ in 2 }, pin: { throw Refusal() }, place: { _ in 3 },
        unknown: { _, _ in 4 })
    }
  }

  @Test("without a result needs closures only for some cases")
  func partial() {
    var seen: [String] = []
    for note in [Note.pin, .text(body: "b", size: nil), .place(Place(name: "n"))] {
      note.match(text: { body, _ in seen.append(body) }, place: { seen.append($0.name) })
    }
    #expect(seen == ["b", "n"])
  }
}
