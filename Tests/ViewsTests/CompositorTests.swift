import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Compositor")
struct CompositorTests {
  /// Parts of one letter each on a small screen.
  @MainActor final class Parts {
    @MainActor final class Part {
      let tile = Tile()
      var rect: Rect
      var letter: String
      var input = 0
      var takesCursor = false
      var cursor: Int?

      init(_ letter: String, at rect: Rect) {
        self.letter = letter
        self.rect = rect
      }
    }

    private let compositor = Compositor()
    private var canvas = Canvas(size: Size(columns: 8, rows: 3))
    /// The letters of the parts that the last frame drew.
    private(set) var drawn = ""

    func show(_ parts: Part...) -> [String] {
      drawn = ""
      var scene = Scene(bounds: canvas.bounds)
      for part in parts {
        scene.add(part.tile, at: part.rect, inputs: part.input, takesCursor: part.takesCursor) {
          self.drawn += part.letter
          for row in 0..<$0.rect.rows {
            $0.put(String(repeating: part.letter, count: $0.rect.columns), row: row, .text)
          }
          if let column = part.cursor { $0.placeCursor(column: column, row: 0) }
        }
      }
      compositor.draw(scene, into: &canvas)
      return canvas.screenText()
    }

    var cursor: Point? { canvas.cursor }

    func replaceCanvas() { canvas = Canvas(size: canvas.screenSize) }
  }

  private let parts = Parts()
  private let left = Parts.Part("a", at: Rect(column: 0, row: 0, columns: 4, rows: 3))
  private let right = Parts.Part("b", at: Rect(column: 4, row: 0, columns: 4, rows: 3))
  private let front = Parts.Part("c", at: Rect(column: 3, row: 1, columns: 2, rows: 1))

  @Test("a frame draws the tiles that changed, and no other")
  func changes() {
    #expect(parts.show(left, right) == ["aaaabbbb", "aaaabbbb", "aaaabbbb"])
    #expect(parts.drawn == "ab")
    _ = parts.show(left, right)
    #expect(parts.drawn == "")

    right.tile.invalidate()
    _ = parts.show(left, right)
    #expect(parts.drawn == "b")
    left.input = 1
    _ = parts.show(left, right)
    #expect(parts.drawn == "a")
    _ = parts.show(left, right)
    #expect(parts.drawn == "")
  }

  @Test("a tile in front stays there when one below is drawn, and uncovers those below")
  func fronts() {
    #expect(parts.show(left, right, front) == ["aaaabbbb", "aaaccbbb", "aaaabbbb"])
    front.tile.invalidate()
    _ = parts.show(left, right, front)
    #expect(parts.drawn == "c")

    left.letter = "A"
    left.tile.invalidate()
    #expect(parts.show(left, right, front) == ["AAAAbbbb", "AAAccbbb", "AAAAbbbb"])
    #expect(parts.drawn == "Ac")
    front.rect = Rect(column: 5, row: 1, columns: 2, rows: 2)
    #expect(parts.show(left, right, front) == ["AAAAbbbb", "AAAAbccb", "AAAAbccb"])
    #expect(parts.show(left, right) == ["AAAAbbbb", "AAAAbbbb", "AAAAbbbb"])
    #expect(parts.drawn == "b")
  }

  @Test("a tile that leaves without a successor leaves blanks")
  func blanks() {
    _ = parts.show(left, right)
    #expect(parts.show(right) == ["    bbbb", "    bbbb", "    bbbb"])
    left.rect = Rect(column: 0, row: 0, columns: 4, rows: 1)
    #expect(parts.show(left, right) == ["aaaabbbb", "    bbbb", "    bbbb"])
  }

  @Test("the cursor stays where the topmost tile with a cursor placed it")
  func cursors() {
    left.cursor = 2
    _ = parts.show(left, right)
    #expect(parts.cursor == Point(column: 2, row: 0))
    right.tile.invalidate()
    _ = parts.show(left, right)
    #expect(parts.cursor == Point(column: 2, row: 0))

    front.takesCursor = true
    _ = parts.show(left, right, front)
    #expect(parts.cursor == nil)
    front.cursor = 1
    front.tile.invalidate()
    _ = parts.show(left, right, front)
    #expect(parts.cursor == Point(column: 4, row: 1))
    _ = parts.show(left, right)
    #expect(parts.cursor == Point(column: 2, row: 0))
  }

  @Test("on a canvas that shows something else, everything is drawn")
  func otherCanvas() {
    _ = parts.show(left, right)
    parts.replaceCanvas()
    #expect(parts.show(left, right) == ["aaaabbbb", "aaaabbbb", "aaaabbbb"])
    #expect(parts.drawn == "ab")
  }

  @Test("a change during drawing is for the next frame")
  func changeWhileDrawing() {
    let tile = Tile()
    #expect(tile.takeChange(1))
    tile.invalidate()
    #expect(tile.takeChange(1))
    #expect(!tile.takeChange(1))
    #expect(tile.takeChange("1"))
  }
}
