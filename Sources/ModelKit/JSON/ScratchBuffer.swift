/// Memory for one unescaped string, reused for the next.
struct ScratchBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var place: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>

  init() {
    let capacity = 256
    start = .allocate(capacity: capacity)
    place = start
    limit = start + capacity
  }

  deinit {
    start.deallocate()
  }

  /// The bytes appended since `removeAll`.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: place - start)
  }

  @inline(__always)
  mutating func removeAll() {
    place = start
  }

  /// Reserves room for that many bytes.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if limit - place < count { grow(count) }
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    let used = place - start
    let capacity = (used + count) * 2
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memory.update(from: start, count: used)
    start.deallocate()
    start = memory
    place = memory + used
    limit = memory + capacity
  }

  mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    reserve(count)
    place.update(from: bytes, count: count)
    place += count
  }

  /// Appends a byte; room must be reserved.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    place.pointee = byte
    place += 1
  }

  /// Appends the UTF-8 of a scalar; room for four bytes must be reserved.
  @inline(__always)
  mutating func append(scalar: UInt32) {
    let raw = UnsafeMutableRawPointer(place)
    if scalar < 0x80 {
      place.pointee = UInt8(truncatingIfNeeded: scalar)
      place += 1
    } else if scalar < 0x800 {
      let pair = 0x80C0 | scalar >> 6 | (scalar & 0x3F) << 8
      raw.storeBytes(of: UInt16(truncatingIfNeeded: pair).littleEndian, as: UInt16.self)
      place += 2
    } else if scalar < 0x10000 {
      let word = 0x80_80E0 | scalar >> 12 | (scalar >> 6 & 0x3F) << 8 | (scalar & 0x3F) << 16
      raw.storeBytes(of: word.littleEndian, as: UInt32.self)
      place += 3
    } else {
      let high = 0x80F0 | scalar >> 18 | (scalar >> 12 & 0x3F) << 8
      let word = high | 0x8080_0000 | (scalar >> 6 & 0x3F) << 16 | (scalar & 0x3F) << 24
      raw.storeBytes(of: word.littleEndian, as: UInt32.self)
      place += 4
    }
  }

  /// Appends the bytes up to the next stop byte of a string and returns its position.
  @inline(__always)
  mutating func appendUntilStop(_ source: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var source = source
    while true {
      reserve(16)
      let block = StringScan.block(source)
      UnsafeMutableRawPointer(place).storeBytes(of: block, as: SIMD16<UInt8>.self)
      let stops = StringScan.mask(block)
      if stops[0] != 0 || stops[1] != 0 {
        let length =
          stops[0] != 0
          ? stops[0].trailingZeroBitCount >> 3 : 8 + stops[1].trailingZeroBitCount >> 3
        place += length
        return source + length
      }
      place += 16
      source += 16
    }
  }
}
