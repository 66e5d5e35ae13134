#!/usr/bin/env python3
"""Sets the solver of `schedule` beside OR-tools CP-SAT on the same problems, and prints the ratio of their times.

    pip install ortools
    python3 bench/schedules/compare.py [--limit SECONDS] [PROBLEM ...]

Both take the fewest rounds that counting allows, and one more each time that is proved to be too few. CP-SAT is asked
for the least number of rounds that way too, because that is faster for it than minimising in one model.
"""

import argparse
import csv
import math
import os
import pathlib
import subprocess
import time

from ortools.sat.python import cp_model

HERE = pathlib.Path(__file__).resolve().parent


def problems():
    for order in range(3, 11):
        yield f"square-{order}", (order, order, order), None
    with open(HERE / "cyclic-4.csv", newline="") as file:
        rows = [[int(cell[1:]) - 1 for cell in row[1:]] for row in list(csv.reader(file))[1:]]
    yield "cyclic-4", (4, 4, 4), rows
    yield "5x8x3", (5, 8, 3), None
    yield "10x8x4", (10, 8, 4), None


def model(numbers, matrix, rounds):
    """Who meets whom when, as truth values; the meetings of two are counted, and everybody is in one place."""
    judges, entries, people = map(range, numbers)
    m = cp_model.CpModel()
    meets = {}
    for j in judges:
        for e in entries:
            for c in [matrix[j][e]] if matrix else people:
                for r in range(rounds):
                    meets[j, e, c, r] = m.new_bool_var("")

    def groups(*places):
        found = {}
        for key, meeting in meets.items():
            found.setdefault(tuple(key[place] for place in places), []).append(meeting)
        return found.values()

    def shared(meetings, things, among):
        if things == among:
            m.add_exactly_one(meetings)
        else:
            m.add(sum(meetings) <= math.ceil(things / among))
            m.add(sum(meetings) >= things // among)

    for meetings in groups(0, 1):
        m.add_exactly_one(meetings)
    interviews = numbers[0] * numbers[1]
    for place, duties in enumerate([numbers[1], numbers[0], interviews / numbers[2]]):
        for meetings in groups(place, 3):
            # Who has as many interviews as there are rounds is in every one: saying so helps.
            always = rounds == duties
            (m.add_exactly_one if always else m.add_at_most_one)(meetings)
    if matrix:
        return m
    for meetings in groups(0, 2):
        shared(meetings, numbers[1], numbers[2])
    for meetings in groups(1, 2):
        shared(meetings, numbers[0], numbers[2])
    # Names mean nothing. The first judge meets the entries in order of rounds, beside the confederates in order, the
    # larger shares first; the first entry is beside confederates in order, which says who the other judges are.
    each, more = divmod(numbers[1], numbers[2])
    for e in entries:
        first = e // (each + 1) if e < more * (each + 1) else (e - more) // each
        m.add(meets[0, e, first, e] == 1)
    if judges == people:
        for j in judges:
            m.add_exactly_one(meets[j, 0, j, r] for r in range(rounds))
    return m


def peer(numbers, matrix, limit):
    """The fewest rounds, whether they are proved, and the seconds it took."""
    judges, entries, _ = numbers
    rounds = math.ceil(judges * entries / min(numbers))
    start = time.perf_counter()
    while True:
        left = limit - (time.perf_counter() - start)
        if left <= 0:
            return None, False, time.perf_counter() - start
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = left
        solver.parameters.num_workers = os.cpu_count()
        status = solver.solve(model(numbers, matrix, rounds))
        seconds = time.perf_counter() - start
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return rounds, True, seconds
        if status != cp_model.INFEASIBLE:
            return None, False, seconds
        rounds += 1


def ours(names):
    """By problem: seconds, rounds, whether they are proved."""
    command = ["cargo", "bench", "--quiet", "-p", "schedule", "--bench", "solver", "--", *names]
    output = subprocess.run(command, cwd=HERE.parent.parent, check=True, capture_output=True, text=True).stdout
    lines = [line.split() for line in output.splitlines() if line]
    return {name: (float(seconds), int(rounds), proved == "proved") for name, seconds, rounds, proved in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=60, help="the most seconds CP-SAT may take for a problem")
    parser.add_argument("problems", nargs="*", help="names of problems; all when absent")
    arguments = parser.parse_args()
    chosen = [each for each in problems() if not arguments.problems or each[0] in arguments.problems]
    mine = ours([name for name, _, _ in chosen])
    print(f"{'problem':<10} {'rounds':>6} {'ours':>12} {'CP-SAT':>12} {'ratio':>12}")
    for name, numbers, matrix in chosen:
        seconds, rounds, proved = mine[name]
        peer_rounds, peer_proved, peer_seconds = peer(numbers, matrix, arguments.limit)
        assert not (proved and peer_proved) or rounds == peer_rounds, (name, rounds, peer_rounds)
        more = "" if peer_proved else ">"
        ratio = f"{more}{peer_seconds / seconds:.0f} x"
        shown = f"{rounds}" if proved else f"{rounds}?"
        print(f"{name:<10} {shown:>6} {seconds:>10.6f} s {more + format(peer_seconds, '.3f'):>10} s {ratio:>12}", flush=True)


if __name__ == "__main__":
    main()
