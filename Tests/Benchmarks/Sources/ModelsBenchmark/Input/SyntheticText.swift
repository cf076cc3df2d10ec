/// Words, names and tokens for synthetic documents, without characters that need escapes unless
/// requested.
struct SyntheticText {
  let servers = ["matrix.org", "example.org", "libera.chat", "mozilla.org", "kde.org", "tchncs.de"]
  let plain = """
    the a of to and in that we is it for on with as at this but from have be not are they will one \
    all would there what so up out if about who get which go me when make can like time no just him \
    know take people into year your good some could them see other than then now look only come
    """.split(separator: " ").map(String.init)
  private let foreign = ["héllo wörld", "日本語のテスト", "🎉 shipped", "привет всем", "naïve café"]
  private let escaped = [#"a \"quoted\" word"#, #"one\nline more"#, #"C:\\path"#, #"caf\u00e9"#]
  private let alphabet = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  /// Letters, digits, dashes and underscores.
  func token(_ count: Int, _ random: inout SplitMix) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count { buffer[index] = alphabet[Int(random.next() & 63)] }
      return count
    }
  }

  /// That many words, occasionally with other scripts or with escapes.
  func sentence(_ count: Int, _ random: inout SplitMix) -> String {
    var text = random.pick(plain)
    for _ in 1..<max(count, 2) { text += " " + random.pick(plain) }
    if random.percent(10) { text += " " + random.pick(foreign) }
    if random.percent(6) { text += " " + random.pick(escaped) }
    return text
  }

  func displayName(_ random: inout SplitMix) -> String {
    random.pick(plain) + " " + token(4, &random) + random.pick(["", "", " 🦀", " (they/them)"])
  }
}
