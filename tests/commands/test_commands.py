"""The `perron` command from outside: arguments, records, boards. python3 test_commands.py PERRON"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
PERRON = os.path.abspath(sys.argv.pop(1))
RECORDS = sorted((TESTS / "records").glob("*.jsonl"))


def perron(*arguments, stdin="", cwd=None):
    return subprocess.run([PERRON, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300, cwd=cwd)


class Folder(unittest.TestCase):
    def setUp(self):
        self._dir = tempfile.TemporaryDirectory()
        self.addCleanup(self._dir.cleanup)
        self.dir = pathlib.Path(self._dir.name)

    def file(self, name, text):
        path = self.dir / name
        path.write_text(text) if isinstance(text, str) else path.write_bytes(text)
        return path


class Arguments(unittest.TestCase):
    def test_help_of_every_command(self):
        for command in ([], ["play"], ["arena"], ["record"], ["record", "play"], ["record", "show"], ["record", "verify"],
                        ["engine"], ["check-board"], ["bench"], ["perft"]):
            run = perron(*command, "--help")
            self.assertEqual(run.returncode, 0, command)
            self.assertIn("--help", run.stdout)

    def test_wrong_arguments_get_a_sentence_and_code_2(self):
        for arguments in ([], ["fly"], ["arena"], ["arena", "--players", "random"], ["arena", "--players", "random,nobody"],
                          ["arena", "--players", "random,random", "--games", "0"], ["arena", "--players", "random,random", "--board", "atlantis"],
                          ["arena", "--players", "random,random", "--games", "many"], ["arena", "--players", ",".join(["random"] * 6)],
                          ["bench", "--board", "nowhere"], ["perft", "--seats", "9"], ["perft", "--line", "jump"], ["record"],
                          ["record", "play"], ["check-board"], ["play", "--against", "nobody"], ["bench", "--wrong"]):
            run = perron(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertRegex(run.stderr, r"perron: \S.*", arguments)


class Arena(Folder):
    def arena(self, *arguments):
        run = perron("arena", "--json", "--quiet", *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def test_same_seed_same_games_whatever_the_threads(self):
        one = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "5", "--threads", "1")
        two = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "5", "--threads", "2")
        other = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "6", "--threads", "2")
        for result in (one, two, other):
            del result["seconds"], result["seed"]
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)

    def test_h1_beats_random(self):
        for board in ("europe", "germany"):
            result = self.arena("--board", board, "--players", "h1,random", "--games", "400")
            self.assertGreater(result["players"][0]["win_share"], 0.9)

    def test_custom_boards_play(self):
        result = self.arena("--board", TESTS / "boards/usa_like.json", "--players", "random,h1,random", "--games", "10000")
        self.assertEqual(result["games"], 10000)
        for name in ("mix", "race_mix", "tiny"):
            result = self.arena("--board", TESTS / f"boards/{name}.json", "--players", "random,h1", "--games", "1000")
            self.assertEqual(result["games"], 1000)

    def test_records_are_written_checked_verified_and_shown(self):
        for board, seats in (("europe", 5), ("germany", 2), ("first-journey", 4)):
            self.arena("--board", board, "--players", ",".join(["random"] * seats), "--games", "20", "--provable", "--record", self.dir / board)
            run = perron("record", "play", self.dir / board)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("20 records: 20 right", run.stdout)
            self.assertEqual(perron("record", "verify", self.dir / board).returncode, 0)
            shown = perron("record", "show", next((self.dir / board).iterdir()))
            self.assertEqual(shown.returncode, 0)
            self.assertIn("wins", shown.stdout)

    def test_record_folder_that_cannot_be_made(self):
        self.file("taken", "")
        run = perron("arena", "--players", "random,random", "--games", "2", "--record", self.dir / "taken" / "below")
        self.assertEqual(run.returncode, 2)
        self.assertIn("folder", run.stderr)

    def test_a_custom_board_s_record_needs_its_board(self):
        board = TESTS / "boards/tiny.json"
        self.arena("--board", board, "--players", "random,random", "--games", "3", "--record", self.dir)
        self.assertEqual(perron("record", "play", self.dir).returncode, 1)
        self.assertIn("--board FILE", perron("record", "play", self.dir).stderr)
        self.assertEqual(perron("record", "play", "--board", board, self.dir).returncode, 0)


class Records(Folder):
    def refused(self, text, line=None, code=1):
        path = self.file("record.jsonl", text)
        run = perron("record", "play", path)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        if line:
            self.assertIn(f"record.jsonl:{line}: ", run.stderr)
        return run

    def test_games_of_another_program_are_accepted_as_they_are(self):
        self.assertEqual(len(RECORDS), 11)
        run = perron("record", "play", *RECORDS)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("11 records: 11 right, 0 unfinished, 0 faulty", run.stdout)

    def test_one_line_left_out_or_doubled_is_found_at_that_line(self):
        for path in RECORDS:
            lines = path.read_text().splitlines(keepends=True)
            for i in range(1, len(lines), 17):
                if lines[i] != lines[i + 1 : i + 2]:
                    self.refused("".join(lines[:i] + [lines[i]] + lines[i:]))
                if i + 1 < len(lines) and lines[i] != lines[i + 1]:
                    run = self.refused("".join(lines[:i] + lines[i + 1 :]))
                    number = int(re.search(r"record.jsonl:(\d+):", run.stderr).group(1))
                    self.assertGreaterEqual(number, i + 1)

    def test_every_part_of_the_result_is_checked(self):
        for path in RECORDS:
            *lines, last = path.read_text().splitlines(keepends=True)
            result = json.loads(last)["result"]
            for seat, parts in enumerate(result["seats"]):
                for part in parts:
                    changed = json.loads(last)
                    changed["result"]["seats"][seat][part] += 1
                    self.refused("".join(lines) + json.dumps(changed) + "\n", len(lines) + 1)
            changed = json.loads(last)
            changed["result"]["winners"] = [s for s in range(len(result["seats"])) if s not in result["winners"]]
            self.refused("".join(lines) + json.dumps(changed) + "\n", len(lines) + 1)

    def test_cut_records(self):
        text = RECORDS[0].read_text()
        lines = text.splitlines(keepends=True)
        self.refused("", 1)
        self.refused("".join(lines[:-1]), len(lines))  # the game is over, the result is missing
        self.refused(text[: len(text) // 2])
        self.refused("".join(lines[: len(lines) // 2]), code=3)  # whole lines: an unfinished game

    def test_hostile_records(self):
        header = '{"perron":1,"board":"europe","seats":["a","b"],"first":0,"options":{}}\n'
        for text in ("\0\0\0", "[" * 100000, "{}", "null\n", "\n", '{"perron":2}\n', '{"perron":1}\n', b"\xff\xfe{}\n", "x" * 1000000,
                     header.replace('"europe"', '"../../etc/passwd"'), header.replace('["a","b"]', '["a"]'), header.replace('["a","b"]', "7"),
                     header.replace('"first":0', '"first":2'), header.replace('"first":0', '"first":-1'), header.replace('"first":0', '"first":1e99'),
                     header.replace("{}", '{"fast":true}'), header.replace('"first":0', '"first":0,"first":1'),
                     header + '{"deal":"hand","seat":0,"card":"pink"}\n', header + '{"deal":"hand","seat":99999999999,"card":"red"}\n',
                     header + '{"deal":"hand","seat":0,"card":"red","more":1}\n', header + '{"seat":0,"do":"pass"}\n',
                     header + '{"deal":"ticket","seat":0,"deck":"long","ticket":"danzig-lisboa"}\n', header + '{"result":{}}\n',
                     header + '{"deal":"hand","seat":0.0,"card":"red"}\n', header + '{"deal":["hand"],"seat":0,"card":"red"}\n'):
            run = self.refused(text)
            self.assertRegex(run.stderr, r"record.jsonl:\d+: line \S")

    def test_missing_file_and_folder_without_records(self):
        self.assertEqual(perron("record", "play", self.dir / "none.jsonl").returncode, 1)
        self.assertEqual(perron("record", "play", self.dir).returncode, 2)

    def test_verify_finds_a_wrong_key_a_wrong_commitment_and_a_stacked_deal(self):
        perron("arena", "--players", "random,random", "--games", "1", "--provable", "--record", self.dir)
        (path,) = self.dir.glob("*.jsonl")
        text = path.read_text()
        self.assertEqual(perron("record", "verify", path).returncode, 0)
        key = json.loads(text.splitlines()[-1])["key"]
        sha = json.loads(text.splitlines()[0])["key_sha256"]
        flip = lambda h: ("0" if h[0] != "0" else "1") + h[1:]
        for changed in (text.replace(key, flip(key)), text.replace(sha, flip(sha)), text.replace(f'"key":"{key}"', f'"key":"{key[:-1]}z"'),
                        text.replace(f',"key":"{key}"', ""), text.replace(f'"key_sha256":"{sha}",', "")):
            self.assertNotEqual(changed, text)
            path.write_text(changed)
            self.assertEqual(perron("record", "verify", path).returncode, 1)
        # Another game's deals under this game's key and commitment.
        perron("arena", "--players", "random,random", "--games", "1", "--provable", "--seed", "2", "--record", self.dir / "other")
        (other,) = (self.dir / "other").glob("*.jsonl")
        theirs = other.read_text()
        path.write_text(theirs.replace(json.loads(theirs.splitlines()[-1])["key"], key).replace(json.loads(theirs.splitlines()[0])["key_sha256"], sha))
        run = perron("record", "verify", path)
        self.assertEqual(run.returncode, 1)
        self.assertIn("not what the key deals", run.stderr)


class Boards(Folder):
    def test_all_errors_at_once_with_their_paths(self):
        board = json.loads((TESTS / "boards/tiny.json").read_text())
        board["tracks"][0]["length"] = 99
        board["tracks"][1]["colour"] = "mauve"
        board["rules"]["wagons"] = "many"
        board["surprise"] = 1
        run = perron("check-board", self.file("bad.json", json.dumps(board)))
        self.assertEqual(run.returncode, 1)
        for path in ("/tracks/0/length", "/tracks/1/colour", "/rules/wagons", "/surprise"):
            self.assertIn(path, run.stdout)

    def test_good_boards(self):
        run = perron("check-board", "europe", "germany", "first-journey", *sorted((TESTS / "boards").glob("*.json")))
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_no_board_at_all(self):
        for text in ("", "[]", "{", "\0", "[" * 10000):
            self.assertEqual(perron("check-board", self.file("bad.json", text)).returncode, 1)
        self.assertEqual(perron("check-board", self.dir / "none.json").returncode, 1)


class Bench(unittest.TestCase):
    def test_json_lines(self):
        run = perron("bench", "--json", "--board", "first-journey", "--seconds", "0.02")
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([line["seats"] for line in lines], [2, 3, 4])
        for line in lines:
            self.assertEqual(list(line), "board seats games_per_s games_per_s_scored decisions_per_s clone_ns legal_ns sample_ns score_ns signature".split())
            self.assertRegex(line["signature"], "^[0-9a-f]{16}$")

    def test_perft(self):
        run = perron("perft", "--board", "europe", "--depth", "1")
        self.assertEqual(run.stdout, "perft 1 11\n")  # keep 2, 3 or 4 of 4 tickets


class Play(Folder):
    def test_a_whole_game_by_always_taking_the_first_choice(self):
        for board in ("europe", "germany", "first-journey"):
            run = perron("play", "--board", board, "--seed", "3", "--save", self.dir / board, "--record", self.dir / "done", stdin="1\n" * 20000, cwd=self.dir)
            self.assertEqual(run.returncode, 0, run.stdout[-2000:] + run.stderr)
        self.assertEqual(perron("record", "verify", self.dir / "done").returncode, 0)

    def test_quit_and_resume(self):
        save = self.dir / "game.jsonl"
        first = perron("play", "--save", save, "--seed", "4", stdin="1\n1\n1\nq\n", cwd=self.dir)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertNotIn('"key":', save.read_text())
        again = perron("play", "--save", save, stdin="q\n", cwd=self.dir)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue(save.exists())


if __name__ == "__main__":
    unittest.main(verbosity=1)
