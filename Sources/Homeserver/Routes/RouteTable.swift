/// All endpoints, found by their path.
struct RouteTable: Sendable {
  /// What a path leads to.
  enum Match: Sendable {
    case route(Route, parameters: [String: String])
    case wrongMethod(allowed: [String])
    case nothing
  }

  private struct Node {
    var fixed: [String: Int] = [:]
    var variable: Int?
    var routes: [String: Route] = [:]
  }

  private var nodes = [Node()]

  /// Every endpoint, as it was given.
  let routes: [Route]

  init(_ routes: [Route]) {
    self.routes = routes
    for route in routes { insert(route) }
  }

  private mutating func insert(_ route: Route) {
    var place = 0
    for segment in route.pattern {
      let next = segment.hasPrefix(":") ? nodes[place].variable : nodes[place].fixed[segment]
      if let next {
        place = next
        continue
      }
      nodes.append(Node())
      let new = nodes.count - 1
      if segment.hasPrefix(":") {
        nodes[place].variable = new
      } else {
        nodes[place].fixed[segment] = new
      }
      place = new
    }
    precondition(
      nodes[place].routes[route.method] == nil, "\(route.method) \(route.pattern) is there twice")
    nodes[place].routes[route.method] = route
  }

  /// Finds the endpoint of a path; a fixed segment goes before a variable one.
  func match(method: String, segments: [String]) -> Match {
    var allowed: [String] = []
    guard let route = find(method, segments[...], from: 0, allowed: &allowed) else {
      return allowed.isEmpty ? .nothing : .wrongMethod(allowed: allowed.sorted())
    }
    var parameters: [String: String] = [:]
    for (name, segment) in zip(route.pattern, segments) where name.hasPrefix(":") {
      parameters[String(name.dropFirst())] = segment
    }
    return .route(route, parameters: parameters)
  }

  private func find(
    _ method: String, _ segments: ArraySlice<String>, from place: Int, allowed: inout [String]
  ) -> Route? {
    guard let segment = segments.first else {
      if let route = nodes[place].routes[method] { return route }
      allowed += nodes[place].routes.keys
      return nil
    }
    for next in [nodes[place].fixed[segment], nodes[place].variable] {
      guard let next else { continue }
      if let route = find(method, segments.dropFirst(), from: next, allowed: &allowed) {
        return route
      }
    }
    return nil
  }
}
