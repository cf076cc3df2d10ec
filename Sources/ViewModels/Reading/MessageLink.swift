import Models

/// A link in a message.
public nonisolated struct MessageLink: Equatable, Sendable {
  /// What can be done with a link.
  enum Target: Equatable {
    /// The server or the mailbox that it leads to.
    case web(place: String)
    case person(UserID)
    case room(String, event: EventID?)
    /// Says that it belongs to Matrix, but leads nowhere.
    case nowhere
  }

  /// The whole address, of visible ASCII alone.
  public let addressText: String
  let target: Target

  /// Nil for what no message may link to.
  init?(_ address: String) {
    if MatrixLink.owns(address) {
      addressText = address.visibleAddress
      target =
        switch MatrixLink(address) {
        case .person(let id)?: .person(id)
        case .room(let name, let event)?: .room(name, event: event)
        case nil: .nowhere
        }
    } else if let web = WebAddress(address) {
      addressText = web.opened
      target = .web(place: web.place)
    } else {
      return nil
    }
  }

  var isPerson: Bool { if case .person = target { true } else { false } }

  /// What a list says of the link beside its address.
  var placeText: String {
    switch target {
    case .web(let place): place
    case .person(let id): id.rawValue
    case .room(let name, event: nil): name
    case .room(let name, event: _?): "a message in \(name)"
    case .nowhere: "leads nowhere"
    }
  }
}

nonisolated extension MessageRowContent {
  /// The links that can be seen, each once; people count only where there are no others, because most
  /// mentions are links to people.
  package var links: [MessageLink] {
    var found: [MessageLink] = []
    for address in addresses {
      guard let link = MessageLink(address), !found.contains(link) else { continue }
      found.append(link)
    }
    let others = found.filter { !$0.isPerson }
    return Array((others.isEmpty ? found : others).prefix(Self.mostLinks))
  }

  /// Nobody looks for one among more.
  private static var mostLinks: Int { 50 }

  private var addresses: [String] {
    guard let formattedBody else { return bodyText.links }
    return formattedBody.blocks.flatMap { $0.addresses(isUncovered: isUncovered) }
  }
}

nonisolated extension FormattedBody.Run {
  /// Where the run leads, as another program may be told it: of visible ASCII alone, and nowhere that
  /// no message may link to.
  public var safeLink: String? {
    guard let link = link.flatMap({ MessageLink($0) }), link.target != .nowhere else { return nil }
    return link.addressText
  }
}

nonisolated extension FormattedBody.Block {
  /// Where the runs lead, and the addresses in the text between them.
  fileprivate func addresses(isUncovered: Bool) -> [String] {
    var found: [String] = []
    var text = ""
    for run in runs {
      let isPlain = run.link == nil && run.traits.isDisjoint(with: [.pill, .address])
      if run.traits.contains(.spoiler), !isUncovered {
        text += " "
      } else if isPlain {
        text += run.text
      } else {
        found += text.links
        text = ""
        if let link = run.link { found.append(link) }
      }
    }
    return found + text.links
  }
}
