/// All endpoints, indexed by path.
struct RouteTable: Sendable {
  /// The result of a lookup.
  enum Match: Sendable {
    case route(Route, parameters: [String: String])
    case wrongMethod(allowed: [String])
    case nothing
  }

  let routes: [Route]
  /// By the number of segments; fixed segments take precedence over variable ones.
  private let byLength: [Int: [Route]]

  init(_ routes: [Route]) {
    self.routes = routes
    byLength = Dictionary(grouping: routes, by: \.pattern.count).mapValues { routes in
      routes.sorted { $0.shape.lexicographicallyPrecedes($1.shape) }
    }
    var places: Set<[String]> = []
    for route in routes {
      let place = [route.method] + route.pattern.map { $0.hasPrefix(":") ? ":" : $0 }
      precondition(places.insert(place).inserted, "\(route.method) \(route.path) is declared twice")
    }
  }

  func match(method: String, segments: [String]) -> Match {
    let fitting = (byLength[segments.count] ?? []).filter { $0.fits(segments) }
    guard let route = fitting.first(where: { $0.method == method }) else {
      return fitting.isEmpty ? .nothing : .wrongMethod(allowed: fitting.map(\.method).sorted())
    }
    var parameters: [String: String] = [:]
    for (name, segment) in zip(route.pattern, segments) where name.hasPrefix(":") {
      parameters[String(name.dropFirst())] = segment
    }
    return .route(route, parameters: parameters)
  }
}

extension Route {
  /// 1 for each variable segment.
  fileprivate var shape: [Int] { pattern.map { $0.hasPrefix(":") ? 1 : 0 } }

  fileprivate func fits(_ segments: [String]) -> Bool {
    zip(pattern, segments).allSatisfy { $0.utf8.first == UInt8(ascii: ":") || $0 == $1 }
  }
}
