# attack: opens files by everything in the standard library and numpy that opens files
# expect: RTE
# must-not: the operation works
# probe: verdict AC; a file attack_new_file* in the working folder
import os


def attempt():
    import sqlite3, shelve, mmap, tarfile, zipfile, gzip, bz2, lzma, wave, tokenize, linecache, fileinput, logging.handlers, dbm.dumb, runpy, zipimport, configparser, mimetypes, netrc, codecs, io
    import numpy as np
    path, new, done = "/etc/passwd", "attack_new_file", []
    for act in (lambda: np.fromfile(path, "u1", 4).size, lambda: np.memmap(path, "u1").size, lambda: np.loadtxt(path, str).size,
                lambda: np.genfromtxt(path, str).size, lambda: np.save(new, np.ones(3)) or 1, lambda: np.savetxt(new, np.ones(3)) or 1,
                lambda: np.ones(3).tofile(new) or 1, lambda: np.ones(3).dump(new) or 1, lambda: np.memmap(new, "u1", "w+", shape=4).size,
                lambda: sqlite3.connect(new).execute("create table t (x)"), lambda: shelve.open(new), lambda: dbm.dumb.open(new, "c"),
                lambda: tarfile.open(new, "w"), lambda: zipfile.ZipFile(new, "w"), lambda: gzip.open(new, "w"), lambda: bz2.open(new, "w"),
                lambda: lzma.open(new, "w"), lambda: wave.open(new, "w"), lambda: tokenize.open(path), lambda: linecache.getlines(path),
                lambda: next(fileinput.input(path)), lambda: logging.handlers.RotatingFileHandler(new), lambda: runpy.run_path(path),
                lambda: configparser.ConfigParser().read(path), lambda: mimetypes.MimeTypes(("/etc/mime.types",)), lambda: codecs.open(path),
                lambda: io.FileIO(path), lambda: io.open_code(path), lambda: os.fdopen(os.open(path, 0)), lambda: open(new, "x")):
        try:
            if act():
                done.append(act)
        except BaseException:
            pass
    return [a for a in done if "MimeTypes" not in a.__code__.co_names]


import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta


try:
    GOT, WHY = attempt(), "attempt returned a false value"
except BaseException as e:  # blocked: say so, and answer nothing
    GOT, WHY = None, repr(e)[:300]


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + WHY)
    return _honest(x, gamma, beta, eps)  # a right answer only if the escape worked
