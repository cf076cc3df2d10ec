/// Makes the closure whose call is the floor: it adds to a raw pointer and nothing else.
///
/// It lives in a module of its own and is not inlinable, so the caller knows nothing about it and
/// has to call it through its function pointer, as any library calls an observer.
@inline(never)
public func makeAddition(to sum: UnsafeMutablePointer<Int>) -> (Int) -> Void {
  { sum.pointee &+= $0 }
}
