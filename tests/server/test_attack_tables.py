"""Attacks on tables, the lobby and the thinking threads of `perron serve`: honest people notice nothing of them.

python3 test_attack_tables.py PERRON [test ...]
"""
import asyncio
import glob
import json
import logging
import os
import random
import sqlite3
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Refused, Server  # noqa: E402
from play import Person  # noqa: E402

PERRON = None
logging.getLogger('asyncio').setLevel(logging.CRITICAL)  # it reports every client that a test leaves connected
SANITIZED = bool(os.environ.get('PERRON_SANITIZED'))  # slow: times mean nothing
ME, OPEN = {'kind': 'me'}, {'kind': 'open'}
EXPERT = {'kind': 'computer', 'level': 'expert'}


def run(coroutine, timeout=300):
    return asyncio.run(asyncio.wait_for(coroutine, timeout))


class Attack(unittest.TestCase):
    settings = {'computer_delay': 0}

    def setUp(self):
        self.server = Server(PERRON, **self.settings)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)

    async def guest(self, name=None, local=None):
        return await Client.connect(self.server.port, name=name, local=local)

    async def create(self, client, seats=(ME, OPEN), **options):
        return (await client.ask('create', board='europe', seats=list(seats), listed=True, **options))['table']

    def listed(self, local='127.0.0.9'):
        return [t['table'] for t in json.loads(self.server.request('GET', '/api/v1/tables', local=local)[2])['tables']]

    async def until(self, holds, seconds=20):
        ends = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), ends, 'it did not happen in time')
            await asyncio.sleep(0.1)


class Hosts(Attack):
    settings = {'host_gone_seconds': 2}

    def test_a_host_who_vanishes_does_not_hold_the_others_up(self):
        async def scenario():
            anna, bela = await self.guest('Anna'), await self.guest('Béla')
            table = await self.create(anna)
            await bela.ask('join', table=table)
            with self.assertRaises(Refused) as refused:
                await bela.ask('start', table=table)
            self.assertEqual(refused.exception.code, 'not_the_host')
            anna.abort()
            await bela.until(lambda: bela.tables[table]['host'] == bela.user)
            await bela.ask('start', table=table)
            self.assertEqual(self.server.metric('hosts_changed_total'), 1)
        run(scenario())

    def test_a_deserted_table_leaves_the_lobby_and_returns_with_its_host(self):
        async def scenario():
            anna, carl = await self.guest('Anna'), await self.guest('Carl')
            table = await self.create(anna)
            await carl.ask('lobby', on=True)
            self.assertEqual(self.listed(), [table])
            anna.abort()
            await carl.until(lambda: table in carl.lobby[-1]['gone'])
            self.assertEqual(self.listed(), [])
            await carl.ask('open', table=table)
            await carl.until(lambda: carl.tables[table]['state'] == 'waiting')
            back = await Client.connect(self.server.port, token=anna.token)
            await back.ask('open', table=table)
            self.assertEqual(self.listed(), [table])
            # And over a restart.
            self.server.stop()
            self.server.start()
            self.assertEqual(self.listed(), [])
            back = await Client.connect(self.server.port, token=anna.token)
            await back.ask('open', table=table)
            self.assertEqual(self.listed(), [table])
        run(scenario())


class Quotas(Attack):
    settings = {'max_tables_per_address': 20, 'max_tables_per_user': 6, 'table_burst': 1000}

    def test_new_guests_do_not_multiply_the_quota(self):
        async def scenario():
            made, codes = 0, set()
            for _ in range(10):
                guest = await self.guest(local='127.0.1.1')
                for _ in range(5):
                    try:
                        await self.create(guest)
                        made += 1
                    except Refused as refused:
                        codes.add(refused.code)
            self.assertEqual((made, codes), (20, {'too_many_tables'}))
            await self.create(await self.guest(local='127.0.1.2'))
        run(scenario())


class Rates(Attack):
    settings = {'table_rate': 6, 'table_burst': 10}

    def test_new_tables_have_a_rate(self):
        async def scenario():
            guests = [await self.guest(local='127.0.1.1') for _ in range(4)]
            made, codes = 0, set()
            for guest in guests * 5:
                try:
                    table = await self.create(guest)
                    made += 1
                    await guest.ask('leave', table=table)
                except Refused as refused:
                    codes.add(refused.code)
            self.assertLessEqual(made, 13)  # ten, and one for each ten seconds that this took
            self.assertEqual(codes, {'too_fast'})
            await self.create(await self.guest(local='127.0.1.2'))
        run(scenario())


class Lobby(Attack):
    settings = {'table_burst': 1000}

    def test_five_thousand_spam_tables_do_not_empty_the_lobby(self):
        async def spam(address):
            tables = 0
            for _ in range(4):
                guest = await self.guest('Spam', local=address)
                for answer in [guest.post('create', board='europe', seats=[ME, OPEN], listed=True) for _ in range(50)]:
                    tables += (await answer)['type'] == 'ok'
            return tables

        async def scenario():
            anna, carl = await self.guest('Anna', '127.0.0.9'), await self.guest('Carl', '127.0.0.9')
            honest = await self.create(anna)
            await carl.ask('lobby', on=True)
            made = sum(await asyncio.gather(*[spam(f'127.0.1.{n}') for n in range(1, 26)]))
            self.assertEqual(made, 5000)
            self.assertEqual(self.server.metric('tables_waiting'), 5001)
            await asyncio.sleep(1)
            shown = self.listed()
            self.assertEqual(len(shown), 100)
            self.assertIn(honest, shown)
            self.assertFalse(any(honest in news['gone'] for news in carl.lobby), 'it was there all the time')
            # The lobby still answers fast while it changes.
            spammer = await self.guest('Spam', local='127.0.1.99')
            slowest = 0.0
            for _ in range(20):
                await self.create(spammer)
                begun = time.monotonic()
                await carl.ask('lobby', on=True)
                slowest = max(slowest, time.monotonic() - begun)
            if not SANITIZED:
                self.assertLess(slowest, 1.0)
        run(scenario())


class EndedGames(Attack):
    async def ended(self, client, watch):
        table = await self.create(client, [ME, EXPERT], watch=watch, first=0)
        game = (await client.ask('start', table=table))['game']
        await client.ask('abandon', game=game, on=True)
        return game

    def games(self):
        return [g['game'] for g in self.server.json('GET', '/api/v1/games')[1]['games']]

    def test_games_for_their_players_only_are_in_no_list(self):
        async def scenario():
            anna = await self.guest('Anna')
            hidden, shown = await self.ended(anna, False), await self.ended(anna, True)
            self.assertEqual(self.games(), [shown])
            # As an earlier version stored them.
            self.server.stop()
            [file] = glob.glob(os.path.join(self.server.data, '*.db'))
            with sqlite3.connect(file) as database:
                database.execute('UPDATE games SET visibility = 0')
                database.execute('PRAGMA user_version = 3')
            self.server.start()
            self.assertEqual(self.games(), [shown])
            mine = json.loads(self.server.request('GET', '/api/v1/me/games', token=anna.token)[2])['games']
            self.assertEqual({g['game'] for g in mine}, {hidden, shown})
        run(scenario())


class Thinking(Attack):
    # One client follows forty games that are played at full speed: where it shares its core, it must not be cut as a slow reader.
    settings = {'computer_delay': 0, 'think_threads': 1, 'backlog_bytes': 1 << 26, 'backlog_address_bytes': 1 << 26}

    async def answers(self, client, moves=3):
        """The longest that a computer player took for its turn."""
        table = await self.create(client, [ME, EXPERT], first=0)
        person = Person(self.server.port, client, table, random.Random(1))
        person.game = (await client.ask('start', table=table))['game']
        slowest = 0.0
        while moves > 0:
            await person.act(await client.until(person.turn))
            if not person.turn():
                begun, moves = time.monotonic(), moves - 1
                await client.until(person.turn, timeout=120)
                slowest = max(slowest, time.monotonic() - begun)
        return table, slowest

    def test_one_user_with_many_experts_does_not_starve_another(self):
        async def scenario():
            anna, spammer = await self.guest('Anna', '127.0.0.9'), await self.guest('Spam')
            _, alone = await self.answers(anna)
            tables = []
            for _ in range(40):
                tables.append(await self.create(spammer, [ME] + [EXPERT] * 4))
                await spammer.ask('start', table=tables[-1])
                await spammer.ask('leave', table=tables[-1])  # the computer players play on while somebody looks
            await self.until(lambda: self.server.metric('thinking_waiting') > 10, 60)
            table, beside = await self.answers(anna)
            if not SANITIZED:
                self.assertLess(beside, 5 * alone + 5, f'{alone:.2f} s alone')
            self.assertFalse(anna.tables[table].get('busy'), 'her opponents think as long as ever')
            self.assertTrue(any(spammer.tables[t].get('busy') for t in tables), 'those of the other one do not')
            text = self.server.request('GET', '/metrics')[2].decode()
            counts = [float(l.split()[1]) for l in text.splitlines() if l.startswith('perron_thinking_shortened_total{from="expert"')]
            self.assertGreater(sum(counts), 0)
        run(scenario())


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
