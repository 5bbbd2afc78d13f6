"""The `perron` command from outside: arguments, records, boards. python3 test_commands.py PERRON"""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
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
        for command in ([], ["play"], ["arena"], ["arena", "merge"], ["record"], ["record", "play"], ["record", "show"], ["record", "verify"],
                        ["engine"], ["check-board"], ["bench"], ["perft"], ["data"], ["data", "check"], ["data", "export"], ["data", "vacuum"]):
            run = perron(*command, "--help")
            self.assertEqual(run.returncode, 0, command)
            self.assertIn("--help", run.stdout)

    def test_wrong_arguments_get_a_sentence_and_code_2(self):
        for arguments in ([], ["fly"], ["arena"], ["arena", "--players", "random"], ["arena", "--players", "random,nobody"],
                          ["arena", "--players", "random,random", "--games", "0"], ["arena", "--players", "random,random", "--board", "atlantis"],
                          ["arena", "--players", "random,random", "--games", "many"], ["arena", "--players", ",".join(["random"] * 6)],
                          ["arena", "--field", "random,h1"], ["arena", "--field", "random,h1", "--seats", "3"],
                          ["arena", "--field", "h1,h1", "--seats", "2"], ["arena", "--players", "h1,random", "--field", "h1,random"],
                          ["arena", "--players", "h1,random", "--seats", "2"], ["arena", "--players", "h1,random", "--anchor", "h2"],
                          ["arena", "--players", "h1,random,random", "--sprt"], ["arena", "--players", "h1,random", "--sprt", "20,0"],
                          ["arena", "--players", "h1,random", "--sprt=x"], ["arena", "--players", "h1,random", "--shard", "1/2"],
                          ["arena", "--players", "h1,random", "--shard", "3/2", "--state", "/nowhere/s"], ["arena", "merge"],
                          ["arena", "--players", "h1,random", "--state", "/nowhere/s"],
                          ["bench", "--board", "nowhere"], ["perft", "--seats", "9"], ["perft", "--line", "jump"], ["record"],
                          ["record", "play"], ["check-board"], ["play", "--against", "nobody"], ["bench", "--wrong"],
                          ["bench", "--search", "--seats", "2"], ["bench", "--search", "--board", "nowhere"]):
            run = perron(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertRegex(run.stderr, r"perron: \S.*", arguments)

    def test_what_would_be_taken_for_something_else_is_refused(self):
        match = ["arena", "--players", "h1,random", "--games", "2"]
        for arguments, reason in ((["arena", "--players", "h1,,random"], 'players: "h1,,random" has an empty name'),
                                  (["arena", "--field", "h1,random,", "--seats", "2"], 'field: "h1,random," has an empty name'),
                                  (["play", "--against", "h1,,random"], 'against: "h1,,random" has an empty name'),
                                  ([*match, "--seed", "-1"], "seed: must be a whole number from 0 to 18446744073709551615, not -1"),
                                  ([*match, "--seed", str(2**64)], "seed: must be a whole number"),
                                  (["perft", "--seed", "-1"], "seed: must be a whole number"), (["play", "--seed", "-1"], "seed: must be a whole number"),
                                  (["arena", "--players", "h1,random", "--games", "1e3"], "games: must be a whole number from 1 to 20000000, not 1e3"),
                                  (["arena", "--player", "exec:true\n", "--player", "h1"], "control character")):
            run = perron(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(reason, run.stderr)


class Arena(Folder):
    def arena(self, *arguments, code=0):
        run = perron("arena", "--json", "--quiet", *arguments)
        self.assertEqual(run.returncode, code, run.stderr)
        return self.untimed(run)

    def untimed(self, run):
        result = json.loads(run.stdout)
        for timed in (result, *result["players"]):
            timed.pop("seconds", None)
            timed.pop("time", None)
        return result

    def merge(self, *arguments, code=0):
        run = perron("arena", "merge", "--json", *arguments)
        self.assertEqual(run.returncode, code, run.stderr)
        return self.untimed(run)

    def test_whole_deals(self):
        run = perron("arena", "--players", "h1,random,random", "--games", "4")
        self.assertIn("playing 6 games", run.stderr)
        self.assertIn("6 games in 2 units", run.stdout)
        field = self.arena("--field", "h1,hoard,random", "--seats", "2", "--games", "7")
        self.assertEqual((field["games"], field["units"]), (12, 6))

    def test_intervals_stay_open_at_all_wins(self):
        first, second = self.arena("--players", "h1,random", "--games", "100")["players"]
        self.assertEqual((first["win_share"], first["win_share_high"]), (1, 1))
        self.assertLess(first["win_share_low"], 0.97)
        self.assertLess(second["elo_low"] + 200, second["elo_high"])

    def test_field_is_rated_with_any_anchor(self):
        for seats in ("2", "3"):
            field = self.arena("--field", "random,h1,hoard", "--seats", seats, "--games", "120", "--anchor", "random=1000")
            elo = {player["player"]: player["elo"] for player in field["players"]}
            self.assertEqual(elo["random"], 1000)
            self.assertGreater(elo["h1"], elo["random"])
            self.assertGreater(field["cross"][1][0], 0.9)
            self.assertIsNone(field["cross"][0][0])
        one_by_one = self.arena("--player", "random", "--player", "h1", "--player", "hoard", "--seats", "3", "--games", "120", "--anchor", "random=1000")
        self.assertEqual(one_by_one, field)

    def test_sprt_verdicts(self):
        self.assertEqual(self.arena("--players", "h1,random", "--sprt")["sprt"]["verdict"], "accepted")
        self.assertEqual(self.arena("--players", "random,h1", "--sprt=0,30", code=1)["sprt"]["verdict"], "rejected")
        undecided = self.arena("--players", "random,random", "--sprt", "0,20", "--games", "20", code=3)["sprt"]
        self.assertEqual(undecided["verdict"], "undecided")
        self.assertLess(undecided["lower"], undecided["llr"])
        one, two = (perron("arena", "--players", "h1,random", "--sprt", "--threads", threads).stdout for threads in (1, 2))
        self.assertRegex(one, r"Accepted after \d+ games: h1 is better than random")
        self.assertEqual(one.splitlines()[-1], two.splitlines()[-1])

    def test_shards_merge_to_the_whole_match(self):
        for match in (["--players", "h1,hoard,random", "--games", "63"], ["--field", "h1,hoard,random", "--seats", "2", "--games", "63"]):
            whole = self.arena(*match)
            files = [self.dir / f"{match[0]}{k}.jsonl" for k in (1, 2, 3)]
            for k, file in enumerate(files, 1):
                part = self.arena(*match, "--shard", f"{k}/3", "--state", file)
                self.assertEqual(part["shard"], f"{k}/3")
            self.assertEqual(self.merge(*files), whole)
            self.assertEqual(self.merge(*reversed(files), files[0]), whole)
            self.assertEqual(self.merge(files[0], files[2], code=3)["missing"], whole["units"] // 3)
        run = perron("arena", "merge", self.dir / "--players1.jsonl", self.dir / "--field1.jsonl")
        self.assertEqual(run.returncode, 2)
        self.assertIn("seats", run.stderr)
        other = files[1].read_text().replace('"points":[', '"points":[1')
        self.assertEqual(perron("arena", "merge", files[1], self.file("other.jsonl", other)).returncode, 2)

    def test_a_match_goes_on_where_it_stopped(self):
        match, state = ["--players", "h1,random", "--state", self.dir / "state.jsonl"], self.dir / "state.jsonl"
        whole = self.arena("--players", "h1,random", "--games", "40")
        self.arena(*match, "--games", "20")
        state.write_bytes(state.read_bytes()[:-30])  # torn by a crash
        run = perron("arena", *match, "--games", "40")
        self.assertIn("resuming after 9 units", run.stderr)
        before = state.read_text()
        self.assertEqual(self.arena(*match, "--games", "40"), whole)
        self.assertEqual(state.read_text(), before)  # nothing was left to play
        self.assertEqual(self.arena(*match, "--games", "40", "--threads", "1"), whole)
        for other in (["--seed", "2"], ["--board", "germany"], ["--provable"], ["--shard", "1/2"]):
            run = perron("arena", *match, *other)
            self.assertEqual(run.returncode, 2)
            self.assertIn("another match", run.stderr)
        state.write_text("a letter\n")
        self.assertEqual(perron("arena", *match).returncode, 2)
        self.assertEqual(state.read_text(), "a letter\n")

    def test_names_of_any_length_are_told_whole(self):
        names = [f"exec:false # {letter * 600}" for letter in "ab"]
        run = perron("arena", "--player", names[0], "--player", names[1], "--games", "2")
        self.assertIn(f"{names[0]} and {names[1]}: no difference is proven; the better one wins 50.0 %", run.stdout)

    def test_merge_says_what_is_missing(self):
        files = [self.dir / f"{k}.jsonl" for k in (1, 2, 3)]
        for k, file in enumerate(files, 1):
            self.arena("--players", "h1,random", "--games", "150", "--shard", f"{k}/3", "--state", file)
        run = perron("arena", "merge", "--sprt=0,20", files[0], files[2])
        self.assertEqual(run.returncode, 3)
        self.assertIn("Undecided after 2 games", run.stdout)
        self.assertIn("in the order of their numbers, and unit 1 is missing", run.stdout)
        self.assertIn("25 of 75 units are missing: shard 2 of 3\n", run.stderr)
        self.assertEqual(self.merge(files[0], files[2], code=3)["missing_units"], ", ".join(map(str, range(1, 75, 3))))
        run = perron("arena", "merge", "--sprt", *files)
        self.assertEqual(run.returncode, 2)
        self.assertIn("--sprt=ELO0,ELO1", run.stderr)
        self.assertIn("--sprt=ELO0,ELO1", perron("arena", "merge", "--help").stdout)

    def test_units_of_different_versions_are_not_mixed(self):
        match = ["--players", f"exec:{PERRON} engine --player h1,random", "--games", "4"]
        files = [self.dir / f"{k}.jsonl" for k in (1, 2)]
        for k, file in enumerate(files, 1):
            self.arena(*match, "--shard", f"{k}/2", "--state", file)
        text = files[1].read_text()
        (field,) = re.findall(r'"sources":"[0-9a-f]{16}",', text)
        for changed, reason in ((text.replace(field, '"sources":"0123456789abcdef",'), "another version of perron (sources 0123456789abcdef, not "),
                                (text.replace(field, ""), "does not say which version")):
            files[1].write_text(changed)
            run = perron("arena", *match, "--shard", "2/2", "--state", files[1])
            self.assertEqual((run.returncode, files[1].read_text()), (2, changed))
            self.assertIn(reason, run.stderr)
            self.assertIn("give another --state FILE", run.stderr)
            run = perron("arena", "merge", *files)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(reason, run.stderr)
            self.assertIn("play all shards with one version", run.stderr)
        self.assertEqual(perron("arena", "merge", files[1]).returncode, 2)
        files[1].write_text(text)
        self.merge(*files)

    def test_the_version_is_that_of_the_sources_wherever_they_are(self):
        def version(folder, **files):
            (self.dir / folder).mkdir()
            for name, text in files.items():
                self.file(f"{folder}/{name}", text)
            subprocess.run(["cmake", f"-DOUT={self.dir / 'out.cpp'}", f"-DDIR={self.dir / folder}", f"-DFILES={';'.join(files)}", "-P",
                            TESTS.parent / "cmake/game_sources.cmake"], check=True)
            return re.search(r'"([0-9a-f]{16})"', (self.dir / "out.cpp").read_text()).group(1)

        first = version("one", a="a", b="b")
        self.assertEqual(version("two", b="b", a="a"), first)
        self.assertEqual(len({first, version("three", a="a", b="c"), version("four", a="ab", b=""), version("five", a="a")}), 4)

    def test_interrupted_match_prints_what_it_has(self):
        state = self.dir / "state.jsonl"
        with subprocess.Popen([PERRON, "arena", "--players", "h1,random", "--games", "20000000", "--state", state], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as run:
            while not state.exists() or state.read_text().count("\n") < 5:
                time.sleep(0.01)
            run.send_signal(signal.SIGINT)
            run.send_signal(signal.SIGTERM)
            out, err = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130)
        self.assertIn("h1", out)
        self.assertIn("the same command resumes the match", err)
        self.assertEqual(json.loads(perron("arena", "merge", "--json", state).stdout)["units"], state.read_text().count("\n") - 2)

    def test_same_seed_same_games_whatever_the_threads(self):
        one = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "5", "--threads", "1")
        two = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "5", "--threads", "2")
        other = self.arena("--players", "h1,random,hoard", "--games", "60", "--seed", "6", "--threads", "2")
        del other["seed"], one["seed"], two["seed"]
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)

    def test_h1_beats_random(self):
        for board in ("europe", "germany"):
            result = self.arena("--board", board, "--players", "h1,random", "--games", "400")
            self.assertGreater(result["players"][0]["win_share"], 0.9)

    def test_custom_boards_play(self):
        result = self.arena("--board", TESTS / "boards/usa_like.json", "--players", "random,h1,random", "--games", "9999")
        self.assertEqual(result["games"], 9999)
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
        self.arena("--board", board, "--players", "random,random", "--games", "4", "--record", self.dir)
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
        perron("arena", "--players", "random,random", "--games", "2", "--provable", "--record", self.dir)
        path, _ = sorted(self.dir.glob("*.jsonl"))
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
        perron("arena", "--players", "random,random", "--games", "2", "--provable", "--seed", "2", "--record", self.dir / "other")
        other, _ = sorted((self.dir / "other").glob("*.jsonl"))
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

    def test_signatures_of_the_players(self):
        run = perron("bench", "--search", "--board", "first-journey")
        lines = [line.split() for line in run.stdout.splitlines()]
        players = [player for _, player, _ in lines]
        self.assertEqual({board for board, _, _ in lines}, {"first-journey"})
        for player in ("easy", "medium", "hard", "expert", "ismcts:iterations=200", "planner"):
            self.assertIn(player, players)
        for line in perron("bench", "--search", "--board", "first-journey", "--json").stdout.splitlines():
            self.assertEqual(list(json.loads(line).values()), lines.pop(0))  # and the same again
        self.assertEqual(lines, [])

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


class Serve(Folder):
    def test_a_taken_port_is_refused_with_advice(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            run = perron("serve", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", "--data", self.dir / "data")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("Address already in use", run.stderr)
        self.assertIn("--listen", run.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
