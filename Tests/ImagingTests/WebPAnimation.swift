/// Builds animated WebP files of frames that are WebP pictures themselves.
struct WebPAnimation {
  var width: Int
  var height: Int
  /// The place of each frame, which must be even, its size and its picture.
  var frames: [(column: Int, row: Int, width: Int, height: Int, picture: [UInt8])]

  /// Source: the container format of WebP, "Animation".
  var bytes: [UInt8] {
    let flagOfAnimation: UInt8 = 0x02
    var chunks = chunk("VP8X", [flagOfAnimation, 0, 0, 0] + number(width - 1) + number(height - 1))
    chunks += chunk("ANIM", [UInt8](repeating: 0, count: 6))
    for frame in frames {
      let place = [frame.column / 2, frame.row / 2, frame.width - 1, frame.height - 1]
      // The picture without the header of its own file.
      chunks += chunk(
        "ANMF", place.flatMap(number) + [100, 0, 0, 0] + frame.picture.dropFirst(12))
    }
    return Array("RIFF".utf8) + number(chunks.count + 4) + [0] + Array("WEBP".utf8) + chunks
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: content.count % 2)
    return Array(name.utf8) + number(content.count) + [0] + content + padding
  }

  private func number(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16 & 0xFF)]
  }
}
