import ModelKit
import SeededRandom
import Testing

@Suite("Numbers")
struct NumberTests {
  private func integer<T: FixedWidthInteger>(_ text: String, _ type: T.Type) throws -> T {
    var reader = JSONReader(try JSONDocument(text))
    let value = try reader.readInteger(T.self)
    try reader.finish()
    return value
  }

  private func double(_ text: String) throws -> Double {
    var reader = JSONReader(try JSONDocument(text))
    let value = try reader.readDouble()
    try reader.finish()
    return value
  }

  @Test("Whole numbers are read up to the bounds of their type")
  func readsBounds() throws {
    #expect(try integer("9223372036854775807", Int64.self) == .max)
    #expect(try integer("-9223372036854775808", Int64.self) == .min)
    #expect(try integer("18446744073709551615", UInt64.self) == .max)
    #expect(try integer("-128", Int8.self) == -128)
    #expect(try integer("255", UInt8.self) == 255)
    #expect(try integer("-0", UInt8.self) == 0)
    #expect(try integer("1795229562763", Int.self) == 1_795_229_562_763)
    #expect(try integer("999999999999999999", Int.self) == 999_999_999_999_999_999)
    #expect(try integer("1000000000000000000", Int.self) == 1_000_000_000_000_000_000)
  }

  @Test(
    "Numbers beyond the type are errors that can be dropped",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "1e19", "99999999999999999999", "1e400",
    ])
  func refusesOverflow(_ text: String) throws {
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try integer(text, Int64.self) }
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try integer("256", UInt8.self) }
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try integer("-1", UInt64.self) }
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try integer("-129", Int8.self) }
  }

  @Test(
    "Numbers with a fraction or an exponent are whole if they are exact",
    arguments: [
      ("1.0", 1), ("1e3", 1000), ("-2.50e1", -25), ("100e-2", 1), ("0.0", 0), ("0e999999999", 0),
      ("123.4500e2", 12345), ("1E+2", 100), ("-0.0", 0), ("9.223372036854775807e18", Int.max),
      ("0e-5", 0),
    ])
  func readsExact(_ text: String, _ value: Int) throws {
    #expect(try integer(text, Int.self) == value)
  }

  @Test(
    "A number with a non-zero fraction is not a whole number",
    arguments: ["1.5", "1e-1", "0.1", "12.01e1"])
  func refusesFractions(_ text: String) {
    #expect(throws: JSONError(.notInteger, offset: 0)) { try integer(text, Int.self) }
  }

  @Test("Doubles are the nearest ones, as the standard library reads them")
  func readsDoubles() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<4000 {
      let digits = Int.random(in: 1...25, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(Int.random(in: 1...9, using: &random))
      for _ in 1..<max(digits, 2) { text += String(Int.random(in: 0...9, using: &random)) }
      if Bool.random(using: &random) {
        text += "." + String(UInt64.random(in: 0...UInt64.max, using: &random))
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -330...280, using: &random))" }
      #expect(try double(text) == Double(text), "\(text)")
    }
    for text in [
      "0.1", "5e-324", "1.7976931348623157e308", "2.2250738585072014e-308", "9007199254740993",
    ] {
      #expect(try double(text) == Double(text))
    }
    #expect(try double("-0").sign == .minus)
    #expect(try double("1e-400") == 0)
  }

  @Test("A number beyond the greatest double or float is out of range")
  func refusesInfinity() throws {
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try double("1e400") }
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try double("-1e309") }
    var reader = JSONReader(try JSONDocument("1e39"))
    #expect(throws: JSONError(.numberOutOfRange, offset: 0)) { try reader.readFloat() }
  }

  @Test("Numbers keep their text and are equal by value")
  func keepsText() throws {
    let long = "-1234567890123456789012345678901234567890.000e-3"
    #expect(Reading(long).value?.number?.text == long)
    #expect(JSONNumber("1.0") == JSONNumber("1"))
    #expect(JSONNumber("1.0")?.hashValue == JSONNumber("1")?.hashValue)
    #expect(JSONNumber("100") == JSONNumber("1e2"))
    #expect(JSONNumber("-0") == JSONNumber("0.0e7"))
    #expect(JSONNumber("0.1") != JSONNumber("0.10000000000000000000001"))
    #expect(JSONNumber("1e1000000000000000000000") == JSONNumber("1e1000000000000000000000"))
    #expect(JSONNumber("01") == nil && JSONNumber("") == nil && JSONNumber("1 ") == nil)
    #expect(JSONNumber(" 1") == nil && JSONNumber("\"1\"") == nil)
    #expect(JSONNumber(.infinity) == nil)
  }
}
