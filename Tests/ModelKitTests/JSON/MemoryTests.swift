import ModelKit
import SeededRandom
import Synchronization
import Testing

@Suite("Memory use of reading")
struct MemoryTests {
  /// The address of a string's UTF-8.
  private static func address(_ text: String) -> UInt? {
    text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
  }

  private static func json(_ texts: [String]) -> [UInt8] {
    Array(("[\"" + texts.joined(separator: "\",\"") + "\"]").utf8)
  }

  @Test("A repeated text shares its memory, whatever is read in between")
  func sharesRepeatedStrings() throws {
    let senders = (0..<20).map { "@someone.number.\($0):example.org" }
    let texts = (0..<3000).map { $0 % 3 == 0 ? senders[$0 / 3 % 20] : "$event.\($0 * 7919).abcdef" }
    let read = try [String].decode(Self.json(texts))
    #expect(read == texts)
    let addresses = Set(read.filter { $0.hasPrefix("@") }.map(Self.address))
    // The first occurrence is read before the repetition is known, and some entries are evicted
    // meanwhile.
    #expect(addresses.count < 300)
  }

  @Test("Texts that are alike at both ends are distinguished")
  func tellsTextsApart() throws {
    var random = SeededGenerator(seed: 11)
    for length in [16, 17, 23, 24, 40, 63, 64, 65] {
      let texts = (0..<2000).map { _ in
        let middle = (0..<length - 16).map { _ in ["a", "b"].randomElement(using: &random) ?? "a" }
        return "@someone" + middle.joined() + "amplenet"
      }
      #expect(try [String].decode(Self.json(texts)) == texts)
    }
  }

  @Test("A string with escapes and one without are the same text")
  func readsEscapedRepetitions() throws {
    let texts = (0..<1000).flatMap { _ in
      ["caf\\u00e9 au lait, s'il vous", "café au lait, s'il vous"]
    }
    #expect(Set(try [String].decode(Self.json(texts))) == ["café au lait, s'il vous"])
  }

  @Test(
    "Arrays of all sizes are read, and small ones take no more memory than they need",
    arguments: [0, 1, 2, 63, 64, 65, 100, 1000, 2048, 2049, 4095, 4096, 4097, 9000, 70_000])
  func fitsArrays(_ count: Int) throws {
    let numbers = Array(0..<count)
    let text = numbers.map(String.init).joined(separator: ",")
    for read in [
      try [Int].decode(Array("[\(text)]".utf8)),
      try Self.read(text) { reader throws(JSONError) in try reader.readArray(of: Int.self) },
      try Self.read(text) { reader throws(JSONError) in try reader.readLenientArray(of: Int.self) },
    ] {
      #expect(read == numbers)
      if count <= 4096 { #expect(read.capacity <= count + 8) }
    }
  }

  private static func read(
    _ elements: String, _ body: (inout JSONReader) throws(JSONError) -> [Int]
  ) throws -> [Int] {
    var reader = JSONReader(try JSONDocument("[\(elements)]"))
    return try body(&reader)
  }

  @Test("Values read before an error are released", arguments: [1, 3, 60, 200, 5000, 20_000])
  func releasesElements(_ count: Int) throws {
    let good = repeated("1,", count)
    let live = Live()
    try Token.$live.withValue(live) {
      #expect(throws: JSONError.self) { try [Token].decode(Array("[\(good)null]".utf8)) }
      #expect(live.count.load(ordering: .relaxed) == 0)
      var reader = JSONReader(try JSONDocument("[\(good)true,1]"))
      let kept = try reader.readLenientArray(of: Token.self)
      #expect(Set(kept.map(ObjectIdentifier.init)).count == count + 1 && reader.issueCount == 1)
      #expect(live.count.load(ordering: .relaxed) == count + 1)
      withExtendedLifetime(kept) {}
    }
    #expect(live.count.load(ordering: .relaxed) == 0)
  }

  @Test("Detached copies release the document")
  func detaches() throws {
    weak var document: JSONDocument?
    let padding = repeated(" ", 4096)
    func read() throws -> (JSONSlice, LazyString, UnknownMembers) {
      let whole = try JSONDocument(#"{"a":[1,2],"b":"caf\u00e9","c":{"d":3}}"# + padding)
      document = whole
      var reader = JSONReader(whole)
      let object = try reader.readSlice()
      reader = JSONReader(whole)
      try reader.beginObject()
      _ = try reader.nextKey()
      let slice = try reader.readSlice()
      _ = try reader.nextKey()
      let lazy = try reader.readLazyString()
      return (
        slice.detached(), lazy.detached(),
        UnknownMembers(object: object, known: JSONKeyTable(["a"])).detached()
      )
    }
    let (slice, lazy, members) = try read()
    #expect(document == nil)
    #expect(slice.text == "[1,2]" && lazy.string == "café")
    #expect(members.members.map(\.key) == ["b", "c"])
    #expect(members["c"]?.text == #"{"d":3}"#)
  }
}

/// The number of live tokens.
private final class Live: Sendable {
  let count = Atomic(0)
}

/// An element that counts its live instances.
private final class Token: JSONDecodable, Sendable {
  @TaskLocal static var live = Live()

  private let live = Token.live

  init() {
    live.count.wrappingAdd(1, ordering: .relaxed)
  }

  deinit {
    live.count.wrappingSubtract(1, ordering: .relaxed)
  }

  static func decode(from reader: inout JSONReader) throws(JSONError) -> Token {
    _ = try reader.readInteger(Int.self)
    return Token()
  }
}
