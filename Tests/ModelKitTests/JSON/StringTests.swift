import ModelKit
import SeededRandom
import Testing

@Suite("Strings")
struct StringTests {
  @Test(
    "Escapes are decoded",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00!""#, "😀!"), (#""\u0000""#, "\u{0}"),
      (#""\\u0041""#, "\\u0041"), (#""a\\""#, "a\\"), (#""\udbff\udfff""#, "\u{10FFFF}"),
    ])
  func unescapes(_ json: String, _ text: String) throws {
    #expect(Reading(json).value?.string == text)
  }

  @Test(
    "A lone surrogate becomes U+FFFD",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"),
      (#""\ud800\n""#, "\u{FFFD}\n"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
      (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud800\u0041""#, "\u{FFFD}A"),
      (#""\udfff\udfff""#, "\u{FFFD}\u{FFFD}"),
    ])
  func replacesSurrogates(_ json: String, _ text: String) throws {
    #expect(Reading(json).value?.string == text)
    var reader = JSONReader(try JSONDocument(json))
    #expect(try reader.readLazyString().string == text)
  }

  /// A random string as JSON and as text, made of pieces that end at any position of a block.
  private static func random(_ random: inout SeededGenerator) -> (json: String, text: String) {
    let pieces: [(String, String)] = [
      ("a", "a"), ("plain text", "plain text"), (#"\n"#, "\n"), (#"\\"#, "\\"), (#"\""#, "\""),
      (#"\u0416"#, "Ж"), (#"\u20ac"#, "€"), (#"\ud83d\ude00"#, "😀"), (#"\u0007"#, "\u{7}"),
      ("é", "é"), ("😀", "😀"), ("u", "u"), (" ", " "), (#"\/"#, "/"), (#"\ud83d"#, "\u{FFFD}"),
      ("u0041", "u0041"), ("日本語", "日本語"), (#"\uFFFF"#, "\u{FFFF}"),
    ]
    var json = ""
    var text = ""
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let piece = pieces[Int.random(in: pieces.indices, using: &random)]
      // A lone surrogate must not be followed by another escape, which might complete it.
      json += piece.0 + (piece.0 == #"\ud83d"# ? "-" : "")
      text += piece.1 + (piece.0 == #"\ud83d"# ? "-" : "")
    }
    return (json, text)
  }

  @Test("All ways to read a string agree on all lengths and mixtures")
  func readsMixtures() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<800 {
      let (json, text) = Self.random(&random)
      let document = try JSONDocument("[\"" + json + "\",\"" + json + "\",\"" + json + "\",1]")
      var reader = JSONReader(document)
      try reader.beginArray()
      #expect(try reader.nextElement())
      let start = reader.mark
      try reader.skipValue()
      let end = reader.offset
      reader.reset(to: start)
      #expect(try reader.readString().unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(reader.offset == end)
      #expect(try reader.nextElement())
      let lazy = try reader.readLazyString()
      #expect(lazy.string.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(lazy == LazyString(text))
      #expect(lazy.hashValue == LazyString(text).hashValue)
      #expect(lazy.detached() == lazy)
      #expect(try reader.nextElement())
      let key = try reader.readKey()
      #expect(key.string.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(key.count == text.utf8.count)
      #expect(try reader.nextElement())
    }
  }

  @Test("A wrong escape is found at every place of a block, read or skipped")
  func findsWrongEscapes() {
    for count in 0..<70 {
      for wrong in [#"\x"#, #"\u12"#, #"\u00g0"#, #"\uD800\u00"#, "\u{1}", #"\u000\u0041"#] {
        for filler in ["a", #"\u0416"#, #"\\"#] {
          let text = "\"" + repeated(filler, count) + wrong + "\u{20}tail\""
          let error = Reading(text).error
          let offset = 1 + count * filler.utf8.count + (wrong.hasPrefix(#"\uD800"#) ? 6 : 0)
          #expect(error?.offset == offset)
          #expect(error?.reason == (wrong == "\u{1}" ? .controlCharacter : .invalidEscape))
          #expect(Reading.skipping(Array(text.utf8)) == error)
        }
      }
    }
  }

  @Test("Keys are compared with literals of every length")
  func comparesKeys() throws {
    var reader = JSONReader(
      try JSONDocument(
        #"["","a","ab","abc","abcd","abcdefg","abcdefgh","abcdefghi","abcdefghijklmnopqr","é"]"#))
    try reader.beginArray()
    var found: [String] = []
    while try reader.nextElement() {
      let key = try reader.readKey()
      if key == "" { found.append("") }
      if key == "a" { found.append("a") }
      if key == "ab" { found.append("ab") }
      if key == "abc" { found.append("abc") }
      if key == "abcd" { found.append("abcd") }
      if key == "abcdefg" { found.append("abcdefg") }
      if key == "abcdefgh" { found.append("abcdefgh") }
      if key == "abcdefghi" { found.append("abcdefghi") }
      if key == "abcdefghijklmnopqr" { found.append("abcdefghijklmnopqr") }
      if key == "é" { found.append("é") }
      #expect(found.last == key.string)
      #expect(!(key == "abcdefghijklmnopqs") && !(key == "b") && !(key == "abcdefgx"))
    }
    #expect(found.count == 10)
  }

  @Test("Keys with escapes stay valid after others have been read and after a reset")
  func keepsKeys() throws {
    var reader = JSONReader(try JSONDocument(#"{"\u0061b":1,"\n":2,"plain":3,"ab":4}"#))
    let start = reader.mark
    try reader.beginObject()
    let first = try #require(try reader.nextKey())
    try reader.skipValue()
    let second = try #require(try reader.nextKey())
    try reader.skipValue()
    let third = try #require(try reader.nextKey())
    try reader.skipValue()
    let fourth = try #require(try reader.nextKey())
    #expect(first == "ab" && second == "\n" && third == "plain" && fourth == first)
    reader.reset(to: start)
    try reader.beginObject()
    #expect(try reader.nextKey() == first)
    #expect(first.string == "ab")
  }
}
