import CAllocationCount

/// Only optimised code keeps the promise, and only glibc's allocator is counted.
var canCountAllocations: Bool {
  #if DEBUG
    false
  #else
    bulkcheck_allocation_count() >= 0
  #endif
}
