import Signals
import Testing

@testable import Views

@MainActor
@Suite("RowCell")
struct RowCellTests {
  /// A row view model with one output.
  @MainActor final class Row {
    let text = MutableProperty("")
  }

  /// Counts the requested frames.
  final class Counter {
    var count = 0
  }

  @Test("a change of the shown row requests a frame")
  func shownRow() {
    let counter = Counter()
    let cell = Self.cell(counter)
    let row = Row()
    cell.row = row
    let before = counter.count

    row.text.value = "new"

    #expect(counter.count == before + 1)
  }

  @Test("after a swap the old row no longer requests frames")
  func oldRow() {
    let counter = Counter()
    let cell = Self.cell(counter)
    let (old, new) = (Row(), Row())
    cell.row = old
    cell.row = new
    let before = counter.count

    old.text.value = "unseen"
    #expect(counter.count == before)
    new.text.value = "seen"
    #expect(counter.count == before + 1)
  }

  @Test("a cell retains neither its previous row nor, when released, its last one")
  func release() {
    let counter = Counter()
    var cell: RowCell<Row>? = Self.cell(counter)
    weak var old: Row?
    weak var last: Row?
    do {
      let first = Row()
      let second = Row()
      (old, last) = (first, second)
      cell?.row = first
      cell?.row = second
    }

    #expect(old == nil)
    #expect(last != nil)
    cell = nil
    #expect(last == nil)
  }

  @Test("a pool reuses the cells of removed rows and keeps those that stay")
  func pool() {
    let counter = Counter()
    var made = 0
    let pool = CellPool<Int, Row> {
      made += 1
      return Self.cell(counter)
    }
    let rows = (0..<6).map { _ in Row() }
    func show(_ range: Range<Int>) { pool.show(range.map { ($0, rows[$0]) }) }

    show(0..<3)
    let kept = pool.cell(2)
    show(2..<5)
    #expect(made == 3)
    #expect(pool.cell(2) === kept)
    #expect(pool.cell(0) == nil)
    let before = counter.count
    rows[0].text.value = "left"
    #expect(counter.count == before)
    rows[4].text.value = "shown"
    #expect(counter.count == before + 1)
  }

  @Test("a replaced row with the same ID is bound again")
  func replaced() {
    let counter = Counter()
    let pool = CellPool<Int, Row> { Self.cell(counter) }
    let (old, new) = (Row(), Row())
    pool.show([(1, old)])
    pool.show([(1, new)])
    let before = counter.count

    old.text.value = "unseen"
    #expect(counter.count == before)
    new.text.value = "seen"
    #expect(counter.count == before + 1)
  }

  static func cell(_ counter: Counter) -> RowCell<Row> {
    RowCell(changed: { counter.count += 1 }) { row, watch in
      watch(row.text)
    }
  }
}
