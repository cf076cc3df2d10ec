import Clocks

/// One run of the program: all workloads in turn, repeatedly.
struct Session {
  /// Runs every workload once per repeat; the best time counts.
  ///
  /// A slow moment of the machine thus spoils one repeat of all workloads, not all repeats of one.
  /// Every other repeat runs in reverse order, so that no workload always finds the caches as the
  /// same other one left them.
  static func measure(_ workloads: [Workload], repeats: Int) throws(Failure) -> [Row] {
    var best = Array(repeating: Double.infinity, count: workloads.count)
    for workload in workloads { try workload.prove() }
    for repeated in 0...repeats {
      let order = Array(workloads.enumerated())
      for (index, workload) in repeated.isMultiple(of: 2) ? order : order.reversed() {
        workload.prepare()
        let start = workload.clock.nanoseconds
        try workload.run()
        let end = workload.clock.nanoseconds
        best[index] = min(best[index], Double(end - start))
      }
    }
    return zip(workloads, best).map { workload, time in
      let figure = workload.unit.figure(amount: workload.amount, nanoseconds: time)
      return Row(
        name: workload.name, subject: workload.subject, figure: figure.rounded(toDecimals: 2),
        unit: workload.unit)
    }
  }
}
