"""Prints the figures of bench/load. Reads the JSON lines of perron_load.

show.py < LINES            a line of text for each
show.py --sum FILE [--json]      the comparison
show.py --update-bytes FILE      bytes of one message of Perron's, for the comparison's game
"""
import json
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


def total(path, as_json):
    all_lines = lines(open(path))
    ours = best(all_lines, 'perron')
    out = {'moves_per_second': ours['moves_per_second']}
    calm = [line for line in all_lines if line['kind'] == 'perron' and 'asked for' in line.get('load', '')]
    if calm:
        out['p99_ms_at'] = {line['load'].split()[0]: line['p99_ms'] for line in calm}
    words = [f"Perron {ours['moves_per_second']:.0f} moves/s, each on disk before it is acknowledged."]
    for kind, how in (('boardgameio', 'in memory'), ('boardgameio-files', 'with its file store')):
        theirs = best(all_lines, kind)
        if not theirs:
            continue
        same = {a['load']: round(a['moves_per_second'] / max(1, b['moves_per_second']), 1) for a in all_lines for b in all_lines
                if a['kind'] == 'perron' and b['kind'] == kind and a.get('load') and a.get('load') == b.get('load')}
        ratio = ours['moves_per_second'] / max(1, theirs['moves_per_second'])
        processor = theirs['processor_us_per_move'] / max(1, ours['processor_us_per_move'])
        out[kind] = {'moves_per_second': theirs['moves_per_second'], 'ratio': round(ratio, 1), 'ratio_at_the_same_load': same,
                     'ratio_of_processor_time': round(processor, 1)}
        words.append(f"boardgame.io {how} {theirs['moves_per_second']:.0f} moves/s: Perron makes {ratio:.1f} times as many, "
                     f"with {1 / processor:.2f} of the processor's time for each.")
    print(json.dumps({'kind': 'sum', **out}) if as_json else '\n'.join(words))


if __name__ == '__main__':
    if '--sum' in sys.argv:
        total(sys.argv[sys.argv.index('--sum') + 1], '--json' in sys.argv)
    elif '--update-bytes' in sys.argv:
        # Two updates and an answer a move; boardgame.io sends two updates.
        one = best(lines(open(sys.argv[sys.argv.index('--update-bytes') + 1])), 'perron')
        print(int(one['bytes_per_move'] / 2))
    else:
        for line in sys.stdin:
            if line.startswith('{'):
                print(text(json.loads(line)), flush=True)
