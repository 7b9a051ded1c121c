"""Time and memory as submissions and cases grow."""

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.conftest import RIGHT
from benchmarks.table import Row, timed

PROBLEM = Path(__file__).parents[1] / "support" / "problems" / "hypotenuse"
SOURCE = "def hypotenuse(a, b):\n    return (a * a + b * b) ** 0.5\n"
PROGRAM = """
import sys, time
from grader.batch.run import grade_folder
if __name__ == "__main__":
    folder, out, problem = sys.argv[1:]
    begin = time.perf_counter()
    grade_folder(folder, out, problem=problem, workers=2)
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(time.perf_counter() - begin, int(peak.split()[1]))
"""
pytestmark = [pytest.mark.bench, pytest.mark.kernel]


@pytest.mark.parametrize(("few", "many"), [(100, 1000), pytest.param(1000, 10_000, marks=pytest.mark.long)])
def test_submissions(table, environment, tmp_path, few, many):
    script = tmp_path / "run.py"
    script.write_text(PROGRAM)
    told = []
    for count in (few, many):
        folder = tmp_path / f"in{count}"
        folder.mkdir()
        for number in range(count):
            (folder / f"s{number:05d}.py").write_text(f"# {number}\n{SOURCE}")
        command = [sys.executable, script, folder, tmp_path / f"out{count}", PROBLEM]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        told.append([float(word) for word in done.stdout.split()])
    (few_s, few_kib), (many_s, many_kib) = told
    title = f"{many:,} submissions / {few:,}"
    time = many_s / few_s
    table.add(
        Row("growth", f"{title}, time", time, time, time, 11, note=f"{many_s:.1f} s beside {few_s:.1f} s")
    )
    memory = many_kib / few_kib
    note = f"{many_kib / 1024:.0f} MiB beside {few_kib / 1024:.0f} MiB"
    table.add(Row("growth", f"{title}, peak memory", memory, memory, memory, 1.3, note=note))


def test_cases(table, judge_on, single_calls):
    source = RIGHT.read_bytes()
    rounds = 20
    judges = {count: judge_on(single_calls[:10] * (count // 10)) for count in (10, 100, 1000)}

    def graded(count):
        judge = judges[count]
        judge.grade(source)
        return lambda: timed(lambda: [judge.grade(source) for _ in range(rounds)]) / rounds

    try:
        table.compare("growth", "100 cases / 10, time of a submission", graded(100), graded(10), target=11)
        table.compare(
            "growth", "1,000 cases / 100, time of a submission", graded(1000), graded(100), target=11
        )
    finally:
        for judge in judges.values():
            judge.close()
