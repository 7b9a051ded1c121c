"""Archives, good and bad."""

import io
import stat
import struct
import zipfile


def packed(entries, *, method=zipfile.ZIP_DEFLATED):
    """Return a zip with (name, content) entries, in this order."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name) if isinstance(name, str) else name, content, method)
    return data.getvalue()


def link(name, target):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return packed([(info, target)])


def bomb(name, size):
    return packed([(name, b"\0" * size)])


def flagged(data, bits):
    """Set bits of the flags of the first entry, in both places where they stand."""
    changed = bytearray(data)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = changed.index(mark) + at
        (flags,) = struct.unpack_from("<H", changed, place)
        struct.pack_into("<H", changed, place, flags | bits)
    return bytes(changed)


def lying(data, size):
    """Say in the directory that the first entry has `size` bytes."""
    changed = bytearray(data)
    place = changed.index(b"PK\x01\x02") + 24
    struct.pack_into("<I", changed, place, size)
    return bytes(changed)
