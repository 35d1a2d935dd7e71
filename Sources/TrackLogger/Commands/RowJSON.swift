import TrackCore
import TrackStore

extension JSONWriter {
  /// Keys and order are a contract with scripts: more may be added, none renamed.
  mutating func trip(_ row: TripRow, box: String? = nil) {
    beginObject()
    tripKeys(row)
    member(box: box)
    endObject()
  }

  mutating func tripKeys(_ row: TripRow) {
    let trip = row.trip
    key("id")
    value(trip.id)
    key("start")
    value(trip.start)
    key("end")
    value(trip.end)
    key("distance")
    // As exact as the database, so that days add up to trips.
    value(trip.distance, decimals: 2)
    key("bridged_distance")
    value(trip.bridgedDistance, decimals: 2)
    key("duration")
    value(trip.duration)
    key("moving_time")
    value(trip.movingTime)
    key("max_speed")
    value(trip.maxSpeed, decimals: 2)
    key("fixes")
    value(trip.fixes)
    key("from")
    end(trip.from, row.fromPlace, row.fromName)
    key("to")
    end(trip.to, row.toPlace, row.toName)
  }

  private mutating func end(_ at: Coordinate, _ place: PlaceReference?, _ name: PlaceName?) {
    beginObject()
    position(at)
    key("name")
    value(place?.name ?? name?.short)
    key("place")
    value(place?.id)
    key("address")
    address(name)
    endObject()
  }

  mutating func visit(_ row: VisitRow, box: String? = nil) {
    beginObject()
    visitKeys(row)
    member(box: box)
    endObject()
  }

  mutating func visitKeys(_ row: VisitRow) {
    let visit = row.visit
    key("id")
    value(visit.id)
    key("arrival")
    value(visit.arrival)
    key("departure")
    value(visit.departure)
    key("last_seen")
    value(visit.last)
    position(visit.centre)
    key("accuracy")
    value(visit.accuracy, decimals: 1)
    key("fixes")
    value(visit.fixes)
    key("inferred")
    value(visit.inferred)
    key("place")
    place(row.place, row.name)
  }

  /// The name that the owner gave it, else what it is called.
  mutating func place(_ place: PlaceReference?, _ name: PlaceName?) {
    guard let place else { return null() }
    beginObject()
    key("id")
    value(place.id)
    key("name")
    value(place.name ?? name?.short)
    key("address")
    address(name)
    endObject()
  }

  /// What a server or the gazetteer calls a place, and who says so.
  mutating func address(_ name: PlaceName?) {
    guard let name else { return null() }
    beginObject()
    key("short")
    value(name.short)
    key("full")
    value(name.full)
    key("city")
    value(name.city)
    key("country_code")
    value(name.countryCode)
    key("time_zone")
    value(name.timeZone)
    key("provider")
    value(name.provider)
    key("attribution")
    value(name.attribution)
    key("fetched")
    value(name.fetched)
    endObject()
  }

  mutating func place(_ row: PlaceRow, box: String? = nil) {
    beginObject()
    key("id")
    value(row.id)
    key("name")
    value(row.name ?? row.address?.short)
    key("address")
    address(row.address)
    position(row.centre)
    key("visits")
    value(row.visits)
    key("first_arrival")
    value(row.firstArrival)
    key("last_seen")
    value(row.lastSeen)
    key("duration")
    value(row.duration)
    member(box: box)
    endObject()
  }

  mutating func event(_ row: EventRow, box: String? = nil) {
    let event = row.event
    beginObject()
    key("id")
    value(row.id)
    key("time")
    value(event.time)
    key("noticed")
    value(event.noticed)
    key("kind")
    value(event.kind.rawValue)
    if let at = event.coordinate { position(at) }
    if let trip = event.trip {
      key("trip")
      value(trip)
    }
    if let visit = event.visit {
      key("visit")
      value(visit)
    }
    if let distance = event.distance {
      key("distance")
      value(distance, decimals: 1)
    }
    member(box: box)
    endObject()
  }

  /// Whose row it is, where those of several boxes are listed.
  mutating func member(box: String?) {
    guard let box else { return }
    key("box")
    value(box)
  }

  mutating func position(_ at: Coordinate) {
    key("lat")
    value(at.latitude, decimals: 7)
    key("lon")
    value(at.longitude, decimals: 7)
  }
}

extension Trip {
  /// From its start to its end, or to its newest fix while it is under way.
  var duration: Interval { (end ?? last) - start }
}

extension Visit {
  /// From arrival to departure, or to when it was last seen.
  var duration: Interval { (departure ?? last) - arrival }
}
