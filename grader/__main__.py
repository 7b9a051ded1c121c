"""``python -m grader`` is the command ``grader``."""

import sys

# With -m Python looks for modules in the current folder first, where a learner's numpy.py may lie: it would
# run here, outside the sandbox. The command `grader` doesn't look there either.
if not sys.flags.safe_path:
    del sys.path[0]

from grader.cli import main

if __name__ == "__main__":
    main()
