"""Stored data of earlier versions is loaded, played on and left alone where it can't be read. python3 test_stored.py PERRON [test ...]"""
import asyncio
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Refused, Server  # noqa: E402

PERRON = None
STORED = pathlib.Path(__file__).resolve().parent.parent / 'stored' / '0.1'


def perron(*arguments, stdin=''):
    return subprocess.run([PERRON, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=120)


class Stored(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='perron-stored-'))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)


class DataFolder(Stored):
    def setUp(self):
        super().setUp()
        self.data = self.folder / 'data'
        self.data.mkdir(mode=0o700)
        shutil.copy(STORED / 'perron.db', self.data)
        self.ids = json.loads((STORED / 'tokens.json').read_text())
        self.server = Server(PERRON, data=str(self.data))
        self.addCleanup(self.server.__exit__)

    async def clients(self):
        people = [await Client.connect(self.server.port, token=self.ids[name]) for name in ('anna', 'bert')]
        self.assertEqual([one.name for one in people], ['Anna', 'Bert'])
        return people

    def options(self, board):
        texts = [text for text, in self.rows('SELECT options FROM tables')]
        self.assertEqual(len(texts), 3)
        return next(text for text in texts if json.loads(text)['board'] == board)

    def rows(self, sql, *values):
        with sqlite3.connect(self.data / 'perron.db') as database:
            rows = database.execute(sql, values).fetchall()
        database.close()
        return rows

    def test_tables_are_as_they_were(self):
        async def scenario():
            anna, bert = await self.clients()
            for table in ('waiting', 'playing', 'over'):
                await anna.ask('open', table=self.ids[table])
            waiting, playing, over = (anna.tables[self.ids[name]] for name in ('waiting', 'playing', 'over'))
            self.assertEqual((waiting['state'], waiting['board'], waiting['listed'], waiting['watch'], waiting['first']),
                             ('waiting', 'europe', True, True, 'random'))
            self.assertEqual(waiting['clock'], {'kind': 'bank', 'seconds': 600, 'increment': 5})
            self.assertEqual([seat['kind'] for seat in waiting['seats']], ['person', 'open', 'computer'])
            self.assertEqual((playing['state'], playing['board'], playing['listed'], playing['watch'], playing['first']),
                             ('playing', 'germany', False, False, 1))
            self.assertEqual(playing['clock'], {'kind': 'days', 'days': 3})
            self.assertEqual((over['state'], over['board'], over['clock']), ('over', 'first-journey', {'kind': 'none'}))
            await bert.ask('join', table=self.ids['waiting'])
            await anna.close()
            await bert.close()

        before = self.options('germany')
        self.server.start()
        asyncio.run(scenario())
        self.server.stop()
        self.assertEqual(self.options('germany'), before, 'a row that nobody has changed stays as it was')
        self.assertEqual(perron('data', 'check', '--data', self.data).returncode, 0)

    def test_a_game_is_played_to_its_end(self):
        async def scenario():
            people, rng = await self.clients(), random.Random(1)
            for one in people:
                await one.ask('open', table=self.ids['playing'])
            game, moves = self.ids['playing_game'], 0
            while not any(game in one.ended for one in people):
                turns = [(one, stream) for one in people for stream in one.streams.values() if stream.game == game and stream.legal]
                for one, stream in turns[:1]:
                    moves += 1
                    await one.ask('act', id=f'later{moves}', game=game, seat=stream.seat, version=stream.version, action=rng.choice(stream.legal))
                await asyncio.sleep(0.001)
            self.assertEqual({one.ended[game]['ending'] for one in people if game in one.ended}, {'finished'})
            for one in people:
                await one.close()

        self.server.start()
        asyncio.run(scenario())
        status, _, record = self.server.request('GET', f'/api/v1/games/{self.ids["playing_game"]}/record', token=self.ids['anna'])
        self.assertEqual(status, 200)
        file = self.folder / 'record.jsonl'
        file.write_bytes(record)
        run = perron('record', 'verify', file)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_changed_options_are_stored_in_the_new_format(self):
        async def scenario():
            anna, bert = await self.clients()
            await anna.ask('open', table=self.ids['waiting'])
            await anna.ask('options', table=self.ids['waiting'], watch=False)
            await anna.close()
            await bert.close()

        self.server.start()
        asyncio.run(scenario())
        self.server.stop()
        self.assertEqual(self.options('europe'),
                         '{"format":1,"board":"europe","first":"random","clock":{"kind":"bank","seconds":600,"increment":5},'
                         '"listed":true,"watch":false}')

    def test_a_row_that_cant_be_read_is_named_and_left_alone(self):
        (number,), = self.rows("SELECT id FROM tables WHERE options LIKE '%europe%'")

        async def scenario():
            anna, bert = await self.clients()
            with self.assertRaises(Refused) as refused:
                await anna.ask('open', table=self.ids['waiting'])
            self.assertEqual(refused.exception.code, 'unreadable')
            await anna.ask('open', table=self.ids['playing'])
            await anna.close()
            await bert.close()

        self.addCleanup(self.server.stop)
        for broken, why in (('{"listed":true}', '/board is missing'), ('{"format":2,"board":"europe"}', 'newer version'), ('{"board":', 'column')):
            with self.subTest(broken):
                with sqlite3.connect(self.data / 'perron.db') as database:
                    database.execute('UPDATE tables SET options = ? WHERE id = ?', (broken, number))
                database.close()
                begun = len(self.server.log_text())
                self.server.start()
                asyncio.run(scenario())
                self.server.stop()
                told = [json.loads(line) for line in self.server.log_text()[begun:].splitlines() if '"error"' in line]
                self.assertEqual([one['event'] for one in told], ['bad_row' if why == 'column' else 'unreadable'])
                self.assertIn(self.ids['waiting'], told[0]['reason'])
                self.assertNotIn('game', told[0], 'the table has no game')
                self.assertEqual(self.rows('SELECT options FROM tables WHERE id = ?', number), [(broken,)])
                check = perron('data', 'check', '--data', self.data)
                self.assertEqual(check.returncode, 1)
                self.assertIn(self.ids['waiting'], check.stderr)
                self.assertIn(why, check.stderr)


class Terminal(Stored):
    def test_an_interrupted_game_is_played_to_its_end(self):
        for name in ('game.jsonl', 'game.jsonl.key'):
            shutil.copy(STORED / name, self.folder)
        run = perron('play', '--save', self.folder / 'game.jsonl', '--record', self.folder / 'done', stdin='1\n' * 5000)
        self.assertEqual(run.returncode, 0, run.stdout[-2000:] + run.stderr)
        records = list((self.folder / 'done').iterdir())
        self.assertEqual(len(records), 1)
        begun = (STORED / 'game.jsonl').read_text().splitlines()[1:]
        self.assertEqual(records[0].read_text().splitlines()[1:len(begun) + 1], begun, 'it goes on where it was interrupted')
        self.assertEqual(perron('record', 'verify', self.folder / 'done').returncode, 0)


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
