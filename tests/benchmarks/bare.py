"""The limit of the machine: fork a numpy process and make the calls, with nothing checked or confined.

Run as a script: ``bare.py CALLS SOURCE COUNT`` prints the seconds that COUNT submissions took, and those of
CPU time. As for a
judge, what is repeated is the fork, compiling and running the submission, the calls, and the end of the
process; unlike a judge nobody gets to know what was returned.
"""

import gc
import os
import pickle
import resource
import sys
import time

import numpy as np


def main(calls_path, source_path, count):
    with open(calls_path, "rb") as file:
        calls = pickle.load(file)
    with open(source_path, "rb") as file:
        source = file.read()
    np.zeros(1)
    gc.collect()
    gc.freeze()
    before_s = time.process_time()
    started_s = time.perf_counter()
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            scope = {"__name__": "solution"}
            exec(compile(source, "solution.py", "exec"), scope)
            function = scope["layer_norm"]
            for steps in calls:
                for arguments in steps:
                    function(*arguments)
            os._exit(0)
        os.waitpid(pid, 0)
    wall_s = time.perf_counter() - started_s
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(wall_s, sum(each.ru_utime + each.ru_stime for each in used) - before_s)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
