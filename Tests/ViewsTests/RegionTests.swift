import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Region")
struct RegionTests {
  /// A screen full of crosses with a region to draw into.
  static func screen(_ draw: (Region) -> Void) -> Canvas {
    var canvas = Canvas(size: Size(columns: 30, rows: 8))
    for row in 0..<8 { canvas.draw(SafeText("+").repeated(30), at: Point(column: 0, row: row)) }
    let part = Rect(column: 10, row: 2, columns: 9, rows: 3)
    Frame().draw(into: &canvas) { draw($0.part(part)) }
    return canvas
  }

  static func outside(_ canvas: Canvas) -> [String] {
    // Wide characters take two cells but one character of text: cut the region out by its edges.
    canvas.screenText().enumerated().map { row, line in
      (2..<5).contains(row) ? String(line.prefix(10)) + String(line.suffix(11)) : line
    }
  }

  static let untouched = outside(screen { _ in })

  @Test("hostile text stays in its region", arguments: HostileText.all)
  func hostileText(_ hostile: HostileText) {
    let canvas = Self.screen { region in
      region.put(hostile.text, column: 1, row: 0, .text)
      region.paragraph(hostile.text, .dim)
      region.putRight(hostile.text, row: 2, .error)
    }

    #expect(Self.outside(canvas) == Self.untouched)
  }

  @Test("text that does not fit ends in an ellipsis")
  func ellipsis() {
    let canvas = Self.screen { region in
      region.put("abcdefghijkl", .text)
      region.put("abcdefghijkl", column: 2, row: 1, .text, width: 4)
      region.put("好好好好好好", row: 2, .text)
    }

    let rows = canvas.screenText()
    #expect(rows[2] == "++++++++++abcdefgh…+++++++++++")
    #expect(rows[3] == "++++++++++++abc…++++++++++++++")
    #expect(rows[4] == "++++++++++好好好好…+++++++++++")
  }

  @Test("nothing is drawn outside, whatever the numbers")
  func clipping() {
    let canvas = Self.screen { region in
      region.put("xxxx", row: -1, .text)
      region.put("xxxx", row: 3, .text)
      region.put("xxxx", column: 9, .text)
      region.put("xxxx", column: 2, .text, width: -3)
      region.rule(row: 5)
      region.fill(row: -1)
      region.part(Rect(column: 0, row: 0, columns: 30, rows: 2)).fill()
      region.placeCursor(column: 12, row: 0)
    }

    #expect(Self.outside(canvas) == Self.untouched)
    #expect(canvas.cursor == nil)
  }
}
