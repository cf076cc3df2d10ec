/// The numbers that an integer type holds; without a width, it has 64 bits.
func integerRange(bits: Int?, isSigned: Bool) -> ClosedRange<Int128> {
  let bits = bits ?? 64
  let lowest: Int128 = isSigned ? -1 << (bits - 1) : 0
  let highest: Int128 = 1 << (isSigned ? bits - 1 : bits) - 1
  return lowest...highest
}
