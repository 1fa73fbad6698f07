/// A fixed run of trivial elements on the heap, freed by the one who made it (`deallocate`).
///
/// A fenced pointer: trivial to copy, no reference count, so that hot loops read it like an array
/// without its costs. Preconditions, checked in debug builds: an index lies within
/// `0 ..< capacity`, and no copy is used after `deallocate`.
@safe
public struct Storage<Element: BitwiseCopyable>: BitwiseCopyable, Freeable, @unchecked Sendable {
  public let base: UnsafeMutablePointer<Element>
  public let capacity: Int

  package init(capacity: Int, repeating element: Element) {
    let room = max(capacity, 1)
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: room)
    unsafe base.initialize(repeating: element, count: room)
    self.capacity = room
  }

  /// Room whose content means nothing until it is written: large tables then cost only the pages
  /// that are used.
  package init(uninitialized capacity: Int) {
    let room = max(capacity, 1)
    // SAFETY: trivial elements need no initialisation before they are assigned; readers stay behind
    // writers.
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: room)
    self.capacity = room
  }

  /// A copy of the array; an empty one still has room for one element.
  package init(_ elements: [Element], padding element: Element) {
    self.init(capacity: elements.count, repeating: element)
    for (index, value) in elements.enumerated() { self[index] = value }
  }

  package init(copying other: Storage) {
    self.init(uninitialized: other.capacity)
    // SAFETY: both have so many elements, and two allocations never overlap.
    unsafe base.update(from: other.base, count: capacity)
  }

  // Addressors instead of getters: `table[i].field` then loads the field, not the whole element.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < capacity)
      // SAFETY: within the allocation by the precondition.
      return unsafe UnsafePointer(base + index)
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < capacity)
      // SAFETY: as above.
      return unsafe base + index
    }
  }

  @inline(__always)
  package subscript(index: Int32) -> Element {
    unsafeAddress {
      assert(index >= 0 && Int(index) < capacity)
      // SAFETY: as above.
      return unsafe UnsafePointer(base + Int(index))
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && Int(index) < capacity)
      // SAFETY: as above.
      return unsafe base + Int(index)
    }
  }

  /// Sets `count` elements from the one at `start` on.
  package func fill(_ element: Element, from start: Int = 0, count: Int) {
    assert(start >= 0 && count >= 0 && start + count <= capacity)
    unsafe (base + start).update(repeating: element, count: count)
  }

  /// Takes over the first elements of another storage, from a place on.
  package func copy(_ other: Storage, count: Int, to place: Int) {
    assert(place >= 0 && place + count <= capacity && count <= other.capacity)
    // SAFETY: both have so many elements, and two allocations never overlap.
    unsafe (base + place).update(from: other.base, count: count)
  }

  /// A larger copy; this one is freed. What is beyond the old capacity is `element`.
  package func grown(to newCapacity: Int, padding element: Element) -> Storage {
    let larger = Storage(capacity: max(newCapacity, capacity), repeating: element)
    unsafe larger.base.update(from: base, count: capacity)
    deallocate()
    return larger
  }

  /// A larger copy of the first `count` elements; this one is freed. What is behind them means
  /// nothing yet, and costs no memory until it is written.
  package func grown(to newCapacity: Int, keeping count: Int) -> Storage {
    assert(count <= capacity)
    let larger = Storage(uninitialized: max(newCapacity, capacity))
    // SAFETY: both have room for so many elements, and two allocations never overlap.
    unsafe larger.base.update(from: base, count: count)
    deallocate()
    return larger
  }

  package func deallocate() { unsafe base.deallocate() }
}

extension Storage where Element == UInt8 {
  /// A part as text; valid until the storage is freed.
  ///
  /// Precondition: the bytes have been written and lie within the storage, which is checked in
  /// debug builds.
  @inline(__always)
  package func view(from start: Int, count: Int) -> ByteView {
    assert(start >= 0 && count >= 0 && start + count <= capacity)
    // SAFETY: within the allocation by the precondition.
    return unsafe ByteView(start: UnsafePointer(base) + start, count: count)
  }

  /// Copies bytes that lie elsewhere to a place.
  ///
  /// Precondition: there is room for them, which is checked in debug builds.
  package func copy(_ bytes: ByteView, to place: Int) {
    assert(place >= 0 && place + bytes.count <= capacity)
    // SAFETY: within the allocation by the precondition; others write to no storage.
    unsafe (base + place).update(from: bytes.start, count: bytes.count)
  }
}

extension Storage {
  @inline(__always)
  package subscript<Kind>(number: TableNumber<Kind>) -> Element {
    unsafeAddress {
      assert(number.value >= 0 && Int(number.value) < capacity)
      // SAFETY: within the allocation by the precondition.
      return unsafe UnsafePointer(base + Int(number.value))
    }
    nonmutating unsafeMutableAddress {
      assert(number.value >= 0 && Int(number.value) < capacity)
      // SAFETY: as above.
      return unsafe base + Int(number.value)
    }
  }
}
