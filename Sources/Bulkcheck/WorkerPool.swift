internal import BulkcheckCore
internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The workers of a run, one for each thread.
///
/// `@unchecked Sendable`: `concurrentPerform` gives each index to one thread at a time, and worker `i` is touched by
/// iteration `i` only; outside of it one thread uses the pool.
final class WorkerPool: @unchecked Sendable {
  private let workers: UnsafeMutablePointer<ChunkWorker>
  private let count: Int

  init(count: Int, program: Program, recordBytesMaximum: Int) {
    self.count = count
    unsafe workers = UnsafeMutablePointer<ChunkWorker>.allocate(capacity: count)
    for index in 0..<count {
      unsafe (workers + index).initialize(
        to: ChunkWorker(program: program, recordBytesMaximum: recordBytesMaximum))
    }
  }

  deinit {
    unsafe workers.deinitialize(count: count)
    unsafe workers.deallocate()
  }

  /// Sets the way in which the next chunks are read.
  func prepare(_ reading: RecordReading) {
    for index in 0..<count { unsafe workers[index].prepare(reading) }
  }

  /// Lets the first worker be used for something that only one does.
  func withFirst(_ body: (inout ChunkWorker) -> Void) {
    body(&(unsafe workers[0]))
  }

  /// Judges one stretch on the calling thread.
  func judge(_ task: ChunkTask, into statistics: ChunkStatistics) -> ChunkEnd {
    unsafe workers[0].judge(task, into: statistics)
  }

  /// Judges all chunks of a batch on the calling thread and others.
  func judge(_ batch: Batch) { judge(batch, whileReading: nil) }

  /// Judges all chunks of a batch; the first worker calls `read` before it helps.
  func judge(_ batch: Batch, reading read: () -> Void) {
    withoutActuallyEscaping(read) { judge(batch, whileReading: ReadingTask(body: $0)) }
  }

  private func judge(_ batch: Batch, whileReading reading: ReadingTask?) {
    let next = Atomic<Int>(0)
    let run = { (worker: Int) in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < batch.count else { return }
        batch.ends[index] = unsafe self.workers[worker].judge(
          batch.task(index), into: batch.statistics[index])
      }
    }
    if count == 1 || batch.count == 1 && reading == nil {
      reading?.body()
      run(0)
      return
    }
    let job = JudgingTask(run: run, reading: reading)
    DispatchQueue.concurrentPerform(iterations: count) { worker in
      if worker == 0 { job.reading?.body() }
      job.run(worker)
    }
  }
}

/// What one call of `concurrentPerform` runs: closures that it calls from several threads but does not keep.
private struct JudgingTask: @unchecked Sendable {
  let run: (Int) -> Void
  let reading: ReadingTask?
}

private struct ReadingTask: @unchecked Sendable {
  // Sendable: called by the first iteration only, while the caller waits.
  let body: () -> Void
}

/// The machine's processors.
enum Processors {
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
