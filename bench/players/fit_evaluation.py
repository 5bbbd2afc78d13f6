#!/usr/bin/env python3
"""fit_evaluation.py [--race] FILE.SEATS.txt...: fits the weights of src/search/policy/evaluation_weights.h to the lines that the program
`evaluation` printed, by least squares for each stage of the game, and tells how well they foresee the end. The number of seats
is the last part of a file's name but one (europe.2.txt).

What is scored already counts as it is scored: points, completed and lost tickets, unused stations, passengers. Only what
is still to come is fitted; else the fit would blame a station for the trouble that it was built in. In a race nothing is
fixed."""
import collections
import math
import random
import sys

FEATURES, STAGE_ENDS = 16, (2, 5, 9, 14, 20)
TURNS = 9
FIXED = {1: 1.0, 2: 1.0, 5: -1.0, 12: 4.0, 13: 1.0}  # points, completed, lost, stations, passengers


def stage_of(row):
    return sum(row[TURNS] >= end for end in STAGE_ENDS)


def read(files):
    for name in files:
        seats = int(name.split(".")[-2])
        for line in open(name):
            numbers = list(map(float, line.split()))
            width = FEATURES + 2
            yield [numbers[i * width : (i + 1) * width] for i in range(seats)]


def solve(matrix, vector):
    n = len(vector)
    rows = [matrix[i][:] + [vector[i]] for i in range(n)]
    for i in range(n):
        rows[i][i] += 1e-6
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            factor = rows[r][i] / rows[i][i] if r != i else 0
            if factor:
                for c in range(i, n + 1):
                    rows[r][c] -= factor * rows[i][c]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def fit(positions, stage, fixed):
    matrix = [[0.0] * FEATURES for _ in range(FEATURES)]
    vector = [0.0] * FEATURES
    for seats in positions:
        if stage_of(seats[0]) != stage:
            continue
        for row in seats:
            x, y = row[:FEATURES], row[FEATURES]
            for i, weight in fixed.items():
                y -= weight * x[i]
                x[i] = 0.0
            for i in range(FEATURES):
                if x[i]:
                    vector[i] += x[i] * y
                    for j in range(FEATURES):
                        matrix[i][j] += x[i] * x[j]
    for i in range(1, FEATURES):
        matrix[i][i] += 3
    weights = solve(matrix, vector)
    for i, weight in fixed.items():
        weights[i] = weight
    return weights


def report(positions, weights):
    errors, leads = collections.defaultdict(list), collections.defaultdict(list)
    for seats in positions:
        stage = stage_of(seats[0])
        foreseen = [sum(w * x for w, x in zip(weights[stage], row)) for row in seats]
        errors[stage] += [(row[FEATURES] - f) ** 2 for row, f in zip(seats, foreseen)]
        if len(seats) == 2:
            leads[stage].append((foreseen[0] - foreseen[1], seats[0][FEATURES + 1]))
    for stage in sorted(errors):
        print(f"stage {stage}: off by {math.sqrt(sum(errors[stage]) / len(errors[stage])):.1f} points", end="")
        if leads[stage]:
            chance = lambda lead, scale: 1 / (1 + math.exp(-max(-30, min(30, lead / scale))))
            loss = lambda scale: -sum(
                win * math.log(chance(lead, scale) + 1e-9) + (1 - win) * math.log(1 - chance(lead, scale) + 1e-9) for lead, win in leads[stage]
            ) / len(leads[stage])
            scale = min((0.3, 0.5, 0.7, 1, 1.4, 2, 3, 4, 6, 8, 10, 12, 14, 17, 20, 25, 30), key=loss)
            right = sum((lead > 0) == (win > 0.5) for lead, win in leads[stage]) / len(leads[stage])
            print(f"; scale {scale}, loss {loss(scale):.3f} (0.693: nothing known), winner right {100 * right:.0f} %", end="")
        print()


def main():
    fixed = {} if "--race" in sys.argv else FIXED
    positions = list(read([name for name in sys.argv[1:] if name != "--race"]))
    random.seed(1)
    random.shuffle(positions)
    known = positions[: int(0.85 * len(positions))]
    weights = [fit(known, stage, fixed) for stage in range(len(STAGE_ENDS) + 1)]
    for row in weights:
        print("{" + ", ".join(f"{w:.3f}f" for w in row) + "},")
    report(positions[len(known) :], weights)


if __name__ == "__main__":
    main()
