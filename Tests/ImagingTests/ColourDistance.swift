/// Whether no channel of two 0xAARRGGBB pixels differs by more than a tolerance.
func isClose(_ first: UInt32, _ second: UInt32, tolerance: Int = 12) -> Bool {
  [24, 16, 8, 0].allSatisfy { shift in
    abs(Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF)) <= tolerance
  }
}
