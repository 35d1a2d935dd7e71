/// What a feature says beside its geometry; names end in their unit.
extension JSONWriter {
  mutating func properties(of visit: Visit, at place: NamedPlace?) {
    key("kind")
    value("visit")
    key("visit")
    value(visit.id)
    key("arrival")
    value(visit.arrival)
    key("departure")
    value(visit.departure)
    key("accuracy_m")
    value(visit.accuracy, decimals: 1)
    key("fixes")
    value(visit.fixes)
    key("inferred")
    value(visit.inferred)
    key("place")
    value(place?.id)
    key("name")
    value(place?.name)
  }

  mutating func properties(of trip: Trip, from: NamedPlace?, to: NamedPlace?) {
    key("start")
    value(trip.start)
    key("end")
    value(trip.end)
    key("distance_m")
    value(trip.distance, decimals: 1)
    key("bridged_distance_m")
    value(trip.bridgedDistance, decimals: 1)
    key("moving_time_s")
    value(trip.movingTime)
    key("max_speed_m_s")
    value(trip.maxSpeed, decimals: 2)
    key("fixes")
    value(trip.fixes)
    key("from")
    value(from?.name)
    key("to")
    value(to?.name)
  }
}
