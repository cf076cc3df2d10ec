import ModelKit
import Testing

@Suite("Unions of numbers")
struct UnionsKindTests {
  private func amount(_ text: String) throws -> Amount {
    try Amount.decode(Array(text.utf8))
  }

  private func text(_ value: Amount) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  @Test(
    "whole numbers of up to 64 bits stay exact",
    arguments: ["0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808"])
  func exact(_ document: String) throws {
    let value = try amount(document)
    #expect(value == .integer(try #require(Int(document))))
    #expect(text(value) == document)
  }

  @Test("other numbers are doubles")
  func doubles() throws {
    #expect(try amount("1.5") == .number(1.5))
    #expect(try amount("1e4") == .integer(10_000), "It is a whole number, however it is written.")
    #expect(try amount("9223372036854775808") == .number(9_223_372_036_854_775_808))
    #expect(try text(amount("-0.25")) == "-0.25")
  }
}
