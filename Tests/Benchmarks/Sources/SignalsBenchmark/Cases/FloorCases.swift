import CFloors
import Floors
import Glibc

/// Costs that no library can beat.
enum FloorCases {
  /// A closure call that is not inlined.
  static func call() -> Benchmark {
    let total = Total()
    let addition = makeAddition(to: total.pointer)
    return Benchmark(name: nil, subject: .call, rounds: 1_000_000) { count in
      for value in 0..<count { addition(value) }
    } check: { count in
      total.take() == sum(below: count)
    }
  }

  /// The same call under a mutex.
  static func mutex() -> Benchmark {
    let total = Total()
    let addition = makeAddition(to: total.pointer)
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    return Benchmark(name: nil, subject: .mutex, rounds: 500_000) { count in
      for value in 0..<count {
        pthread_mutex_lock(mutex)
        addition(value)
        pthread_mutex_unlock(mutex)
      }
    } check: { count in
      total.take() == sum(below: count)
    }
  }

  /// The floor's call in C, which validates the floor.
  static func callInC() -> Benchmark {
    let total = Total()
    let function = UnsafeMutablePointer<(@convention(c) (Int, UnsafeMutableRawPointer?) -> Void)?>
      .allocate(capacity: 1)
    function.initialize(to: floor_add_in_c)
    return Benchmark(name: nil, subject: .call, rounds: 1_000_000) { count in
      floor_call_in_c(function, total.pointer, count)
    } check: { count in
      total.take() == sum(below: count)
    }
  }
}
