"""What the judge calls the mistake of each wrong solution, and whether that is what it is."""

from corpus_tables.files import expected_names

from grader.explain.explanation import diagnose

# Measured, not compared with a named implementation: each such name has to be right by itself.
MEASURED = {"unstable", "low_precision", "depends_on_calls_before"}


def diagnoses_of(judge, solution):
    """Return the diagnoses of one solution, without the search for a failing input."""
    graded = judge._run(solution.source, samples_only=False)
    return diagnose(
        judge.problem,
        judge.bank,
        graded.outcomes,
        standard=judge._standard,
        run_one=lambda call: judge._spawner.run_one(solution.source, call),
    )


def named(solution, names):
    """Return ``right``, ``wrong`` or ``not``: of what is tied, "one of", one has to be right."""
    if not names:
        return "not"
    expected = expected_names()[solution.path]
    measured = {name for name in names if name in MEASURED}
    tied = set(names) - measured
    return "right" if measured <= expected and (not tied or tied & expected) else "wrong"
