"""What bench/attack does to a server: one coroutine per attack, each repeated until it is cancelled.

Each attack comes from loopback addresses of its own, so that the server can tell it from honest people. Being refused or
disconnected is what the server should do; the attack then starts over.
"""
import asyncio
import contextlib
import json
import os
import random
import struct

from client import Client, Closed, Refused, WebSocket
from play import colliding_ids

BUSY = (Closed, Refused, OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, KeyError)
UNDOABLE = 3  # claim: nothing hidden is revealed


class Attack:
    def __init__(self, port, addresses, rng, shared):
        self.port, self.addresses, self.rng, self.shared = port, addresses, rng, shared
        self.done = 0  # what it got through: shows that the attack ran

    def address(self):
        return self.rng.choice(self.addresses)

    async def once(self):
        raise NotImplementedError

    async def run(self):
        while True:
            try:
                await self.once()
            except BUSY:
                await asyncio.sleep(0.05)

    async def http(self, text, wait=5, read=1 << 20):
        reader, writer = await asyncio.open_connection('127.0.0.1', self.port, local_addr=(self.address(), 0))
        try:
            writer.write(text if isinstance(text, bytes) else text.encode())
            answer = await asyncio.wait_for(reader.read(read), wait)
            self.done += 1
            return answer
        finally:
            writer.transport.abort()

    def get(self, path, host=None, more=''):
        return f'GET {path} HTTP/1.1\r\nHost: {host or "127.0.0.1"}\r\nConnection: close\r\n{more}\r\n'

    async def guest(self, **fields):
        return await Client.connect(self.port, local=self.address(), check_every=1 << 30, **fields)

    async def own_game(self, client, board='first-journey'):
        seats = [{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]
        table = (await client.ask('create', board=board, seats=seats, listed=False))['table']
        game = (await client.ask('start', table=table))['game']
        await client.until(lambda: any(g == game for g, _ in client.streams))
        return table, game

    def turn(self, client, game):
        return next((s for (g, seat), s in client.streams.items() if g == game and seat is not None and s.legal), None)


class UndoBomb(Attack):
    """Acts and takes back, as often as it may; then has the record, the replay and the history built again and again."""

    async def once(self):
        client = await self.guest()
        try:
            table, game = await self.own_game(client, 'europe')
            with contextlib.suppress(Refused):  # the limit of undos
                for _ in range(4000):
                    await self.act_and_undo(client, game)
            await client.ask('abandon', game=game, on=True)
            self.shared.append(game)
            del self.shared[:-8]
            for _ in range(50):
                await client.ask('open', table=table, history=True)
        finally:
            client.abort()

    async def act_and_undo(self, client, game):
        stream = await client.until(lambda: self.turn(client, game))
        claim = next((a for a in stream.legal if a[0] == UNDOABLE), None)
        action = claim or self.rng.choice(stream.legal)
        version = (await client.ask('act', game=game, seat=stream.seat, version=stream.version, action=action))['version']
        self.done += 1
        await client.until(lambda: stream.version >= version)
        if claim:
            version = (await client.ask('undo', game=game, seat=stream.seat, version=version))['version']
            await client.until(lambda: stream.version >= version)


class CollidingIds(Attack):
    """Request ids that collide in a 32-bit hash."""

    async def once(self):
        client = await self.guest()
        try:
            ids = await asyncio.to_thread(colliding_ids, client.user, 700)
            _, game = await self.own_game(client, 'europe')
            for id in ids:
                stream = await client.until(lambda: self.turn(client, game))
                action = self.rng.choice(stream.legal)
                version = (await client.ask('act', id, game=game, seat=stream.seat, version=stream.version, action=action))['version']
                await client.until(lambda: stream.version >= version)
                self.done += 1
        finally:
            client.abort()


class Vanishing(Attack):
    """Connections that break at every possible moment."""

    async def once(self):
        ws = await WebSocket.open(self.port, local=self.address())
        hello = ws.frame(1, b'{"type":"hello","protocol":1}')
        create = ws.frame(1, json.dumps({'type': 'create', 'id': 'x', 'board': 'europe', 'listed': False,
                                         'seats': [{'kind': 'me'}, {'kind': 'open'}]}).encode())
        data = hello + create
        ws.send_raw(data[:self.rng.randrange(len(data) + 1)])
        await asyncio.sleep(self.rng.random() * 0.05)
        ws.abort()
        self.done += 1
        await asyncio.sleep(0.02)


class SlowReader(Attack):
    """Sockets that ask for all they can get and never read; unsolicited pongs pretend that they are alive."""

    async def once(self):
        ws = await WebSocket.open(self.port, local=self.address(), limit=1 << 10)
        try:
            ws.send('{"type":"hello","protocol":1}')
            await ws.receive()
            ws.writer.transport.pause_reading()
            self.done += 1
            for n in range(10 ** 6):
                ws.send('{"type":"lobby","id":"%d","on":true}' % n)
                for table in self.shared[-2:]:
                    ws.send(json.dumps({'type': 'open', 'id': f'o{n}', 'table': table, 'history': True}))
                ws.send_raw(ws.frame(10, b'alive'))
                await asyncio.wait_for(ws.writer.drain(), 120)
                await asyncio.sleep(1)
        finally:
            ws.abort()


class SlowDownload(Attack):
    """Replays that are asked for and never read."""

    async def once(self):
        if not self.shared:
            return await asyncio.sleep(1)
        reader, writer = await asyncio.open_connection('127.0.0.1', self.port, local_addr=(self.address(), 0), limit=1 << 10)
        try:
            writer.transport.pause_reading()
            writer.write(self.get(f'/api/v1/games/{self.rng.choice(self.shared)}/replay').encode())
            self.done += 1
            await asyncio.sleep(120)
        finally:
            writer.transport.abort()


class LogInFlood(Attack):
    """Passwords guessed for one account, from many addresses."""

    async def once(self):
        body = json.dumps({'name': 'honest', 'password': f'guess {self.rng.random()}'})
        await self.http(f'POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}')
        await asyncio.sleep(0.05)


class TableSpam(Attack):
    """New guests, each with as many listed tables as it may have; some follow them in large numbers."""

    async def once(self):
        client = await self.guest(name=f'Spam {self.rng.randrange(10 ** 6)}')
        try:
            for _ in range(60):
                answer = await client.ask('create', board='europe', seats=[{'kind': 'me'}] + [{'kind': 'open'}] * 4)
                self.shared.append(answer['table'])
                del self.shared[:-50]
                self.done += 1
            await asyncio.sleep(2)
        finally:
            client.abort()


class ThinkHard(Attack):
    """As many expert players as possible."""

    async def once(self):
        client = await self.guest()
        try:
            for _ in range(40):
                seats = [{'kind': 'computer', 'level': 'expert'}] * 2
                table = (await client.ask('create', board='germany', seats=[{'kind': 'me'}] + seats, listed=False))['table']
                game = (await client.ask('start', table=table))['game']
                await client.ask('leave', table=table)  # a computer player takes over
                self.done += 1
                await client.ask('open', table=table, game=game)
            await asyncio.sleep(20)
        finally:
            client.abort()


class Reads(Attack):
    """What anyone may read, without a pause: lists, and records of the games that the other attacks left."""

    PATHS = ('/api/v1/tables', '/api/v1/games?limit=100', '/api/v1/boards/europe', '/metrics', '/healthz', '/')

    async def once(self):
        path = self.rng.choice(self.PATHS)
        if self.shared and self.rng.random() < 0.6:
            path = f'/api/v1/games/{self.rng.choice(self.shared)}/{self.rng.choice(("record", "replay"))}'
        await self.http(self.get(path, more=self.rng.choice(('', 'Accept-Encoding: gzip\r\n'))))
        await asyncio.sleep(0.01)


class BadHttp(Attack):
    """Foreign hosts, smuggled bodies, huge heads, and requests that never end."""

    async def once(self):
        kind = self.rng.randrange(5)
        if kind == 0:
            await self.http(self.get('/api/v1/tables', host='rebound.example'))
        elif kind == 1:
            await self.http('POST /api/v1/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: xchunked, chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n')
        elif kind == 2:
            await self.http(self.get('/', more='X-Long: ' + 'x' * 60000 + '\r\n'))
        elif kind == 3:
            await self.http(os.urandom(self.rng.randrange(1, 2000)))
        else:
            await self.http('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', wait=15)
        await asyncio.sleep(0.02)


class BadFrames(Attack):
    """Frames that are not frames, and compressed messages that unfold."""

    async def once(self):
        ws = await WebSocket.open(self.port, local=self.address())
        try:
            ws.send('{"type":"hello","protocol":1}')
            await ws.receive()
            for _ in range(20):
                ws.send_raw(self.rng.choice((
                    lambda: os.urandom(200), lambda: ws.frame(1, b'x', fin=False) + ws.frame(0, b'', fin=False) * 500,
                    lambda: b'\x81\xff' + struct.pack('>Q', 1 << 62), lambda: ws.frame(10, b'') * 200,
                    lambda: ws.frame(1, b'[' * 15000), lambda: ws.frame(1, b'\xaa' * 1000, rsv1=True)))())
                await asyncio.sleep(0.01)
                self.done += 1
        finally:
            ws.abort()


# Attack, how many at once.
ALL = [(UndoBomb, 4), (CollidingIds, 2), (Vanishing, 8), (SlowReader, 400), (SlowDownload, 100), (LogInFlood, 40), (TableSpam, 20), (ThinkHard, 4),
       (Reads, 12), (BadHttp, 8), (BadFrames, 4)]


async def attack_all(port, seed, seconds):
    """All attacks at once; how often each came through."""
    rng = random.Random(seed)
    games, tables = [], []
    attacks = []
    for number, (kind, count) in enumerate(ALL):
        addresses = [f'127.{10 + number}.0.{i + 1}' for i in range(4)]
        shared = tables if kind in (SlowReader, TableSpam) else games
        attacks += [kind(port, addresses, random.Random(rng.random()), shared) for _ in range(count)]
    tasks = [asyncio.create_task(one.run()) for one in attacks]
    await asyncio.sleep(seconds)
    running = set(tasks)
    while running:  # more than once: asyncio.wait_for of Python 3.11 can swallow a cancellation
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=1)
    failed = [task.exception() for task in tasks if not task.cancelled()]
    if failed:
        raise failed[0]
    done = {}
    for one in attacks:
        done[type(one).__name__] = done.get(type(one).__name__, 0) + one.done
    return done
