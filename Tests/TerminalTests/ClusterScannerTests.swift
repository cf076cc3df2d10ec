import SeededRandom
import Testing

@testable import Terminal

@Suite("ClusterScanner")
struct ClusterScannerTests {
  private static let loners = (0...0xFFFF).compactMap(Unicode.Scalar.init as (UInt32) -> _).filter(
    \.isLoner)

  @Test("a loner is a character beside itself, each kind of loner and ASCII, and no pictograph")
  func loners() {
    #expect(Self.loners.count > 40_000)
    let others = "a \néλя‐─。が漢가각！"
    for scalar in Self.loners {
      var text = String.UnicodeScalarView([scalar])
      for other in others.unicodeScalars { text += [other, scalar] }
      text.append(scalar)
      #expect(String(text).count == text.count, "\(scalar.escaped(asASCII: true))")
      #expect(!scalar.properties.isEmoji)
    }
  }

  @Test("finds the characters and widths that the standard library finds", arguments: 0..<40)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        view.append(Self.scalar(&generator))
      }
      let text = SafeText(String(view)).string
      var scanner = ClusterScanner(text)
      for character in text {
        let next = scanner.next()
        let cluster = try #require(next)
        #expect(scanner.character(of: cluster) == character)
        #expect(cluster.offsets.count == character.utf8.count)
        #expect(cluster.width == TextWidth.columns(of: character))
      }
      #expect(scanner.next() == nil)
    }
  }

  private static func scalar(_ generator: inout SeededGenerator) -> Unicode.Scalar {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: loners[Int.random(in: 0..<loners.count, using: &generator)]
    case 1: Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &generator))
    default: generator.scalar()
    }
  }
}
