"""Fork, run a submission, call it, write what it returned into a pipe, read it: with nothing else.

Run as a script: ``forks.py SOURCE SIZE COUNT`` prints the seconds that COUNT forks took, each with one call
on an array of SIZE float64. It loads what a sandbox has loaded: a larger process takes longer to fork.
"""

import gc
import os
import sys
import time

import numpy as np

from grader.runner.imports import LIKELY, WITH_LIBRARIES, load


def main(source_path, size, count):
    with open(source_path, "rb") as file:
        source = file.read()
    load(WITH_LIBRARIES + LIKELY)
    x = np.arange(float(size))
    read_end, write_end = os.pipe()
    gc.collect()
    gc.freeze()
    started_s = time.perf_counter()
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            scope = {"__name__": "solution"}
            exec(compile(source, "solution.py", "exec"), scope)
            data = scope["f"](x).tobytes()
            while data:
                data = data[os.write(write_end, data) :]
            os._exit(0)
        got = bytearray()
        while len(got) < x.nbytes:
            got += os.read(read_end, x.nbytes - len(got))
        np.frombuffer(got).copy()
        os.waitpid(pid, 0)
    print(time.perf_counter() - started_s)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
