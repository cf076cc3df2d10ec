import ModelSchema
import Testing

@Suite("Remodel robustness")
struct RemodelRobustnessTests {
  /// SplitMix64: the same numbers on every machine.
  struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let goldens =
    RemodelGolden.grammar + RemodelGolden.types + RemodelGolden.annotations + RemodelGolden.cases
    + RemodelGolden.configuration

  private static let pieces = [
    "{", "}", "(", ")", "<", ">", "[", "]", "*", "?", "%", "#", "\"", "=", ",", ";", ":", "\n",
    "includes(", "%nullable ", "%singleAttributeSubtype attributeType=", "NSArray<", "é", "\u{0}",
    "%default value=", "%type name=", "Optional<", "-9223372036854775808", "\\.",
  ].map { Array($0.utf8) }

  private func mutated(_ text: String, _ random: inout Random) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
      case 2:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 0...9, using: &random)))
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes.prefix(place).suffix(20), at: place)
      }
      if bytes.isEmpty { bytes = [UInt8(ascii: "{")] }
    }
    return bytes
  }

  /// Parses arbitrary bytes; the result must be consistent.
  private func check(_ bytes: [UInt8], path: String) {
    let file = SourceFile(path: path, bytes: bytes)
    let configuration = RemodelConfiguration.parse(file)
    checkPlaces(configuration.diagnostics, in: file)
    guard RemodelFileKind(path: path) != nil else { return }
    let result = RemodelFrontEnd.parse(file, configuration: configuration.configuration)
    checkPlaces(result.diagnostics, in: file)
    #expect(result.types.count <= 1)
    #expect(!result.types.isEmpty || !result.diagnostics.isEmpty)
    for diagnostic in result.diagnostics {
      let text = diagnostic.message + (diagnostic.mend ?? "")
      #expect(
        text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "…" },
        "\(text.debugDescription)")
    }
  }

  private func checkPlaces(_ diagnostics: [Diagnostic], in file: SourceFile) {
    let lines = file.bytes.count { $0 == UInt8(ascii: "\n") } + 1
    for diagnostic in diagnostics {
      #expect((1...lines).contains(diagnostic.location.line))
      let width = file.line(diagnostic.location.line).count + 2
      #expect((1...width).contains(diagnostic.location.column))
    }
  }

  @Test("Every randomly changed file is read or rejected", arguments: 0..<8)
  func mutations(_ seed: Int) {
    var random = Random(state: UInt64(seed))
    for golden in Self.goldens {
      for _ in 0..<12 {
        check(mutated(golden.text, &random), path: golden.path)
      }
    }
  }

  @Test("Any bytes are read or rejected")
  func noise() {
    var random = Random(state: 4)
    for path in ["User.value", "User.adtValue"] {
      for _ in 0..<300 {
        let bytes = (0..<Int.random(in: 0...80, using: &random)).flatMap { _ in
          Bool.random(using: &random)
            ? [UInt8.random(in: 0...127, using: &random)]
            : Self.pieces.randomElement(using: &random) ?? []
        }
        check(bytes, path: path)
      }
    }
  }

  @Test(
    "A file of opening brackets ends with an error",
    arguments: ["{", "[", "<", "(", "A<", "a{", "#\n", "%a ", "%a b=", "\"", "[A:", "Optional<"])
  func repetition(_ piece: String) {
    for path in ["User.value", "User.adtValue"] {
      for head in ["", "User {\n", "User {\n  text {"] {
        let text = head + String(repeating: piece, count: 20_000)
        let result = RemodelFrontEnd.parse(SourceFile(path: path, text: text))
        #expect(!result.diagnostics.isEmpty)
      }
    }
  }
}
