/// One cell of a canvas in eight bytes, so that rows compare as raw memory.
struct Cell: Equatable {
  /// Marks a glyph as an index into the cluster table.
  static let clusterFlag: UInt32 = 0x8000_0000

  /// A scalar, or an index into the cluster table.
  var glyph: UInt32

  /// An index into the style table.
  var style: UInt16

  /// The width in columns: 1, 2, or 0 for the second half of a wide glyph.
  var width: UInt8
  private var padding: UInt8 = 0

  init(glyph: UInt32, style: UInt16, width: UInt8) {
    self.glyph = glyph
    self.style = style
    self.width = width
  }

  static let blank = Cell(glyph: 0x20, style: 0, width: 1)

  /// Differs from every cell that is ever drawn.
  static let unknown = Cell(glyph: .max, style: .max, width: .max)
}
