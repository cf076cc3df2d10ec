import CMemory
import Glibc

/// The memory of a process that does nothing but serve, for days and mostly at rest.
package enum ServerMemory {
  /// Keeps what is free to be used again in one place, and gives large pieces back at once.
  ///
  /// By default each thread gets an arena of its own, whose free parts no other thread uses; and one
  /// large answer raises the size up to which pieces are kept for ever. Called before there are
  /// other threads; later calls change what is allocated from then on.
  package static func keepSmall() {
    // mallopt(3): where a setting is not known nothing changes.
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_TRIM_THRESHOLD, 256 << 10)
  }

  /// Gives back what is not in use: free memory, and the code and tables that were read once, of
  /// which a start needs ten times as much as serving does.
  ///
  /// Takes about a millisecond, from any thread. What is needed again is mapped again from where the
  /// system keeps files in memory.
  package static func giveBack() {
    malloc_trim(0)
    dl_iterate_phdr(
      { object, _, _ in
        if let object { ServerMemory.unmapReadOnlyParts(of: object.pointee) }
        return 0
      }, nil)
  }

  /// Only what nobody can have written: other pages would lose what was.
  private static func unmapReadOnlyParts(of object: dl_phdr_info) {
    let page = UInt(sysconf(CInt(_SC_PAGESIZE)))
    let headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
    guard !hasRelocatedCode(headers, at: UInt(object.dlpi_addr)) else { return }
    for header in headers
    where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
      let start = UInt(object.dlpi_addr + header.p_vaddr)
      // Its first and last page may also hold the end of a part that can be written.
      let first = (start + page - 1) / page * page
      let end = (start + UInt(header.p_filesz)) / page * page
      guard first < end else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
    }
  }

  /// Whether the loader wrote into parts that nobody can write now.
  private static func hasRelocatedCode(
    _ headers: UnsafeBufferPointer<Elf64_Phdr>, at base: UInt
  ) -> Bool {
    guard let header = headers.first(where: { $0.p_type == UInt32(PT_DYNAMIC) }),
      var entry = UnsafePointer<Elf64_Dyn>(bitPattern: base + UInt(header.p_vaddr))
    else { return false }
    while entry.pointee.d_tag != Elf64_Sxword(DT_NULL) {
      let value = entry.pointee.d_un.d_val
      switch entry.pointee.d_tag {
      case Elf64_Sxword(DT_TEXTREL): return true
      case Elf64_Sxword(DT_FLAGS) where value & Elf64_Xword(DF_TEXTREL) != 0: return true
      default: entry += 1
      }
    }
    return false
  }
}
