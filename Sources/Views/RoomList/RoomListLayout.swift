import Signals
import ViewModels

/// The positions of a list's entries among its lines.
///
/// All entries of a group have the same height, so finding a position takes no scan of the entries.
struct RoomListLayout {
  /// An entry and its position.
  struct Place {
    let index: Int
    /// The first line, which is the heading's line for the first entry of a group with a heading.
    let line: Int
    let headingText: String
    let headingLines: Int
    let hasDetail: Bool
    /// By how many columns the entry is indented.
    let indent: Int

    var height: Int { headingLines + (hasDetail ? 2 : 1) }
  }

  /// Entries of equal height; the heading is above the first.
  private struct Stretch {
    let entries: Range<Int>
    let line: Int
    let headingText: String
    let headingLines: Int
    let hasDetail: Bool
    let indent: Int

    var height: Int { hasDetail ? 2 : 1 }
    var end: Int { line + headingLines + entries.count * height }

    func place(_ index: Int) -> Place {
      let isFirst = index == entries.lowerBound
      return Place(
        index: index,
        line: isFirst ? line : line + headingLines + (index - entries.lowerBound) * height,
        headingText: isFirst ? headingText : "", headingLines: isFirst ? headingLines : 0,
        hasDetail: hasDetail, indent: indent)
    }

    /// The entries visible in a range of lines.
    func entries(in lines: Range<Int>) -> Range<Int> {
      let start = line + headingLines
      // The heading's lines belong to the first entry.
      let first = lines.lowerBound < start ? 0 : (lines.lowerBound - start) / height
      let end = lines.upperBound <= line ? 0 : max((lines.upperBound - start - 1) / height + 1, 1)
      let (low, high) = (min(first, entries.count), min(end, entries.count))
      return entries.lowerBound + low..<entries.lowerBound + max(low, high)
    }
  }

  private var stretches: [Stretch] = []
  private var endsWithRooms = false

  /// The number of lines.
  var lineCount: Int { stretches.last?.end ?? 0 }

  /// Lays out entries for a screen of the given height.
  ///
  /// Entries with a preview get a second line if everything then still fits.
  init(_ entries: RoomListEntries, height: Int) {
    let groups = entries.groups
    let headings = groups.count { !$0.titleText.isEmpty }
    let showsPreviews = (entries.count + headings) * 2 <= height
    for group in groups {
      guard group.kind == .rooms, showsPreviews else {
        add(group, group.entries, below: group.titleText, hasDetail: group.kind == .invites)
        continue
      }
      for index in group.entries {
        add(
          group, index..<index + 1, below: index == group.entries.lowerBound ? group.titleText : "",
          hasDetail: entries[index].row?.content.value.previewText.isEmpty == false)
      }
    }
  }

  private mutating func add(
    _ group: RoomListEntries.Group, _ entries: Range<Int>, below headingText: String,
    hasDetail: Bool
  ) {
    // The first of several lines of sections stands apart from the rooms above it.
    let isApart = group.kind == .section && group.depth == 0 && endsWithRooms
    let blank = isApart ? 1 : 0
    endsWithRooms = group.kind != .section
    stretches.append(
      Stretch(
        entries: entries, line: lineCount, headingText: headingText,
        headingLines: headingText.isEmpty ? blank : stretches.isEmpty ? 1 : 2, hasDetail: hasDetail,
        indent: 2 * group.depth))
  }

  /// The position of an entry.
  func place(of index: Int) -> Place? {
    stretches.first { $0.entries.contains(index) }?.place(index)
  }

  /// The positions of the entries visible in a range of lines.
  func places(in lines: Range<Int>) -> [Place] {
    stretches.flatMap { stretch in stretch.entries(in: lines).map(stretch.place) }
  }
}
