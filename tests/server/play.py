"""Plays games over real sockets: people who choose at random, break their connection now and then and come back."""
import asyncio
import random

from client import Client, Closed, Refused

CLAIM, STATION, SWAP = 3, 4, 6
BOARDS = {'europe': (2, 5), 'germany': (2, 5), 'first-journey': (2, 4)}


def choose(rng, legal):
    """At random, but claims first: such games end."""
    claims = [a for a in legal if a[0] == CLAIM]
    if claims and rng.random() < 0.8:
        return rng.choice(claims)
    rest = [a for a in legal if a[0] not in (CLAIM, STATION)]
    return rng.choice(rest or legal)


class Standstill(Exception):
    """A race that can't end: the wagons left fit no free track, all cards are in hands, tickets can be swapped for ever."""


class Person:
    """Somebody with some seats at one table, and a connection that may break."""

    def __init__(self, port, client, table, rng, breaks=0.0):
        self.port, self.client, self.table, self.rng, self.breaks = port, client, table, rng, breaks
        self.moves, self.reconnects, self.repeated = 0, 0, 0
        self.swaps = 0  # in a row, with nothing else to do
        self.game = None

    async def come_back(self):
        """A new connection that goes on where the old one ended."""
        old = self.client
        old.abort()
        self.client = await Client.connect(self.port, token=old.token, check_every=old.check_every)
        self.client.streams, self.client.ended, self.client.next_id = old.streams, old.ended, old.next_id
        mine = [s.version for (game, _), s in old.streams.items() if game == self.game]
        fields = {'game': self.game, 'last': min(mine)} if mine else {}
        if len(set(mine)) > 1:  # several streams may have been cut at different places
            fields = {}
        await self.client.ask('open', table=self.table, **fields)
        self.reconnects += 1

    def turn(self):
        if self.game in self.client.ended:
            return 'ended'
        for (game, seat), stream in self.client.streams.items():
            if game == self.game and seat is not None and stream.legal:
                return stream
        return None

    async def act(self, stream):
        self.swaps = self.swaps + 1 if all(a[0] == SWAP for a in stream.legal) else 0
        if self.swaps == 20:
            raise Standstill
        id = f'm{self.rng.getrandbits(60):x}'
        request = {'game': self.game, 'seat': stream.seat, 'version': stream.version, 'action': choose(self.rng, stream.legal)}
        before = stream.version
        if self.rng.random() < self.breaks:
            self.client.post('act', id, **request)
            await self.client.socket.writer.drain()
            if self.rng.random() < 0.5:
                await asyncio.sleep(0.01)
            await self.come_back()
            # Whether it came through is not known: the same id again is the same move.
            answer = await self.client.ask('act', id, **request)
            self.repeated += 1
        else:
            answer = await self.client.ask('act', id, **request)
        assert answer['version'] > before, answer
        self.moves += 1
        await self.client.until(lambda: self.game in self.client.ended
                                or self.client.streams[self.game, stream.seat].version >= answer['version'])

    async def play(self, game, timeout=120):
        self.game = game
        while True:
            found = await self.client.until(self.turn, timeout)
            if found == 'ended':
                return self.client.ended[game]
            try:
                await self.act(found)
            except Refused as refused:
                if refused.code != 'stale':
                    raise
                await asyncio.sleep(0)


async def play_table(port, seed=1, **table):
    """A whole game; one that comes to a standstill is played again with another deal. Gives all that took part."""
    while True:
        try:
            return await play_once(port, seed=seed, **table)
        except Standstill:
            seed += 1000


async def play_once(port, board, people, computers=(), watchers=0, local=0, breaks=0.0, seed=1, check_every=1, **options):
    """`local`: so many seats of the first person's besides its own."""
    rng = random.Random(seed)
    host = await Client.connect(port, name='Host', check_every=check_every)
    seats = [{'kind': 'me'}] + [{'kind': 'me', 'name': f'Local {i + 1}'} for i in range(local)]
    seats += [{'kind': 'open'}] * (people - 1) + [{'kind': 'computer', 'level': level} for level in computers]
    table = (await host.ask('create', board=board, seats=seats, **options))['table']
    persons = [Person(port, host, table, random.Random(rng.random()), breaks)]
    for i in range(people - 1):
        guest = await Client.connect(port, name=f'Gast {i + 2} ż', check_every=check_every)
        await guest.ask('join', table=table)
        persons.append(Person(port, guest, table, random.Random(rng.random()), breaks))
    spectators = []
    for _ in range(watchers):
        watcher = await Client.connect(port, check_every=check_every)
        await watcher.ask('open', table=table)
        spectators.append(watcher)
    await host.until(lambda: host.tables.get(table, {}).get('state') == 'waiting')
    game = (await host.ask('start', table=table))['game']
    playing = [asyncio.create_task(person.play(game)) for person in persons]
    try:
        endings = await asyncio.gather(*playing)
    except Standstill:
        for task in playing:
            task.cancel()
        for client in [p.client for p in persons] + spectators:
            client.abort()
        raise
    for watcher in spectators:
        await watcher.until(lambda: game in watcher.ended)
        assert set(s for g, s in watcher.streams if g == game) == {None}, 'a spectator sees what everyone sees'
        assert 'mine' not in watcher.streams[game, None].view
        endings.append(watcher.ended[game])
    assert all(e['result'] == endings[0]['result'] for e in endings)
    return {'game': game, 'table': table, 'persons': persons, 'spectators': spectators, 'ended': endings[0]}


async def leave(result):
    for client in [p.client for p in result['persons']] + result['spectators']:
        await client.close()


def colliding_ids(user, count):
    """Request ids with the same 32-bit FNV-1a hash after the user's id: several times two blocks that lead to the same value."""
    rng = random.Random(user)
    letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

    def after(value, text):
        for byte in text.encode():
            value = (value ^ byte) * 0x1b3 & 0xffffffff
        return value
    value, blocks = after(0x84222325, user), []  # the low half of the 64-bit hash depends on low halves only
    while 1 << len(blocks) < count:
        seen = {}
        while True:
            block = ''.join(rng.choices(letters, k=4))
            end = after(value, block)
            if seen.setdefault(end, block) != block:
                break
        blocks.append((seen[end], block))
        value = end
    return [''.join(pair[n >> i & 1] for i, pair in enumerate(blocks)) for n in range(count)]
