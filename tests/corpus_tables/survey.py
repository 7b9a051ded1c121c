"""Every figure about the corpus, each from real runs: what is caught, what is rejected, what is named."""

import multiprocessing
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from corpus_tables.catching import generated_cases, room
from corpus_tables.files import layer_norm, solutions
from corpus_tables.naming import diagnoses_of, named

from grader.bank.cache import open_bank
from grader.judge import Judge

BLOCK = 10  # seeds whose cases are drawn in one interpreter and held by one spawner
WRONG_SEEDS = range(100)
RIGHT_SEEDS = range(1000)


@dataclass
class Seeds:
    """What generated cases alone did, seed by seed."""

    seeds: tuple = ()
    missed: dict = field(default_factory=dict)  # path → seeds at which no generated case caught it
    rejected: list = field(default_factory=list)  # (path, seed, case)
    cases: int = 0


def survey(seeds, *, wrong=(), right=(), draw=generated_cases):
    """Run wrong solutions until they are caught, and right ones through, on each seed's generated cases.

    Right solutions run once over all cases of a block, wrong ones over each seed's by themselves.
    """
    made = Seeds(tuple(seeds))
    problem = layer_norm()
    for start in range(0, len(made.seeds), BLOCK):
        block = made.seeds[start : start + BLOCK]
        drawn = dict(draw(problem, block))
        cases = [case for one in drawn.values() for case in one]
        first = 0
        with room(problem, cases, time_factor=len(block)) as opened:
            for seed, some in drawn.items():
                indices = range(first, first + len(some))
                first += len(some)
                for solution in wrong:
                    if opened.first_wrong(solution, indices) is None:
                        made.missed.setdefault(solution.path, []).append(seed)
            owner = [seed for seed, some in drawn.items() for _ in some]
            for solution in right:
                for outcome in opened.all_wrong(solution, range(len(cases))):
                    index = next(i for i, c in enumerate(cases) if c is outcome.case)
                    made.rejected.append((solution.path, owner[index], outcome.case.name))
        made.cases += len(cases)
    return made


def survey_in_processes(seeds, *, wrong_seeds=(), workers=None):
    """Survey many seeds, wrong solutions on `wrong_seeds` of them, in as many processes as there are cores."""
    # A process for each block: a worker that goes on for ever would keep what each block has loaded.
    blocks = [tuple(seeds)[i : i + BLOCK] for i in range(0, len(seeds), BLOCK)]
    context = multiprocessing.get_context("spawn")
    whole = Seeds(tuple(seeds))
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=context) as pool:
        for part in pool.map(partial(_block, frozenset(wrong_seeds)), blocks):
            whole.rejected += part.rejected
            whole.cases += part.cases
            for path, missed in part.missed.items():
                whole.missed.setdefault(path, []).extend(missed)
    return whole


def _block(wrong_seeds, seeds):
    every = [s for s in solutions("wrong") if not s.path.startswith("wrong/syntax__")]
    wrong = every if wrong_seeds >= set(seeds) else []
    return survey(seeds, wrong=wrong, right=solutions("right"))


def missed_by_fixed(cache_dir):
    """Return the wrong solutions that no fixed case catches."""
    bank = open_bank(layer_norm(), seed=0, cache_dir=cache_dir)
    with room(layer_norm(), [c for c in bank.cases if c.visibility != "generated"]) as opened:
        return [s.path for s in solutions("wrong", "unstable") if opened.first_wrong(s) is None]


@dataclass
class Whole:
    """The verdicts and names over the whole corpus at one seed."""

    verdicts: dict
    names: dict
    groups: dict
    wall_s: float


def whole_corpus(cache_dir):
    """Grade and name every solution at seed 0."""
    verdicts, names, groups = {}, {}, {}
    started = time.perf_counter()
    with (
        Judge(layer_norm(), cache_dir=cache_dir) as patient,
        Judge(layer_norm(), cache_dir=cache_dir, time_factor=0.1) as hasty,
    ):
        for solution in solutions():
            judge = hasty if solution.may_hang else patient
            result = judge.grade(solution.source, explained=False)
            warned = "in_place" in {w.code for w in result.warnings}
            verdicts[solution] = "AC+warning" if warned and result.verdict == "AC" else str(result.verdict)
            groups[solution] = {g.name: str(g.verdict) for g in result.groups}
            if solution.folder in {"wrong", "unstable"} and not solution.path.startswith("wrong/syntax__"):
                names[solution] = [d.mistake for d in diagnoses_of(judge, solution)]
    return Whole(verdicts, names, groups, time.perf_counter() - started)


def confusion(names):
    """Return how many solutions are named rightly, wrongly and not, by the kind of fault."""
    table = {}
    for solution, found in names.items():
        table.setdefault(kind_of(solution), Counter())[named(solution, found)] += 1
    return table


def kind_of(solution):
    """Return the kind of a fault: the first word of the file's name, or the folder."""
    return (
        solution.path.partition("/")[2].partition("__")[0] if solution.folder == "wrong" else solution.folder
    )
