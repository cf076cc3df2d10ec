/// The order in which passwords are worked on.
///
/// There is a line for each asker, and one for all who name nobody of this server: a flood of
/// invented names takes the turns of one. The lines take turns, and of each line one job runs.
struct PasswordQueue: Sendable {
  enum Line: Hashable, Sendable {
    case asker(PasswordAsker)
    /// Who names nobody that could sign in.
    case nobody
    /// New passwords, of people who have shown that they may have one.
    case newPasswords
  }

  struct Job: Sendable {
    let id: UInt64
    let line: Line
    let run: @Sendable () -> Void
    /// Is called instead of `run` when others need the place.
    let refuse: @Sendable () -> Void
  }

  private let mostRunning: Int
  private let mostWaiting: Int
  private var running: Set<Line> = []
  private var waiting: [Line: [Job]] = [:]
  /// The lines in which somebody waits, in the order of their turns.
  private var turns: [Line] = []
  private(set) var waitingCount = 0

  init(mostRunning: Int, mostWaiting: Int) {
    self.mostRunning = mostRunning
    self.mostWaiting = mostWaiting
  }

  /// Takes a job in.
  ///
  /// - Returns: The job if it is to run now, and the one that loses its place to it.
  mutating func add(_ job: Job) -> (starting: Job?, refused: Job?) {
    if running.count < mostRunning, running.insert(job.line).inserted { return (job, nil) }
    let refused = waitingCount >= mostWaiting ? removeOne() : nil
    if waiting[job.line] == nil { turns.append(job.line) }
    waiting[job.line, default: []].append(job)
    waitingCount += 1
    return (nil, refused)
  }

  /// Notes that the job of a line has ended; returns the one that is to run now.
  mutating func finish(_ line: Line) -> Job? {
    running.remove(line)
    guard let turn = turns.firstIndex(where: { !running.contains($0) }) else { return nil }
    let next = turns.remove(at: turn)
    guard let job = removeFirst(of: next) else { return nil }
    if waiting[next] != nil { turns.append(next) }
    running.insert(next)
    return job
  }

  /// Takes a job out that waits; nil when it does not.
  mutating func remove(_ id: UInt64, of line: Line) -> Job? {
    guard let index = waiting[line]?.firstIndex(where: { $0.id == id }) else { return nil }
    return remove(at: index, of: line)
  }

  /// Takes out the job that waits longest of those that matter least: of names of nobody, then of
  /// who has most.
  private mutating func removeOne() -> Job? {
    let longest = waiting.max { $0.value.count < $1.value.count }?.key
    guard let line = waiting[.nobody] != nil ? .nobody : longest else { return nil }
    return remove(at: 0, of: line)
  }

  private mutating func removeFirst(of line: Line) -> Job? {
    waitingCount -= 1
    let job = waiting[line]?.removeFirst()
    if waiting[line]?.isEmpty == true { waiting[line] = nil }
    return job
  }

  private mutating func remove(at index: Int, of line: Line) -> Job? {
    waitingCount -= 1
    let job = waiting[line]?.remove(at: index)
    if waiting[line]?.isEmpty == true {
      waiting[line] = nil
      turns.removeAll { $0 == line }
    }
    return job
  }
}
