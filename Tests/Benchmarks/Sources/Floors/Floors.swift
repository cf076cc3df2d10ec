/// Makes the closure whose call is the floor: it adds to a raw pointer and nothing else.
///
/// It is in a separate module and not inlinable, so the caller knows nothing about it and must call
/// it through its function pointer, as any library calls an observer.
@inline(never)
public func makeAddition(to sum: UnsafeMutablePointer<Int>) -> (Int) -> Void {
  { sum.pointee &+= $0 }
}
