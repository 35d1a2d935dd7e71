/// The middle one of `count` values (the lower of two), each asked for once; 0 of none. Allocates nothing on the heap.
///
/// Quickselect: linear on average. `count` is bounded by the callers, the largest by the sample of a stay.
@inline(__always)
func median(count: Int, _ value: (Int) -> Float) -> Float {
  guard count > 0 else { return 0 }
  return withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { a in
    for k in 0..<count { a.initializeElement(at: k, to: value(k)) }
    return select((count - 1) / 2, in: a)
  }
}

/// The element that would stand at `rank` were `a` sorted.
func select(_ rank: Int, in a: UnsafeMutableBufferPointer<Float>) -> Float {
  var low = 0
  var high = a.count - 1
  while low < high {
    let pivot = a[(low + high) / 2]
    var i = low
    var j = high
    while i <= j {
      while a[i] < pivot { i += 1 }
      while pivot < a[j] { j -= 1 }
      if i <= j {
        a.swapAt(i, j)
        i += 1
        j -= 1
      }
    }
    if rank <= j { high = j } else if rank >= i { low = i } else { return a[rank] }
  }
  return a[rank]
}
