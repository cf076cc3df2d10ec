import Models

/// Collects the blocks and runs of a formatted text from the events of its HTML.
struct FormattedTextBuilder {
  /// An element that has not ended yet, with what applied before it.
  private struct Element {
    let name: String
    let traits: TextTraits
    let link: String?
    let colors: TextColors
    let ending: Ending
  }

  /// What the end of an element does besides restoring the formats.
  private enum Ending {
    case none, block, entry, quote, list, row, cell, code, dropped
    case link(LinkTarget, start: Int)
    case script(around: SmallScript?)
  }

  private var elements: [Element] = []
  private var blocks = BlockList()
  private var traits: TextTraits = []
  private var lists: [ListCounter] = []
  /// The element for raised or lowered text around.
  private var script: SmallScript?
  /// The number of elements around whose text is dropped.
  private var dropped = 0

  /// Whether the text is still of a size that is worth showing with its formats.
  var isWithinLimits: Bool { blocks.runCount <= Limits.htmlRuns }

  mutating func start(_ name: String, attribute: (String) -> String?) {
    let (before, link, colors) = (traits, blocks.link, blocks.colors)
    let ending = dropped > 0 ? .none : open(name, attribute)
    elements.append(
      Element(name: name, traits: before, link: link, colors: colors, ending: ending))
  }

  /// Ends the innermost element; libxml2 closes all elements in the right order.
  mutating func end(_ name: String) {
    guard let element = elements.popLast() else { return }
    switch element.ending {
    case .none: break
    case .block: blocks.close()
    case .entry:
      blocks.close()
      blocks.marker = nil
    case .quote:
      blocks.close()
      blocks.quoteDepth -= 1
    case .list:
      blocks.close()
      lists.removeLast()
      blocks.listDepth -= 1
    case .row: blocks.endRow()
    case .cell: break
    case .code: blocks.endCode()
    case .dropped: dropped -= 1
    case .link(let target, let start): endLink(target, start: start)
    case .script(let outer):
      blocks.add(script?.ending ?? "", traits)
      script = outer
    }
    traits = element.traits
    blocks.link = element.link
    blocks.colors = element.colors
  }

  mutating func add(_ text: String) {
    guard dropped == 0 else { return }
    blocks.add(script?.shown(text) ?? text, traits)
  }

  mutating func finish() -> [TextBlock] {
    blocks.close()
    return blocks.blocks
  }

  private mutating func open(_ name: String, _ attribute: (String) -> String?) -> Ending {
    if let trait = Self.traits[name] {
      traits.insert(trait)
      return .none
    }
    switch name {
    case "mx-reply", "script", "style", "head", "title", "template", "object", "iframe":
      dropped += 1
      return .dropped
    case "a": return link(attribute("href"))
    case "span", "font":
      openSpan(spoiler: name == "span" ? attribute("data-mx-spoiler") : nil)
      blocks.colors.take(attribute)
      return .none
    case "code": return openCode(attribute("class"))
    case "sup", "sub":
      defer { script = SmallScript(isRaised: name == "sup") }
      return .script(around: script)
    case "img":
      blocks.add(attribute("alt") ?? attribute("title") ?? "image", traits)
      return .none
    case "br":
      blocks.breakLine(traits)
      return .none
    case "hr":
      blocks.addRule()
      return .none
    default: return openBlock(name, attribute)
    }
  }

  private mutating func openBlock(_ name: String, _ attribute: (String) -> String?) -> Ending {
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      blocks.open(.heading(level: name.last?.wholeNumberValue ?? 1))
      return .block
    case "p", "div", "section", "article", "details", "summary", "caption":
      blocks.close()
      return .block
    case "blockquote":
      blocks.close()
      blocks.quoteDepth += 1
      return .quote
    case "ul", "ol":
      blocks.close()
      lists.append(ListCounter(isOrdered: name == "ol", start: attribute("start")))
      blocks.listDepth += 1
      return .list
    case "li":
      blocks.close()
      blocks.marker = lists.indices.last.map { lists[$0].next() } ?? ListCounter.bullet
      return .entry
    case "pre":
      blocks.beginCode()
      return .code
    case "table":
      blocks.beginTable()
      return .block
    case "tr":
      blocks.beginRow()
      return .row
    case "td", "th":
      blocks.beginCell()
      if name == "th" { traits.insert(.strong) }
      return .cell
    default: return .none
    }
  }

  private mutating func openSpan(spoiler: String?) {
    guard let spoiler else { return }
    if !spoiler.isEmpty { blocks.add("(\(spoiler.cut(toBytes: Limits.name))) ", traits) }
    traits.insert(.spoiler)
  }

  private mutating func openCode(_ style: String?) -> Ending {
    guard blocks.isCode else {
      traits.insert(.code)
      return .none
    }
    let prefix = "language-"
    let word = style?.split(separator: " ").first { $0.hasPrefix(prefix) }
    blocks.name(language: word.map { String($0.dropFirst(prefix.count)).cut(toBytes: 64) })
    return .none
  }

  private mutating func link(_ address: String?) -> Ending {
    guard let target = address.flatMap({ LinkTarget($0) }) else { return .none }
    traits.insert(target.isPill ? .pill : .link)
    blocks.link = address
    return .link(target, start: blocks.openRunCount)
  }

  private mutating func endLink(_ target: LinkTarget, start: Int) {
    switch target {
    case .person(let id): blocks.replace(from: start, with: nil, traits, person: id)
    case .room(let name): blocks.replace(from: start, with: name, traits, person: nil)
    case .place(let name): if blocks.text(from: start) != name { addAddress(name) }
    case .web(let address):
      if let place = address.addition(toText: blocks.text(from: start)) { addAddress(place) }
    }
  }

  private mutating func addAddress(_ place: String) {
    blocks.add(" (\(place))", traits.subtracting(.link).union(.address))
  }

  private static let traits: [String: TextTraits] = [
    "b": .strong, "strong": .strong, "i": .emphasis, "em": .emphasis, "u": .underlined,
    "ins": .underlined, "s": .struck, "del": .struck, "strike": .struck, "tt": .code,
    "kbd": .code, "samp": .code,
  ]
}

/// The bullets or numbers of a list.
struct ListCounter {
  static let bullet = "•"
  let isOrdered: Bool
  private var number: Int

  init(isOrdered: Bool, start: String?) {
    self.isOrdered = isOrdered
    number = start.flatMap { Int($0) }.map { min(max($0, -99_999), 99_999) } ?? 1
  }

  /// What stands before the next entry.
  mutating func next() -> String {
    defer { number += 1 }
    return isOrdered ? "\(number)." : Self.bullet
  }
}
