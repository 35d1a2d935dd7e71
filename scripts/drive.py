"""A vehicle that drives along given points, and a receiver in it: what make-demo-capture and make-bench-capture share.

Everything follows from the seed: the same numbers on every machine and every Python from 3.9 on.
"""

import math
import random
from datetime import datetime, timezone

EARTH = 6_371_008.8


class Path:
    """A way through (latitude, longitude) points, rounded at the corners and cut into steps of about `step` metres."""

    def __init__(self, points, step=2.0):
        self.lat0, self.lon0 = points[0]
        self.east_scale = math.radians(1) * EARTH * math.cos(math.radians(self.lat0))
        self.north_scale = math.radians(1) * EARTH
        corners = [self._plane(p) for p in points]
        self.at = [corners[0]]
        for i in range(len(corners) - 1):
            before, a, b, after = corners[max(i - 1, 0)], corners[i], corners[i + 1], corners[min(i + 2, len(corners) - 1)]
            for k in range(1, (n := max(1, round(math.dist(a, b) / step))) + 1):
                self.at.append(tuple(_catmull_rom(before[j], a[j], b[j], after[j], k / n) for j in (0, 1)))
        self.metres = [0.0]
        for p, q in zip(self.at, self.at[1:]):
            self.metres.append(self.metres[-1] + math.dist(p, q))

    @property
    def length(self):
        return self.metres[-1]

    def _plane(self, point):
        return ((point[1] - self.lon0) * self.east_scale, (point[0] - self.lat0) * self.north_scale)

    def coordinate(self, east, north):
        return self.lat0 + north / self.north_scale, self.lon0 + east / self.east_scale

    def speed_limits(self, limit):
        """Metres per second at each step: `limit(metres)`, less in curves (2.2 m/s² sideways)."""
        speeds = []
        reach = 8
        for i, (x, y) in enumerate(self.at):
            a, b = self.at[max(i - reach, 0)], self.at[min(i + reach, len(self.at) - 1)]
            turn = abs(_angle(math.atan2(b[0] - x, b[1] - y) - math.atan2(x - a[0], y - a[1])))
            radius = math.dist(a, b) / 2 / turn if turn > 1e-6 else 1e9
            speeds.append(min(limit(self.metres[i]), max(3.0, math.sqrt(2.2 * radius))))
        return speeds


def drive(path, limit, stops=()):
    """(metres, speed, course) once a second from standing to standing; `stops` are (metres, seconds) at lights."""
    speeds = path.speed_limits(limit)
    waits = {}
    for metres, seconds in stops:
        i = min(range(len(path.metres)), key=lambda i: abs(path.metres[i] - metres))
        waits[i] = seconds
        speeds[i] = 0.0
    speeds[0] = speeds[-1] = 0.0
    for order, change in ((range(1, len(speeds)), 1.3), (range(len(speeds) - 2, -1, -1), 1.6)):
        for i in order:
            j = i - 1 if change == 1.3 else i + 1
            reached = math.sqrt(speeds[j] ** 2 + 2 * change * abs(path.metres[i] - path.metres[j]))
            speeds[i] = min(speeds[i], reached)
    times, places = [0.0], [0]
    for i in range(1, len(speeds)):
        mean = max((speeds[i - 1] + speeds[i]) / 2, 0.3)
        times.append(times[-1] + (path.metres[i] - path.metres[i - 1]) / mean)
        places.append(i)
        if i in waits:
            times.append(times[-1] + waits[i])
            places.append(i)
    k = 0
    for second in range(math.ceil(times[-1]) + 1):
        while k < len(times) - 2 and times[k + 1] <= second:
            k += 1
        part = min(1.0, (second - times[k]) / max(times[k + 1] - times[k], 1e-9))
        i, j = places[k], places[k + 1]
        metres = path.metres[i] + part * (path.metres[j] - path.metres[i])
        speed = 0.0 if i == j else speeds[i] + part * (speeds[j] - speeds[i])
        a, b = path.at[max(i - 1, 0)], path.at[min(i + 1, len(path.at) - 1)]
        east = path.at[i][0] + part * (path.at[j][0] - path.at[i][0])
        north = path.at[i][1] + part * (path.at[j][1] - path.at[i][1])
        yield metres, east, north, speed, math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


class Receiver:
    """Adds what a receiver adds: a slow Gauss-Markov error, a little white one, errors of speed and course, estimates of all."""

    def __init__(self, seed, device):
        self.random = random.Random(seed)
        self.spare = None
        self.device = device
        self.east, self.north, self.up = self.gauss() * 1.6, self.gauss() * 1.6, self.gauss() * 3
        self.quality = 1.0
        self.course = 0.0
        self.hdop = 0.9

    def gauss(self):
        """Box and Muller, so that no change in Python's own method changes a capture."""
        if self.spare is not None:
            value, self.spare = self.spare, None
            return value
        radius = math.sqrt(-2 * math.log(1 - self.random.random()))
        angle = 2 * math.pi * self.random.random()
        self.spare = radius * math.sin(angle)
        return radius * math.cos(angle)

    def _step(self):
        keep = math.exp(-1 / 150)
        kick = math.sqrt(1 - keep * keep) * self.quality
        self.east = self.east * keep + self.gauss() * 1.6 * kick
        self.north = self.north * keep + self.gauss() * 1.6 * kick
        self.up = self.up * keep + self.gauss() * 3.0 * kick
        self.quality += (1.0 - self.quality) / 15
        self.hdop += (0.9 - self.hdop) / 60 + self.gauss() * 0.004

    def tpv(self, unix, path, east, north, altitude, speed, course):
        """One TPV line for the true position (metres on the plane of `path`), speed and course."""
        self._step()
        g = self.gauss
        lat, lon = path.coordinate(east + self.east + g() * 0.08, north + self.north + g() * 0.08)
        measured = abs(speed + g() * (0.06 if speed > 0.5 else 0.025))
        if speed > 0.5:
            self.course = (course + g() * min(20, 2.5 / speed)) % 360
        eph = (2.4 + 1.2 * max(self.hdop, 0.6)) * self.quality
        up = altitude + self.up
        return (
            '{"class":"TPV","device":"%s","mode":3,"time":"%s","ept":0.005,"lat":%.7f00,"lon":%.7f00,"altHAE":%.3f,"altMSL":%.3f,'
            '"alt":%.3f,"epx":%.3f,"epy":%.3f,"epv":%.3f,"track":%.4f,"speed":%.3f,"eps":%.2f,"geoidSep":48.600,"eph":%.3f}\r\n'
            % (
                self.device, iso(unix), lat, lon, up + 48.6, up, up, eph * 0.66, eph * 0.74, eph * 1.9, self.course, measured,
                0.4 * self.quality, eph,
            )
        )

    def nmea(self, unix, path, east, north, altitude, speed, course):
        """The sentences of one epoch: RMC, GGA, GSA, GST, and every tenth second GSV."""
        self._step()
        g = self.gauss
        lat, lon = path.coordinate(east + self.east + g() * 0.08, north + self.north + g() * 0.08)
        if speed > 0.5:
            self.course = (course + g() * min(20, 2.5 / speed)) % 360
        t = datetime.fromtimestamp(int(unix), timezone.utc)
        clock = "%02d%02d%02d.00" % (t.hour, t.minute, t.second)
        place = "%02d%08.5f,%s,%03d%08.5f,%s" % (
            int(abs(lat)), abs(lat) % 1 * 60, "NS"[lat < 0], int(abs(lon)), abs(lon) % 1 * 60, "EW"[lon < 0])
        knots = abs(speed + g() * 0.05) / 0.514444
        error = 2.4 * self.quality
        sentences = [
            "GPRMC,%s,A,%s,%.3f,%.2f,%02d%02d%02d,,,A" % (clock, place, knots, self.course, t.day, t.month, t.year % 100),
            "GPGGA,%s,%s,1,09,%.2f,%.1f,M,48.6,M,," % (clock, place, self.hdop, altitude + self.up),
            "GPGSA,A,3,02,05,07,09,13,14,16,20,22,,,,%.2f,%.2f,%.2f" % (self.hdop * 1.8, self.hdop, self.hdop * 1.5),
            "GPGST,%s,%.1f,,,,%.2f,%.2f,%.2f" % (clock, error * 2, error * 0.66, error * 0.74, error * 1.9),
        ]
        if int(unix) % 10 == 0:
            for part, four in enumerate(((2, 5, 7, 9), (13, 14, 16, 20), (22, 27, 29, 30))):
                seen = ",".join("%02d,%02d,%03d,%02d" % (n, 10 + n * 2, n * 11, 42 - n / 2) for n in four)
                sentences.append("GPGSV,3,%d,12,%s" % (part + 1, seen))
        return "".join("$%s*%02X\r\n" % (s, _checksum(s)) for s in sentences)

    def no_fix(self, unix=None):
        """A TPV without a position: the sky is out of sight."""
        time = '"time":"%s","ept":0.005,' % iso(unix) if unix is not None else ""
        return '{"class":"TPV","device":"%s",%s"mode":1}\r\n' % (self.device, time.rstrip(",") + "," if time else "")

    def sky(self, unix, satellites=12, used=9):
        """A SKY line: `satellites` in view, the first `used` of them used."""
        hour = unix / 3600
        seen = ",".join(
            '{"PRN":%d,"el":%.1f,"az":%.1f,"ss":%.1f,"used":%s,"gnssid":0,"svid":%d}'
            % (
                n, 8 + 74 * abs(math.sin(n * 1.7 + hour / 4)), (n * 47 + hour * 15) % 360,
                max(0, 40 - n * 0.9 + self.gauss()), "true" if k < used else "false", n,
            )
            for k, n in enumerate((2, 5, 7, 9, 13, 14, 16, 20, 22, 27, 29, 30, 11, 18, 24, 31)[:satellites])
        )
        return (
            '{"class":"SKY","device":"%s","time":"%s","xdop":%.2f,"ydop":%.2f,"vdop":%.2f,"hdop":%.2f,"pdop":%.2f,"nSat":%d,"uSat":%d,'
            '"satellites":[%s]}\r\n'
            % (
                self.device, iso(unix), self.hdop * 0.66, self.hdop * 0.74, self.hdop * 1.5, self.hdop, self.hdop * 1.8,
                satellites, used, seen,
            )
        )

    def greeting(self, unix):
        """What gpsd says to a client that begins to watch."""
        device = (
            '{"class":"DEVICE","path":"%s","driver":"u-blox","activated":"%s","flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,'
            '"cycle":1.00,"mincycle":0.02}' % (self.device, iso(unix))
        )
        return (
            '{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\r\n'
            '{"class":"DEVICES","devices":[' + device + "]}\r\n"
            '{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"split24":false,"pps":false}\r\n'
        )


def iso(unix):
    t = datetime.fromtimestamp(int(unix), timezone.utc)
    return "%04d-%02d-%02dT%02d:%02d:%02d.000Z" % (t.year, t.month, t.day, t.hour, t.minute, t.second)


def _catmull_rom(p0, p1, p2, p3, t):
    """Half-tension, so that a way swings little beyond its points."""
    m1, m2 = (p2 - p0) * 0.35, (p3 - p1) * 0.35
    t2, t3 = t * t, t * t * t
    return (2 * t3 - 3 * t2 + 1) * p1 + (t3 - 2 * t2 + t) * m1 + (-2 * t3 + 3 * t2) * p2 + (t3 - t2) * m2


def _angle(a):
    return (a + math.pi) % (2 * math.pi) - math.pi


def _checksum(sentence):
    value = 0
    for byte in sentence.encode():
        value ^= byte
    return value
