import Terminal
import ViewModels

/// Lays one row of the timeline out.
struct MessageLayoutBuilder {
  /// Text beyond so many lines is cut, with a line that says so.
  static let maximumBodyLines = 400

  private let content: MessageRowContent
  private let picture: PictureState
  private let columns: MessageColumns
  private var layout = MessageLayout()

  /// Lays out `content` with its picture in the given columns.
  static func layout(
    _ content: MessageRowContent, picture: PictureState, columns: MessageColumns
  ) -> MessageLayout {
    var builder = MessageLayoutBuilder(content: content, picture: picture, columns: columns)
    builder.build()
    return builder.layout
  }

  private init(content: MessageRowContent, picture: PictureState, columns: MessageColumns) {
    self.content = content
    self.picture = picture
    self.columns = columns
  }

  private mutating func build() {
    switch content.kind {
    case .day: addDivider(content.dayText, role: .dim)
    case .newMarker: addDivider(content.bodyText.isEmpty ? "new" : content.bodyText, role: .accent)
    case .event: addEvent()
    case .message, .notice, .emote, .locked: addMessage()
    }
  }

  private mutating func addDivider(_ label: String, role: Role) {
    let text = SafeText(" \(label) ")
    let rule = max(columns.width - 2 - text.width, 2)
    let left = columns.isStacked ? rule / 2 : min(columns.bodyColumn - 2, rule / 2)
    layout.lines = [
      [
        .init(column: 1, text: SafeText(String(repeating: "─", count: left)), role: .rule),
        .init(column: 1 + left, text: text, role: role),
        .init(
          column: 1 + left + text.width,
          text: SafeText(String(repeating: "─", count: rule - left)), role: .rule),
      ]
    ]
  }

  private mutating func addEvent() {
    let column = columns.isStacked ? columns.timeColumn + columns.timeWidth + 1 : columns.bodyColumn
    let width = max(columns.width - column - 1, 2)
    let lines = SafeText.wrapped(content.bodyText, columns: width, limit: 4)
    layout.lines = lines.map { [.init(column: column, text: $0, role: .dim)] }
    addTime(line: 0)
  }

  private mutating func addMessage() {
    if columns.isStacked {
      addStackedHeading()
    }
    let first = layout.lines.count
    addBody()
    if !columns.isStacked {
      addTime(line: first)
      if content.showsSender, content.kind != .emote {
        addSpan(
          line: first, column: columns.senderColumn,
          SafeText(content.senderText).prefix(fittingColumns: columns.senderWidth),
          .sender(content.colorIndex))
      }
    }
    addPicture()
    addDelivery()
  }

  private mutating func addStackedHeading() {
    guard content.showsSender, content.kind != .emote else { return }
    let sender = SafeText(content.senderText).prefix(fittingColumns: columns.senderWidth)
    layout.lines.append([
      .init(column: columns.senderColumn, text: sender, role: .sender(content.colorIndex)),
      .init(
        column: columns.senderColumn + sender.width + 1, text: SafeText(content.timeText),
        role: .dim),
    ])
  }

  private mutating func addBody() {
    let lines = SafeText.wrapped(
      bodyText, columns: columns.bodyWidth, limit: Self.maximumBodyLines)
    for line in lines {
      layout.lines.append([.init(column: columns.bodyColumn, text: line, role: bodyRole)])
    }
    if columns.isStacked, content.kind == .emote { append(SafeText(content.timeText), .dim) }
    if content.isEdited { append(SafeText("(edited)"), .dim) }
  }

  private var bodyText: String {
    switch content.kind {
    case .emote: "* \(content.senderText) \(content.bodyText)"
    default: content.bodyText
    }
  }

  private var bodyRole: Role {
    switch content.kind {
    case .notice, .locked: .dim
    default: content.deliveryState == .sending ? .dim : .text
    }
  }

  private mutating func addPicture() {
    switch picture {
    case .none: break
    case .note(let text, let role):
      for line in SafeText.wrapped(text, columns: columns.bodyWidth, limit: 2) {
        layout.lines.append([.init(column: columns.bodyColumn, text: line, role: role)])
      }
    case .cells(let width, let height):
      layout.picture = .init(
        column: columns.bodyColumn, line: layout.lines.count, width: width, height: height)
      layout.lines += Array(repeating: [], count: height)
    }
  }

  private mutating func addDelivery() {
    guard !content.deliveryText.isEmpty else { return }
    if content.deliveryState == .failed {
      let text = "! \(content.deliveryText)"
      for line in SafeText.wrapped(text, columns: columns.bodyWidth, limit: 3) {
        layout.lines.append([.init(column: columns.bodyColumn, text: line, role: .error)])
      }
    } else {
      append(SafeText(content.deliveryText), .dim)
    }
  }

  /// Adds a note behind the last line when there is room, else below it.
  private mutating func append(_ text: SafeText, _ role: Role) {
    let end = layout.lines.last?.map { $0.column + $0.text.width }.max()
    if let end, layout.picture == nil {
      let column = end + 1
      if column + text.width <= columns.bodyColumn + columns.bodyWidth {
        addSpan(line: layout.lines.count - 1, column: column, text, role)
        return
      }
    }
    layout.lines.append([
      .init(
        column: columns.bodyColumn, text: text.prefix(fittingColumns: columns.bodyWidth), role: role
      )
    ])
  }

  private mutating func addTime(line: Int) {
    addSpan(
      line: line, column: columns.timeColumn,
      SafeText(content.timeText).prefix(fittingColumns: columns.timeWidth), .dim)
  }

  private mutating func addSpan(line: Int, column: Int, _ text: SafeText, _ role: Role) {
    if layout.lines.indices.contains(line) {
      layout.lines[line].append(.init(column: column, text: text, role: role))
    } else {
      layout.lines.append([.init(column: column, text: text, role: role)])
    }
  }
}
