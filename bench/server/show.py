"""Prints the figures of bench/load. Reads the JSON lines of perron_load.

show.py < LINES            a line of text for each
show.py --sum [--json] FILE...   the comparison, a file for each round
show.py --update-bytes FILE      bytes of one message of Perron's, for the comparison's game
"""
import json
import statistics
import sys


def lines(file):
    return [json.loads(line) for line in file if line.startswith('{')]


def text(line):
    if 'open_games' in line:
        return (f"{line['kind']}: {line['sockets']} sockets ({line['kib_per_socket']:.1f} KiB each), {line['open_games']} open games "
                f"({line['kib_per_game']:.1f} KiB each, opened {line['games_opened_per_second']:.0f} a second), {line['resident_mib']:.0f} MiB resident")
    return (f"  {line['load']:<26} {line['moves_per_second']:8.0f} moves/s   acknowledged p50 {line['p50_ms']:7.2f} ms  p90 {line['p90_ms']:7.2f}  "
            f"p99 {line['p99_ms']:7.2f}  max {line['max_ms']:8.2f}   ({line['messages_per_move']:.1f} messages, {line['bytes_per_move']:.0f} bytes, {line['processor_us_per_move']:.0f} us of the processor a move)")


def best(all_lines, kind):
    return max((line for line in all_lines if line['kind'] == kind and 'load' in line and 'in flight' in line['load']),
               key=lambda line: line['moves_per_second'], default=None)


def middle(numbers):
    return statistics.median(numbers) if numbers else None


def compare_builds(load, rounds, out, words):
    """This build against another one (bench/load --against), load by load."""
    def of(one, kind):
        return next((line for line in one if line['kind'] == kind and line.get('load') == load), None)
    pairs = [(of(one, 'perron'), of(one, 'against')) for one in rounds if of(one, 'perron') and of(one, 'against')]
    if not pairs:
        return
    row = {}
    for key, unit in (('moves_per_second', 'moves/s'), ('processor_us_per_move', 'µs of CPU per move'), ('p99_ms', 'ms p99')):
        ours, theirs = [a[key] for a, _ in pairs], [b[key] for _, b in pairs]
        ratios = [a / max(b, 1e-9) for a, b in zip(ours, theirs)]
        row[key] = {'perron': middle(ours), 'against': middle(theirs), 'ratio': round(middle(ratios), 3), 'ratios': [round(r, 3) for r in ratios]}
        words.append(f"  {load}: {middle(ours):.1f} {unit}, the other build {middle(theirs):.1f}: ratio {middle(ratios):.2f} "
                     f"({', '.join(f'{r:.2f}' for r in ratios)})")
    out.setdefault('against', {})[load] = row


def total(paths, as_json):
    """The middle of all rounds; the ratio is that of the servers of one round, which follow each other closely."""
    rounds = [lines(open(path)) for path in paths]
    ours = [best(one, 'perron') for one in rounds]
    out = {'rounds': len(rounds), 'moves_per_second': middle([line['moves_per_second'] for line in ours]), 'p99_ms': {}}
    words = [f"Perron {out['moves_per_second']:.0f} moves/s, each on disk before it is acknowledged (the middle of {len(rounds)} rounds)."]
    for load in dict.fromkeys(line['load'] for one in rounds for line in one if line['kind'] == 'perron' and 'load' in line):
        p99 = [line['p99_ms'] for one in rounds for line in one if line['kind'] == 'perron' and line.get('load') == load]
        out['p99_ms'][load] = {'middle': middle(p99), 'most': max(p99)}
        words.append(f"  {load}: p99 {middle(p99):.1f} ms, at most {max(p99):.1f}")
    for kind, how in (('boardgameio', 'in memory'), ('boardgameio-files', 'with its file store')):
        pairs = [(a, best(one, kind)) for a, one in zip(ours, rounds) if best(one, kind)]
        if not pairs:
            continue
        ratios = [a['moves_per_second'] / max(1, b['moves_per_second']) for a, b in pairs]
        processor = middle([a['processor_us_per_move'] / b['processor_us_per_move'] for a, b in pairs])
        theirs = middle([b['moves_per_second'] for _, b in pairs])
        out[kind] = {'moves_per_second': theirs, 'ratio': round(middle(ratios), 1), 'ratios': [round(r, 1) for r in ratios],
                     'processor_time': round(processor, 3)}
        words.append(f"boardgame.io {how} {theirs:.0f} moves/s: Perron makes {middle(ratios):.1f} times as many "
                     f"({', '.join(f'{r:.1f}' for r in ratios)}), with {processor:.2f} of the processor's time for each.")
    for load in out['p99_ms']:
        compare_builds(load, rounds, out, words)
    print(json.dumps({'kind': 'sum', **out}) if as_json else '\n'.join(words))


if __name__ == '__main__':
    if '--sum' in sys.argv:
        total([path for path in sys.argv[1:] if not path.startswith('--')], '--json' in sys.argv)
    elif '--update-bytes' in sys.argv:
        # Two updates and an answer a move; boardgame.io sends two updates.
        one = best(lines(open(sys.argv[sys.argv.index('--update-bytes') + 1])), 'perron')
        print(int(one['bytes_per_move'] / 2))
    else:
        for line in sys.stdin:
            if line.startswith('{'):
                print(text(json.loads(line)), flush=True)
