import Testing

@testable import Matrix
@testable import Models

@Suite("Links in formatted texts")
struct LinkRunTests {
  private func links(_ html: String) -> [String] {
    FormattedText(html: html)?.blocks.flatMap(\.runs).map { "\($0.text)=\($0.link ?? "")" } ?? []
  }

  @Test("every run in a link has its address, and no other")
  func runs() {
    #expect(
      links(#"a <a href="https://e.org/x">b <b>c</b></a> d"#)
        == ["a =", "b =https://e.org/x", "c=https://e.org/x", " (e.org)=https://e.org/x", " d="])
    #expect(
      links(#"<a href="https://a.org">a.org</a><a href="https://b.org">b.org</a>"#)
        == ["a.org=https://a.org", "b.org=https://b.org"])
    #expect(
      links(#"<a href="https://a.org"><p>one</p><p>two</p></a>"#).prefix(2) == [
        "one=https://a.org", "two=https://a.org",
      ])
    #expect(links(#"<a href="javascript:x">a</a>"#) == ["a="])
  }

  @Test("the names of people and rooms have the links that they were written with")
  func pills() {
    #expect(
      links(##"<a href="https://matrix.to/#/#a:b.c">x</a>"##)
        == ["#a:b.c=https://matrix.to/#/#a:b.c"])
    #expect(
      links(##"<a href="https://matrix.to/#/@a:b.c">x</a>"##) == ["x=https://matrix.to/#/@a:b.c"])
  }
}
