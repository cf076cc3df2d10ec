import Foundation
import ModelKit
import Testing

@Suite("Structures of C in generated types")
struct StructureTests {
  @Test("they are compared like other fields")
  func fields() {
    let size = CGSize(width: 3, height: 4)
    let poster = Poster(bounds: CGRect(origin: .zero, size: size), sizes: [size])
    #expect(poster.bounds.width == 3 && poster.isSet == [.bounds, .sizes])
    #expect(poster == Poster(bounds: CGRect(x: 0, y: 0, width: 3, height: 4), sizes: [size]))
    #expect(poster.with { $0.corner = .zero }.changed(from: poster) == .corner)
  }

  @Test("a transformer reads and writes them")
  func transformer() throws {
    let text = Array(#"{"range":[2,5],"note":[0,1]}"#.utf8)
    let excerpt = try Excerpt.decode(text)
    #expect(excerpt.range == NSRange(location: 2, length: 5))
    #expect(excerpt.encoded() == text)
    #expect(throws: JSONError.self) { try Excerpt.decode(Array(#"{"range":[2]}"#.utf8)) }
  }
}
