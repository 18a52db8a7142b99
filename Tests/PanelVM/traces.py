"""What stands in a trace of Perfetto, by rows. Source: Perfetto's trace_packet.proto and track_event.proto."""


def fields(data):
    """The fields of a protobuf message: numbers and bytes by their numbers."""
    place, found = 0, []

    def varint():
        nonlocal place
        value, shift = 0, 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(data):
        key = varint()
        if key & 7 == 0:
            found.append((key >> 3, varint()))
        elif key & 7 == 2:
            length = varint()
            found.append((key >> 3, data[place:place + length]))
            place += length
        else:
            raise ValueError(f"a field of kind {key & 7}")
    return found


def rows(trace):
    """Slices and moments of each row: when one began, when it ended, what it is called; nanoseconds, by their beginning."""
    names, found, begun = {}, {}, {}
    for _, packet in fields(trace):
        parts = dict(fields(packet))
        if 60 in parts:
            descriptor = dict(fields(parts[60]))
            names[descriptor[1]] = descriptor.get(2, b"").decode()
        elif 11 in parts:
            event = dict(fields(parts[11]))
            row, time = event.get(11), parts[8]
            if event[9] == 1:
                begun.setdefault(row, []).append((time, event[23].decode()))
            elif event[9] == 2 and begun.get(row):
                began, name = begun[row].pop()
                found.setdefault(names.get(row), []).append((began, time, name))
            elif event[9] == 3:
                found.setdefault(names.get(row), []).append((time, time, event[23].decode()))
    return {name: sorted(entries) for name, entries in found.items()}


def moments(trace, row):
    """Moments of a row: their times and names."""
    return [(began, name) for began, _, name in rows(trace).get(row, [])]
