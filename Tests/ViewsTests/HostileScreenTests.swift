import Models
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Hostile text on the screen")
struct HostileScreenTests {
  /// A place for server text on the screen, and the cells that belong to it.
  enum Place: CaseIterable {
    case roomName, topic, senderName, body
  }

  /// A room with one message and the given texts.
  static func stage(name: String, topic: String, sender: String, body: String) throws -> Stage {
    var scenario = try Scenario()
    let room = scenario.swift.with {
      $0.name = name
      $0.topic = topic
    }
    let grace = User(id: scenario.grace.id, displayName: sender)
    let messages = [
      try Scenario.message("$a", room.id, scenario.linus, minute: 0, Scenario.text("before")),
      try Scenario.message("$b", room.id, grace, minute: 1, Scenario.text(body)),
      try Scenario.message("$c", room.id, scenario.linus, minute: 2, Scenario.text("after")),
    ]
    scenario.rooms[2] = room
    scenario.timeline = Timeline(
      roomID: room.id, messages: messages,
      people: [scenario.linus.id: scenario.linus, grace.id: grace], hasOlder: false,
      readUpTo: messages[2].eventID)
    let stage = try Stage(scenario: scenario)
    stage.connect(opening: room.id)
    return stage
  }

  static func stage(_ place: Place?, _ text: String) throws -> Stage {
    try stage(
      name: place == .roomName ? text : "name", topic: place == .topic ? text : "topic",
      sender: place == .senderName ? text : "sender", body: place == .body ? text : "body")
  }

  /// The screens without hostile text, drawn once.
  static let clean = Result { try stage(nil, "").canvas() }

  @Test(
    "text in a name or topic changes nothing outside its own cells", arguments: HostileText.all,
    [Place.roomName, .topic, .senderName])
  func lines(hostile: HostileText, place: Place) throws {
    let clean = try Self.clean.get()
    let canvas = try Self.stage(place, hostile.text).canvas()

    Self.compare(canvas, clean) { point in Self.owns(place, point) }
  }

  @Test(
    "a hostile body changes nothing outside its lines", arguments: HostileText.all,
    [[100, 30], [55, 18]])
  func bodies(hostile: HostileText, size: [Int]) throws {
    let clean = try Self.stage(.body, "clean").canvas(size[0], size[1])
    let canvas = try Self.stage(.body, hostile.text).canvas(size[0], size[1])

    // The rows above move up with the lines of the body; everything around the messages stays put.
    let pane = MainLayout(size: Size(columns: size[0], rows: size[1]), showsList: false).pane
    let timeline = try #require(pane.map { ConversationLayout(pane: $0, inputRows: 1).timeline })
    // Where senders have their own lines, the sender of a tall message appears above the others.
    let speaker = Rect(
      column: timeline.minColumn, row: timeline.minRow - 1,
      columns: timeline.columns < MessageColumns.minimumSideBySideWidth ? timeline.columns : 0,
      rows: 1)
    Self.compare(canvas, clean) { timeline.contains($0) || speaker.contains($0) }
    let last = Rect(
      column: timeline.minColumn, row: timeline.maxRow - 1, columns: timeline.columns, rows: 1)
    #expect(Self.cells(of: canvas, in: last) == Self.cells(of: clean, in: last))
  }

  @Test("a hostile body stays clear of the time and name columns", arguments: HostileText.all)
  func bodyColumns(hostile: HostileText) throws {
    let canvas = try Self.stage(.body, hostile.text).canvas(100, 30)

    let columns = MessageColumns(width: 71)
    for row in 3..<27 {
      let left = Rect(column: 29, row: row, columns: columns.bodyColumn, rows: 1)
      let text = Self.cells(of: canvas, in: left).map(\.text).joined()
      let allowed = [
        "", "12:30 Linus", "12:31 sender", "12:32 Linus", "Beginning of the room",
        // The mark is that of the program's words about an empty message.
        "12:31 sender         ·",
      ]
      #expect(
        allowed.contains(text.trimmingSpaces) || text.contains("─")
          || "Beginning of the room".hasPrefix(text.trimmingSpaces), "\(row): \(text)")
    }
  }

  @Test("hostile names in the list stay in their row", arguments: HostileText.all)
  func roomList(hostile: HostileText) throws {
    let clean = try Self.clean.get()
    let canvas = try Self.stage(.roomName, hostile.text).canvas()

    let row = try #require(clean.screenText().firstIndex { $0.hasPrefix("▌ name") })
    for other in 1..<29 where other != row {
      let list = Rect(column: 0, row: other, columns: 29, rows: 1)
      #expect(Self.cells(of: canvas, in: list) == Self.cells(of: clean, in: list))
    }
    let marks = Rect(column: 22, row: row, columns: 7, rows: 1)
    #expect(Self.cells(of: canvas, in: marks) == Self.cells(of: clean, in: marks))
  }

  /// Whether a cell belongs to a place on a 100x30 screen.
  private static func owns(_ place: Place, _ point: Point) -> Bool {
    switch place {
    case .roomName:
      // The heading up to the members, the list's row, and the composer's placeholder.
      (point.row == 1 && (30..<89).contains(point.column))
        || (point.column < 22 && point.row > 1) || (point.row == 28 && point.column > 31)
    case .topic: point.row == 1 && (35..<89).contains(point.column)
    case .senderName:
      point.row == 25 && (36..<51).contains(point.column)
    case .body: false
    }
  }

  static func compare(
    _ canvas: Canvas, _ clean: Canvas, except isOwn: (Point) -> Bool,
    location: SourceLocation = #_sourceLocation
  ) {
    let screen = Rect(origin: Point(column: 0, row: 0), size: clean.screenSize)
    let pairs = zip(cells(of: canvas, in: screen), cells(of: clean, in: screen))
    for (index, pair) in pairs.enumerated() where pair.0 != pair.1 {
      let point = Point(column: index % screen.columns, row: index / screen.columns)
      if isOwn(point) { continue }
      Issue.record("\(point): \(pair.1.text) became \(pair.0.text)", sourceLocation: location)
      return
    }
    #expect(canvas.cursor == clean.cursor, sourceLocation: location)
  }

  struct CellLook: Equatable {
    let text: String
    let style: Style
  }

  /// The cells of an area; the second half of a wide character is empty text.
  static func cells(of canvas: Canvas, in rect: Rect) -> [CellLook] {
    let lines = canvas.screenText()
    return (rect.minRow..<rect.maxRow).flatMap { row -> [CellLook] in
      var texts: [String] = []
      for character in lines[row] {
        texts.append(String(character))
        if TextWidth.columns(of: character) == 2 { texts.append("") }
      }
      return (rect.minColumn..<rect.maxColumn).map { column in
        CellLook(
          text: column < texts.count ? texts[column] : " ",
          style: canvas.style(at: Point(column: column, row: row)))
      }
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
