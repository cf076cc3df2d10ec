import Testing

@testable import Matrix
@testable import Models

@Suite("Markdown")
struct MarkdownTests {
  @Test(
    "a text without formats has no HTML",
    arguments: [
      "", "hello", "two\nlines", "two\n\nparagraphs", "2 * 3 * 4", "snake_case_name",
      "¯\\_(ツ)_/¯", "#channel", "a < b & c > d", "<b>not bold</b>", "    four spaces",
      "https://example.org/a_b_c", "www.example.org", "1 ~ 2", "-1", "+1", "a | b",
      "[a](javascript:alert%281%29)", "![cat](mxc://example.org/cat)", "*unclosed", "&lt;b&gt;",
      "a || b || c", "x = a||b && c||d", "||| a |||", "||||", "||unclosed", "|| spaced ||",
      "\\||a||", "#", "# ", "> ", ">", "***", "---", "-", "1.", "> #", "```\n```",
    ])
  func plain(text: String) {
    #expect(Markdown.html(text) == nil)
  }

  @Test(
    "formats become HTML, and HTML in the text stays text",
    arguments: [
      ("*a* **b** ~~c~~ `d`", "<em>a</em> <strong>b</strong> <del>c</del> <code>d</code>"),
      ("***a***", "<em><strong>a</strong></em>"),
      ("*a*\nb  \nc", "<em>a</em><br>b<br>c"),
      ("*a*\n\nb", "<p><em>a</em></p><p>b</p>"),
      ("# a\n## b", "<h1>a</h1><h2>b</h2>"),
      ("- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"),
      ("3. a", "<ol start=\"3\"><li>a</li></ol>"),
      ("> a\n> b", "<blockquote><p>a<br>b</p></blockquote>"),
      ("a\n\n---", "<p>a</p><hr>"),
      (
        "```swift\nlet a = 1 < 2\n```",
        "<pre><code class=\"language-swift\">let a = 1 &lt; 2\n</code></pre>"
      ),
      (
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
          + "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
      ),
      (
        "[a](https://example.org/?b=1&c=2&amp;d)",
        "<a href=\"https://example.org/?b=1&amp;c=2&amp;amp;d\">a</a>"
      ),
      ("<https://example.org>", "<a href=\"https://example.org\">https://example.org</a>"),
      ("*a* [b](javascript:x)", "<em>a</em> b"),
      ("*a* ![cat](https://example.org/cat.png)", "<em>a</em> cat"),
      (
        "*a* <script>alert(\"x\")</script> &amp; &",
        "<em>a</em> &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp;amp; &amp;"
      ),
      ("*a* \\*b\\*", "<em>a</em> *b*"),
      ("*a*\0", "<em>a</em>\u{FFFD}"),
    ])
  func formats(text: String, html: String) {
    #expect(Markdown.html(text) == html)
  }

  @Test(
    "what stands between pairs of bars is hidden, in whole elements and outside of code",
    arguments: [
      ("||a||", "<span data-mx-spoiler>a</span>"),
      (
        "He ||*dies* & <wakes>||.",
        "He <span data-mx-spoiler><em>dies</em> &amp; &lt;wakes&gt;</span>."
      ),
      (
        "||a|| and ||b\nc||",
        "<span data-mx-spoiler>a</span> and <span data-mx-spoiler>b<br>c</span>"
      ),
      ("**||a||**", "<strong><span data-mx-spoiler>a</span></strong>"),
      ("||**a**||", "<span data-mx-spoiler><strong>a</strong></span>"),
      ("||**a||** *b*", "||<strong>a||</strong> <em>b</em>"),
      ("`||a||`", "<code>||a||</code>"),
      ("```\n||a||\n```", "<pre><code>||a||\n</code></pre>"),
      ("- ||a\n- b||", "<ul><li>||a</li><li>b||</li></ul>"),
      (
        "- ||a||\n  - ||b||",
        "<ul><li><span data-mx-spoiler>a</span>"
          + "<ul><li><span data-mx-spoiler>b</span></li></ul></li></ul>"
      ),
      ("||a\n\n*b*||", "<p>||a</p><p><em>b</em>||</p>"),
    ])
  func spoilers(text: String, html: String) {
    #expect(Markdown.html(text) == html)
  }

  private static let table =
    "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
    + "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>"

  @Test(
    "a table below a line of text is one, outside of programs and of other tables",
    arguments: [
      ("See:\n| a | b |\n|---|---|\n| 1 | 2 |", "<p>See:</p>" + table),
      ("1\n2\na | b\n:--|--:\n1 | 2", "<p>1<br>2</p>" + table),
      ("a | b\n---|---\n1 | 2\n```\nx | y\n```", table + "<pre><code>x | y\n</code></pre>"),
      ("See:\n\n| a | b |\n|---|---|\n| 1 | 2 |", "<p>See:</p>" + table),
      (
        "| a | b |\n|---|---|\n| 1 | 2 |\n|---|---|",
        table.replacing(
          "</tbody>", with: "<tr><td>---</td><td>---</td></tr></tbody>")
      ),
      ("*x*\n| a |\n|---|---|", "<em>x</em><br>| a |<br>|---|---|"),
      ("*x*\na\n---|", "<em>x</em><br>a<br>---|"),
      (
        "```\nx\n| a | b |\n|---|---|\n```",
        "<pre><code>x\n| a | b |\n|---|---|\n</code></pre>"
      ),
      (
        "> ~~~~\n> x\n> ~~~\n> | a | b |\n> |---|---|\n> ~~~~",
        "<blockquote><pre><code>x\n~~~\n| a | b |\n|---|---|\n</code></pre></blockquote>"
      ),
    ])
  func tables(text: String, html: String) {
    #expect(Markdown.html(text) == html)
  }

  @Test("what this program writes it also reads")
  func roundTrip() {
    let text = "# a\n\n> *b* `c`\n\n1. d\n2. ~~e~~\n\n```\nf\n```\n\n[g](https://example.org)"
    let shown = Markdown.html(text).flatMap { FormattedText(html: $0) }
    #expect(
      shown?.plainText(hidingSpoilers: true)
        == "a\n> b c\n1. d\n2. e\nf\ng (example.org)")
  }
}
