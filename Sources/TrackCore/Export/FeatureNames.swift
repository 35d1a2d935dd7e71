/// What a visit or trip is called in XML.
extension ByteText {
  mutating func put(visit: Visit, at place: NamedPlace?) {
    if let name = place?.name { return put(xml: name) }
    put("Visit ")
    put(visit.id)
  }

  mutating func put(trip: Trip, from: NamedPlace?, to: NamedPlace?) {
    put("Trip ")
    put(trip.id)
    guard let from = from?.name, let to = to?.name else { return }
    put(": ")
    put(xml: from)
    put(" to ")
    put(xml: to)
  }
}
