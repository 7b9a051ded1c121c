"""Write docs/judging-the-judge.md: the figures about the corpus, measured again.

PYTHONPATH=tests .venv/bin/python -m corpus_tables.page            # 100 seeds: half an hour on two cores
PYTHONPATH=tests .venv/bin/python -m corpus_tables.page --seeds 5
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from corpus_tables.files import ROOT, layer_norm, solutions
from corpus_tables.survey import confusion, kind_of, missed_by_fixed, survey_in_processes, whole_corpus

PAGE = ROOT / "docs" / "judging-the-judge.md"
START = """# Judging the judge

`tests/corpus/layer_norm/` holds solutions with known properties: right ones in many styles, unstable ones, and
wrong ones with a single fault each, many of them wrong on very few inputs. The figures below come from
running all of them in the sandbox:

    PYTHONPATH=tests .venv/bin/python -m corpus_tables.page

The tests check them, for a few seeds by default and for 1,000 in `.ci/run long`. `.ci/run stability` compares
the verdicts across numpy 1.26 to 2.4, with and without AVX2 and AVX512, with one and two BLAS threads, and
for 20 seeds.
"""


def table(head, rows):
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def is_allowed(solution, verdict):
    """Return whether a verdict is one that the corpus allows for a solution."""
    return verdict in solution.verdicts or (verdict == "AC+warning" and "AC" in solution.verdicts)


def verdicts(whole):
    """Return the table of verdicts, folder by folder."""
    rows = []
    for folder in ("right", "unstable", "wrong", "impure", "beyond_page", "slow"):
        got = {s: whole.verdicts[s] for s in solutions(folder)}
        kinds = Counter(got.values())
        off = [s.path for s, verdict in got.items() if not is_allowed(s, verdict)]
        rows.append(
            [f"`{folder}/`", len(got), ", ".join(f"{n} {v}" for v, n in sorted(kinds.items())), len(off)]
        )
    return table(["folder", "files", "verdicts", "not as expected"], rows)


def summary(whole, by_fixed, seeds, wrong_seeds):
    """Return the table of the five figures."""
    right, wrong = solutions("right"), solutions("wrong", "unstable")
    owed = [s for s in wrong if s.owed_by_generated]
    least = 0.99 * len(wrong_seeds)
    caught = [s for s in owed if len(wrong_seeds) - len(seeds.missed.get(s.path, ())) >= least]
    named = sum(confusion(whole.names).values(), Counter())
    rejected = {path for path, *_ in seeds.rejected} | {s.path for s in right if whole.verdicts[s] != "AC"}
    accepted = [s for s in wrong if whole.verdicts[s].startswith("AC")]
    return table(
        ["figure", "", "of"],
        [
            ["false accepts", len(accepted), f"{len(wrong)} wrong and unstable solutions"],
            [
                "false rejects",
                len(rejected),
                f"{len(right)} right solutions at {len(seeds.seeds)} seeds, {seeds.cases:,} generated cases",
            ],
            ["caught by fixed cases alone", len(wrong) - len(by_fixed), f"{len(wrong)}"],
            [
                "caught by generated cases alone",
                len(caught),
                f"{len(owed)} that must be caught, each by 99 of 100 seeds ({len(wrong_seeds)} seeds)",
            ],
            ["named rightly", named["right"], f"{named.total()} that compile"],
            ["named wrongly", named["wrong"], f"{named.total()}"],
        ],
    )


def seldom(seeds, wrong_seeds):
    """Return the table of the solutions that generated cases alone may miss."""
    by_path = {s.path: s for s in solutions("wrong")}
    rows = [
        [f"`{path}`", f"{by_path[path].share:.4f}" if by_path[path].share is not None else "",
         f"{len(wrong_seeds) - len(missed)} of {len(wrong_seeds)}"]
        for path, missed in sorted(seeds.missed.items(), key=lambda item: (-len(item[1]), item[0]))
    ]  # fmt: skip
    return table(["file", "share of inputs on which it is wrong", "seeds that catch it"], rows)


def names(whole):
    """Return the confusion table of the diagnosis."""
    counts = confusion(whole.names)
    rows = [[kind, c.total(), c["right"], c["wrong"], c["not"]] for kind, c in sorted(counts.items())]
    total = sum(counts.values(), Counter())
    rows.append(["all", total.total(), total["right"], total["wrong"], total["not"]])
    return table(["kind of fault", "files", "named rightly", "named wrongly", "not named"], rows)


def unstable(whole):
    """Return the table of the unstable solutions, with their groups and what is said of them."""
    scored = [name for name, group in layer_norm().spec.groups.items() if group.points]
    rows = [
        [f"`{s.path.partition('/')[2]}`", *(whole.groups[s][g] for g in scored), ", ".join(whole.names[s])]
        for s in solutions("unstable")
    ]
    return table(["file", *scored, "named"], rows)


def nameless(whole):
    """Return the solutions of kinds that mostly have names which have none."""
    kinds = ("affine", "axis", "dtype", "eps", "loops", "special", "state", "unstable", "variance")
    found = [s.path for s, found in whole.names.items() if not found and kind_of(s) in kinds]
    return "\n".join(f"- `{path}`: {next(s.fault for s in solutions() if s.path == path)}" for path in found)


def written(whole, by_fixed, seeds, wrong_seeds):
    """Return the page."""
    return "\n".join(
        [
            START,
            summary(whole, by_fixed, seeds, wrong_seeds),
            "\n## Verdicts\n",
            verdicts(whole),
            "\n## Solutions that generated cases alone may miss\n",
            "Fixed cases catch each of these. Generated cases must catch a file if it is wrong on 2 % of varied inputs,",
            "or keeps state between calls; no such file is caught by fewer than 99 of 100 seeds.\n",
            seldom(seeds, wrong_seeds),
            "\n## Names\n",
            "A name is right if `tests/corpus/layer_norm/NAMES.tsv` lists it for the file; for mistakes that cannot be",
            'distinguished ("one of"), one of the names must be right. Faults in the interface, the types or the',
            "exceptions need no name: the message describes them.\n",
            names(whole),
            "\nNot named, although most of their kind are:\n",
            nameless(whole),
            "\n## Unstable solutions\n",
            unstable(whole),
            "",
        ]
    )


def measured(count):
    """Measure everything and return the page."""
    wrong_seeds = range(min(count, 100))
    seeds = survey_in_processes(range(count), wrong_seeds=wrong_seeds)
    with tempfile.TemporaryDirectory() as cache:
        whole, missed = whole_corpus(Path(cache)), missed_by_fixed(Path(cache))
    return written(whole, missed, seeds, wrong_seeds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("-o", type=Path, default=PAGE)
    asked = parser.parse_args()
    asked.o.write_text(measured(asked.seeds), "utf-8")
    print(asked.o.read_text("utf-8"))
