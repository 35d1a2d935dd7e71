/// The newest elements of a sequence, by their number in it. A power of two of places, allocated once.
struct Ring<Element> {
  private var places: [Element]
  private let mask: Int
  /// Number of the oldest element that is kept.
  private(set) var first = 0
  /// Number that the next element will have.
  private(set) var end = 0

  init(capacity: Int, filler: Element) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    places = Array(repeating: filler, count: capacity)
    mask = capacity - 1
  }

  var count: Int { end - first }
  var isEmpty: Bool { end == first }
  var isFull: Bool { count > mask }
  var capacity: Int { mask + 1 }
  var last: Int { end - 1 }

  subscript(number: Int) -> Element {
    @inline(__always) get { places[number & mask] }
    @inline(__always) _modify { yield &places[number & mask] }
  }

  /// Drops the oldest where there is no place.
  mutating func append(_ element: Element) {
    if isFull { first += 1 }
    places[end & mask] = element
    end += 1
  }

  mutating func removeFirst() { if !isEmpty { first += 1 } }

  mutating func removeAll(numberingFrom number: Int = 0) {
    first = number
    end = number
  }
}
