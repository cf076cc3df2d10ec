import Testing

@testable import Homeserver

@Suite("StreamToken")
struct StreamTokenTests {
  @Test("A token round-trips")
  func roundTrip() throws {
    let token = StreamToken(position: 42, typing: 7, boot: "abcXYZ")
    #expect(token.text == "s42_7_abcXYZ")
    #expect(StreamToken(token.text) == token)
  }

  @Test("A token holds the rooms to come and their previous position")
  func rest() throws {
    let room = roomID("!a_b:localhost")
    var token = StreamToken(position: 42, typing: 7, boot: "abcXYZ")
    for (since, isFullState, text) in [
      (12, false, "12"), (12, true, "f12"), (0, false, "0"), (-1, false, "all"), (-1, true, "all"),
    ] as [(Int64, Bool, String)] {
      token.rest = StreamToken.Rest(since: since, isFullState: isFullState, behind: room)
      #expect(token.text == "s42_7_abcXYZ_\(text)_!a_b:localhost")
      #expect(StreamToken(token.text) == token)
    }
  }

  @Test(
    "Malformed tokens are refused",
    arguments: [
      "", "s", "s1", "s1_2", "s1_2_", "s1_2_a_b", "t1", "1_2_a", "s-1_2_a", "s+1_2_a", "s1_x_a",
      "s1_2_a1", "s1_2_ä", "s99999999999999999999_2_a", "s1_2_" + String(repeating: "a", count: 80),
      "s1_2_a_1_", "s1_2_a_1_a", "s1_2_a__!a", "s1_2_a_f_!a", "s1_2_a_-1_!a", "s1_2_a_g1_!a",
      "s1_2_a_allf_!a", "s1_2_a_1_!a\u{0}", "s94_6_1_4_4_1_1_7_0_1_1_1_1_1",
    ])
  func refused(text: String) {
    #expect(StreamToken(text) == nil)
  }
}
