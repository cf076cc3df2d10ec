import Testing

@testable import Views

@MainActor
@Suite("TimelineScroll")
struct TimelineScrollTests {
  /// Rows named by letters; each number is a height in lines.
  static func content(_ heights: [(String, Int)]) -> TimelineScroll<String>.Content {
    .init(count: heights.count, id: { heights[$0].0 }, height: { heights[$0].1 })
  }

  let abc = content([("a", 2), ("b", 3), ("c", 1)])

  /// The window as "name:top" of each row in it.
  func window(
    _ scroll: TimelineScroll<String>, _ content: TimelineScroll<String>.Content, lines: Int
  ) -> [String] {
    scroll.slices(of: content, lines: lines).map { "\(content.id($0.index)):\($0.top)" }
  }

  @Test("the list follows the end, and few rows sit at the lower edge")
  func end() {
    let scroll = TimelineScroll<String>()

    #expect(window(scroll, abc, lines: 10) == ["a:4", "b:6", "c:9"])
    #expect(window(scroll, abc, lines: 3) == ["b:-1", "c:2"])
    #expect(window(scroll, Self.content([]), lines: 3) == [])
  }

  @Test("scrolling up stops at the first line and reports it")
  func top() {
    var scroll = TimelineScroll<String>()

    let early = scroll.scroll(up: 1, in: abc, lines: 3)
    #expect(!early)
    #expect(window(scroll, abc, lines: 3) == ["b:0"])
    let late = scroll.scroll(up: 10, in: abc, lines: 3)
    #expect(late)
    #expect(window(scroll, abc, lines: 3) == ["a:0", "b:2"])
    scroll.scroll(up: -10, in: abc, lines: 3)
    #expect(scroll.isAtEnd)
  }

  @Test("rows that all fit stay at the end")
  func fitting() {
    var scroll = TimelineScroll<String>()

    let isTop = scroll.scroll(up: 5, in: abc, lines: 10)

    #expect(isTop)
    #expect(scroll.isAtEnd)
  }

  @Test("older and newer rows do not move the visible text")
  func stability() {
    var scroll = TimelineScroll<String>()
    scroll.scroll(up: 2, in: abc, lines: 3)
    let before = window(scroll, abc, lines: 3)

    let grown = Self.content([("x", 4), ("y", 1), ("a", 2), ("b", 3), ("c", 1), ("d", 5)])

    #expect(before == ["a:-1", "b:1"])
    #expect(window(scroll, grown, lines: 3) == before)
  }

  @Test("a neighbour replaces a removed anchor row")
  func vanished() {
    var scroll = TimelineScroll<String>()
    scroll.scroll(up: 1, in: abc, lines: 2)
    #expect(scroll.anchorID == "b")

    #expect(window(scroll, Self.content([("a", 2), ("c", 1)]), lines: 2) == ["a:-1", "c:1"])
    #expect(window(scroll, Self.content([("a", 2)]), lines: 2) == ["a:0"])
  }

  @Test("revealing a row scrolls as little as possible", arguments: [0, 1, 2])
  func reveal(index: Int) {
    var scroll = TimelineScroll<String>()

    scroll.reveal(index, in: abc, lines: 3)

    let expected = [["a:0", "b:2"], ["b:0"], ["b:-1", "c:2"]][index]
    #expect(window(scroll, abc, lines: 3) == expected)
    scroll.reveal(2, in: abc, lines: 3)
    #expect(scroll.isAtEnd)
  }

  @Test("revealing a row taller than the window shows its first lines")
  func revealHigh() {
    var scroll = TimelineScroll<String>()
    let content = Self.content([("a", 1), ("b", 9), ("c", 1)])

    scroll.reveal(1, in: content, lines: 3)
    #expect(window(scroll, content, lines: 3) == ["b:0"])
    scroll.reveal(0, in: content, lines: 3)
    #expect(window(scroll, content, lines: 3) == ["a:0", "b:1"])
    scroll.reveal(2, in: content, lines: 3)
    #expect(window(scroll, content, lines: 3) == ["b:-7", "c:2"])
  }

  @Test("revealing a tall row below shows its first lines too")
  func revealHighBelow() {
    var scroll = TimelineScroll<String>()
    let content = Self.content([("a", 5), ("b", 9), ("c", 1)])
    scroll.reveal(0, in: content, lines: 3)

    scroll.reveal(1, in: content, lines: 3)

    #expect(window(scroll, content, lines: 3) == ["b:0"])
  }
}
