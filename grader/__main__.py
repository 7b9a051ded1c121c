"""``python -m grader`` is the command ``grader``.

With ``-m`` Python looks for modules in the current folder first. Up to `main` nothing is imported that could
be taken from there (see `grader.search_path`).
"""

from grader.cli import main

if __name__ == "__main__":
    main()
