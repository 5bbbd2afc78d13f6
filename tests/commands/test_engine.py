"""`perron engine` and outside players, from outside: python3 test_engine.py PERRON"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PERRON = os.path.abspath(sys.argv.pop(1))
BOT = f"{sys.executable} {ROOT / 'examples/python-bot/bot.py'}"
DOCUMENT = (ROOT / "docs/engine-protocol.md").read_text()
VIEW = json.loads(re.search(r"```json\n(.*?)```", DOCUMENT, re.S).group(1))
BUILTIN = ("europe", "first-journey", "germany")


def engine(text, *arguments):
    run = subprocess.run([PERRON, "engine", *map(str, arguments)], input=text.encode() if isinstance(text, str) else text,
                         capture_output=True, timeout=60)
    return run, [json.loads(line) for line in run.stdout.splitlines()]


def ask(*questions, arguments=()):
    run, answers = engine("".join(json.dumps(question) + "\n" for question in questions), *arguments)
    assert run.returncode == 0, run.stderr
    return answers


def arena(*players, board="europe", games=2, seed=1, folder=None):
    run = subprocess.run([PERRON, "arena", "--json", "--quiet", "--threads", "1", "--board", str(board), "--players", ",".join(players),
                          "--games", str(games), "--seed", str(seed)], capture_output=True, text=True, timeout=120, cwd=folder)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def examples(kind):
    """The blocks of one kind in the document, as lists of (question, answer or None)."""
    for block in re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.S):
        lines = [line for line in block.splitlines() if line]
        yield [(line[2:], following[2:] if following.startswith("< ") else None)
               for line, following in zip(lines, lines[1:] + [""]) if line.startswith("> ")]


def board_file(name):
    path = ROOT / f"data/boards/{name}.json"
    return json.loads((path if path.exists() else ROOT / f"tests/boards/{name}.json").read_text())


def ids(board):
    ends = [tuple(sorted((item["a"], item["b"]))) for item in board["tracks"]]
    tracks = ["-".join(pair) + (f".{ends[:i].count(pair) + 1}" if ends.count(pair) > 1 else "") for i, pair in enumerate(ends)]
    return tracks, ["-".join(sorted((item["a"], item["b"]))) for item in board["tickets"]]


def asked(board, *others):
    """The messages that a bot gets in a game."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "asked.jsonl"
        arena(f"exec:tee {path} | {BOT}", *(others or ["random"]), board=board, games=1)
        return [json.loads(line) for line in path.read_text().splitlines()]


class Document(unittest.TestCase):
    def same(self, told, got):
        """The document may shorten lists that grow, and does not pin the version."""
        for key in ("boards", "players"):
            if key in told:
                more = got.pop(key)
                self.assertTrue(all(item in more for item in told.pop(key)))
        for answer in (told, got):
            answer.pop("version", None)
        self.assertEqual(told, got)

    def test_questions_to_the_engine(self):
        count = 0
        for block in examples("text"):
            _, answers = engine("".join(question.replace("VIEW", json.dumps(VIEW)) + "\n" for question, _ in block))
            self.assertEqual(len(answers), len(block))
            for (question, told), got in zip(block, answers):
                with self.subTest(question=question):
                    self.same(json.loads(told), got)
                    count += 1
        self.assertGreaterEqual(count, 7)

    def test_messages_to_a_bot(self):
        (block,) = examples("bot")
        board = board_file("first-journey")
        tracks, tickets = ids(board)
        words = {"BOARD": board, "TRACK_IDS": tracks, "TICKET_IDS": tickets, "VIEW": VIEW}
        questions = []
        for question, _ in block:
            for word, value in words.items():
                question = re.sub(rf'": {word}\b', lambda _, v=value: '": ' + json.dumps(v), question)
            questions.append(question)
        run = subprocess.run(BOT.split(), input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=20)
        self.assertEqual([json.loads(line) for line in run.stdout.splitlines()], [json.loads(told) for _, told in block if told])
        real = asked("first-journey")
        for question, message in zip(questions, (real[0], real[1], real[-1])):
            self.assertEqual(list(json.loads(question)), list(message))
        self.assertEqual((real[0]["track_ids"], real[0]["ticket_ids"]), (tracks, tickets))

    def test_every_field_of_a_view_is_described(self):
        for board in BUILTIN:
            view = asked(board)[3]["view"]
            for part in (view, view["mine"], view["owed"], view["deck"], *view["ticket_decks"], *view["seats"]):
                for key in part:
                    self.assertIn(f"`{key}`", DOCUMENT)


class Engine(unittest.TestCase):
    def test_hello(self):
        (answer,) = ask({"id": "q", "cmd": "hello"})
        self.assertEqual(answer["id"], "q")
        self.assertEqual(answer["boards"], list(BUILTIN))
        self.assertIn("random", [player["name"] for player in answer["players"]])

    def test_it_answers_every_view_of_a_game_as_the_arena_would(self):
        for board in (*BUILTIN, ROOT / "tests/boards/mix.json", ROOT / "tests/boards/race_mix.json"):
            hello, *questions, _ = asked(board)
            legal = ask(hello, *({"id": q["id"], "cmd": "legal", "view": q["view"]} for q in questions))[1:]
            self.assertEqual([answer["legal"] for answer in legal], [question["legal"] for question in questions])
            for cmd in ("choose", "evaluate"):
                answers = ask(hello, *({**question, "cmd": cmd, "player": "random"} for question in questions))[1:]
                for question, answer in zip(questions, answers):
                    self.assertEqual(answer["id"], question["id"])
                    self.assertIn(answer["action"], question["legal"])
                    self.assertEqual(answer["move"]["do"], answer["action"].split()[0])

    def test_a_search_gives_its_reasons(self):
        question = {"id": 1, "cmd": "evaluate", "board": "first-journey", "player": "ismcts:iterations=80", "seed": 3, "view": VIEW}
        one, two = ask(question)[0], ask(question)[0]
        self.assertEqual(one, two)
        self.assertGreaterEqual(one["iterations"], 80)
        self.assertEqual(one["candidates"][0]["action"], one["action"])
        self.assertAlmostEqual(sum(candidate["share"] for candidate in one["candidates"]), 1, delta=0.01)
        self.assertAlmostEqual(sum(seat["win"] for seat in one["seats"]), 1, delta=0.01)
        legal = ask({"id": 2, "cmd": "legal", "board": "first-journey", "view": VIEW})[0]["legal"]
        self.assertTrue(all(candidate["action"] in legal for candidate in one["candidates"]))

    def test_the_board_by_name_by_object_by_option_and_by_hello(self):
        question = {"id": 1, "cmd": "choose", "player": "h1", "seed": 1, "view": VIEW}
        name, whole = "first-journey", board_file("first-journey")
        answers = [ask({**question, "board": name})[0], ask({**question, "board": whole})[0], ask(question, arguments=("--board", name))[0],
                   ask({"cmd": "hello", "board": whole, "seats": 2}, question)[1], ask({**question, "board": whole, "seats": 2})[0]]
        self.assertTrue(all("action" in answer and answer == answers[0] for answer in answers), answers)
        mix = ROOT / "tests/boards/mix.json"
        self.assertEqual(ask({"id": 1, "cmd": "hello"}, arguments=("--board", mix))[0]["board"], "mix")

    def test_the_same_seed_gives_the_same_answer(self):
        question = {"cmd": "choose", "board": "first-journey", "player": "random", "view": VIEW}
        once = ask(*({**question, "id": seed, "seed": seed} for seed in range(20)))
        again = ask(*({**question, "id": seed, "seed": seed} for seed in range(20)))
        self.assertEqual(once, again)
        self.assertGreater(len({answer["action"] for answer in once}), 3)

    def refused(self, line, fault):
        """The answer names the path of the fault first, and the next line is answered."""
        with self.subTest(line=line[:100]):
            run, answers = engine(line + '\n{"id":2,"cmd":"hello"}\n')
            self.assertEqual(run.returncode, 0)
            self.assertEqual(len(answers), 2)
            self.assertEqual(set(answers[0]), {"id", "error"})
            self.assertTrue(answers[0]["error"].startswith(fault), answers[0]["error"])
            self.assertTrue(answers[1]["ready"])

    def test_a_bad_line_gets_a_sentence_and_the_next_is_answered(self):
        for line, fault in (("nonsense", "line 1, column 2: "), ("[" * 5000, "line 1, column 33: "), ("[]", "must be an object"),
                            ("7", "must be an object"), ('"text"', "must be an object"), ("{}", "/cmd: "), ('{"id":1,"cmd":"fly"}', "/cmd: "),
                            ('{"id":[1],"cmd":"hello"}', "/id: "), ('{"id":1,"cmd":"hello","more":1}', "/more: "),
                            ('{"id":1,"cmd":"hello","protocol":2}', "/protocol: "), ('{"id":1,"cmd":"hello","seats":9}', "/seats: "),
                            ('{"id":1,"cmd":"hello","board":7}', "/board: "), ('{"id":1,"cmd":"choose"}', "/view: "),
                            ('{"id":1,"cmd":"choose","view":7}', "/view/seats: "), ('{"id":1,"cmd":"quit","x":1}', "/x: ")):
            self.refused(line, fault)

    def test_the_fault_of_a_question_is_named_whatever_else_it_has(self):
        view = json.dumps(VIEW)
        faults = [('"wagons": 17', '"wagons": 18', "/view"), ('"seat": 0', '"seat": 1', "/view"), ('"turn"', '"swim"', "/view/phase"),
                  ('"closed": [], ', '', "/view/closed"), ('{"blue": 1,', '{"blue": 9,', "/view"), ('"size": 54', '"size": 53', "/view"),
                  ('"rome-zurich.1"', '"rome"', "/view/seats/0/tracks/1"), ('"seat": 0', '"seat": 0, "more": 0', "/view/more")]
        two = '{"seats":[{},{}]}'
        bad = [({"view": view.replace(old, new)}, fault) for old, new, fault in faults]
        self.assertNotIn(view, [changed["view"] for changed, _ in bad])
        bad += [({"board": '"atlantis"', "view": two}, "/board"), ({"board": '{}', "view": two}, "/board/perron_board"), ({"board": '"europe"'}, "/view/owed/tickets"),
                ({"board": '"../../etc/passwd"', "view": two}, "/board"), ({"view": None}, "/view"), ({"seats": '3'}, "/view/seats"),
                ({"seats": '9'}, "/seats"), ({"seed": '-1'}, "/seed"), ({"seed": '9007199254740992'}, "/seed"), ({"player": '7'}, "/player"),
                ({"more": '1'}, "/more")]
        for changed, fault in bad:
            for cmd in ("choose", "evaluate", "legal"):
                question = {"id": '1', "cmd": f'"{cmd}"', "board": '"first-journey"', "player": '"h1"', "seed": '7', "view": view, **changed}
                self.refused("{" + ",".join(f'"{key}":{value}' for key, value in question.items() if value is not None) + "}", fault + ": ")
        for player in ("nobody", "exec:touch x"):
            self.refused(json.dumps({"id": 1, "cmd": "choose", "board": "first-journey", "player": player, "view": VIEW}), "/player: ")
        twice = view.replace('"seat": 0', '"seat": 0, "seat": 0')
        self.refused(f'{{"id":1,"cmd":"legal","board":"first-journey","view":{twice}}}', "line 1, column 66: ")

    def test_a_line_with_a_fault_changes_nothing(self):
        before, fault, after = ask({"cmd": "hello"}, {"cmd": "hello", "board": "germany", "more": 1}, {"cmd": "hello"})
        self.assertIn("/more", fault["error"])
        self.assertEqual(after, before)

    def test_any_question_may_name_a_player_and_a_seed(self):
        asked_for = {"player": "random", "seed": 1, "board": "first-journey", "view": VIEW}
        for cmd, key in (("hello", "ready"), ("choose", "action"), ("evaluate", "action"), ("legal", "legal"), ("quit", "bye")):
            self.assertIn(key, ask({"id": 1, "cmd": cmd, **asked_for})[0])

    def test_long_lines_zeros_and_a_missing_end(self):
        run, answers = engine(b"x" * 30_000_000 + b'\n{"id":1,"cmd":"hello"}\n\n\x00\n\xff\n{"id":2,"cmd":"hello"}')
        self.assertEqual([answer["id"] for answer in answers], [None, 1, None, None, 2])
        self.assertIn("bytes", answers[0]["error"])
        _, answers = engine(b"y" * 10_000_000)
        self.assertEqual(len(answers), 1)
        run, answers = engine('{"id":1,"cmd":"quit"}\n{"id":2,"cmd":"hello"}\n')
        self.assertEqual((run.returncode, answers), (0, [{"id": 1, "bye": True}]))
        self.assertEqual(engine("")[1], [])

    def test_wrong_arguments(self):
        for arguments in (["--player", "nobody"], ["--board", "atlantis"], ["--seats", "9"], ["--board", "first-journey", "--seats", "5"]):
            run, _ = engine("", *arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertRegex(run.stderr.decode(), r"perron: \S")


class Bots(unittest.TestCase):
    def test_the_example_beats_random(self):
        for board, games in (("europe", 24), ("germany", 12), ("first-journey", 24)):
            result = arena(f"exec:{BOT}", "random", board=board, games=games)
            self.assertGreater(result["players"][0]["win_share"], 0.8, board)

    def test_the_example_plays_other_boards_and_full_tables(self):
        for board in ("mix", "race_mix", "tiny", "usa_like"):
            self.assertEqual(arena(f"exec:{BOT}", "random", board=ROOT / f"tests/boards/{board}.json")["games"], 2)
        self.assertEqual(arena(f"exec:{BOT}", "random", "h1", "random", "h1", games=5)["games"], 5)

    def test_the_engine_is_a_bot_and_plays_the_same_game_again(self):
        player = f"exec:{PERRON} engine --player random"
        once, again = (arena(player, "random", games=6, seed=3) for _ in range(2))
        for result in (once, again):
            for timed in (result, *(player["time"] for player in result["players"])):
                for key in [key for key in timed if key.startswith(("seconds", "ms_"))]:
                    del timed[key]
        self.assertEqual(once, again)

    def test_programs_are_gone_after_the_last_game(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pid"
            arena(f"exec:echo $$ > {path}; {BOT}; sleep 300", "random", board="first-journey")
            time.sleep(0.2)
            status = pathlib.Path(f"/proc/{path.read_text().strip()}/stat")
            self.assertFalse(status.exists() and ") Z " not in status.read_text())

    def play(self, folder, *arguments, keys=""):
        return subprocess.run([PERRON, "play", "--board", "first-journey", "--first", "1", *arguments], input=keys, capture_output=True,
                              text=True, timeout=60, cwd=folder)

    def test_a_program_plays_against_a_person_and_is_named_again_to_go_on(self):
        with tempfile.TemporaryDirectory() as folder:
            run = self.play(folder, "--against", f"exec:{BOT}", keys="q\n")
            self.assertEqual(run.returncode, 0, run.stderr)
            saved = (pathlib.Path(folder) / "perron-game.jsonl").read_text()
            self.assertNotIn("bot.py", saved)
            self.assertIn('"seat":1,"do":', saved)
            run = self.play(folder, keys="q\n")
            self.assertEqual(run.returncode, 1)
            self.assertIn("--against", run.stderr)
            self.assertEqual(self.play(folder, "--against", f"exec:{BOT}", keys="q\n").returncode, 0)
            run = self.play(folder, "--new", "--against", "exec:exit 4", keys="q\n")
            self.assertIn("exit code 4", " ".join(run.stdout.split()))
            self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_command_is_needed(self):
        for player in ("exec:", "exec:ms=0:cat", "exec:ms=x:cat"):
            run = subprocess.run([PERRON, "arena", "--players", f"{player},random"], capture_output=True, text=True, timeout=20)
            self.assertEqual(run.returncode, 2)
            self.assertIn("exec:", run.stderr)


if __name__ == "__main__":
    unittest.main()
