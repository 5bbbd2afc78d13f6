"""`perron serve` from outside, over real sockets. python3 test_serve.py PERRON [--games N] [test ...]

Whole games of each board with 2 to 5 seats, spectators, broken connections, computer players and several seats of one
person; the records are downloaded and judged by `perron record verify` and by the independent referee.
"""
import asyncio
import base64
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Closed, Refused, Server, WebSocket  # noqa: E402
from play import BOARDS, Person, leave, play_table  # noqa: E402

TESTS = pathlib.Path(__file__).resolve().parent.parent
REFEREE = TESTS / 'referee' / 'referee.py'
PERRON = None


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 500))


def judge(test, records):
    """What `perron record` and the referee say about the texts."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in records.items():
            (pathlib.Path(folder) / f'{name}.jsonl').write_bytes(text)
        for command in ([PERRON, 'record', 'verify', '--quiet', folder], [PERRON, 'record', 'play', '--quiet', folder],
                        [sys.executable, str(REFEREE), folder]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            test.assertEqual(done.returncode, 0, f'{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}')


class Served(unittest.TestCase):
    settings = {'computer_delay': 0, 'socket_rate': 5000, 'socket_burst': 5000, 'address_rate': 100000, 'address_burst': 100000}

    def setUp(self):
        self.server = Server(PERRON, **self.settings)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        self.port = self.server.port

    def record(self, result):
        token = result['persons'][0].client.token
        status, headers, text = self.server.request('GET', f"/api/v1/games/{result['game']}/record", token=token)
        self.assertEqual(status, 200, text)
        self.assertIn('jsonl', headers['Content-Type'])
        return text


class Games(Served):
    def play_all(self, *tables):
        async def all_at_once():
            results = await asyncio.gather(*(play_table(self.port, **table) for table in tables))
            records = {}
            for result in results:
                records[result['game']] = await asyncio.to_thread(self.record, result)
                await leave(result)
            return results, records
        results, records = run(all_at_once())
        judge(self, records)
        for result in results:
            self.assertEqual(result['ended']['ending'], 'finished')
        return results

    def test_every_board_with_every_number_of_seats(self):
        tables = [dict(board=board, people=seats, watchers=1, breaks=0.03, seed=seats)
                  for board, (least, most) in BOARDS.items() for seats in range(least, most + 1)]
        results = self.play_all(*tables)
        self.assertGreater(sum(p.reconnects for r in results for p in r['persons']), 5, 'connections were broken')
        self.assertGreater(sum(p.repeated for r in results for p in r['persons']), 5, 'requests were repeated')

    def test_with_computer_players(self):
        self.play_all(dict(board='europe', people=1, computers=['easy', 'medium']), dict(board='germany', people=2, computers=['easy', 'easy']),
                      dict(board='first-journey', people=1, computers=['medium', 'easy'], watchers=2))

    def test_pass_and_play(self):
        results = self.play_all(dict(board='europe', people=1, local=2), dict(board='first-journey', people=2, local=1, breaks=0.02))
        seats = {s for _, s in results[0]['persons'][0].client.streams}
        self.assertEqual(seats, {0, 1, 2})

    def test_with_a_clock(self):
        self.play_all(dict(board='first-journey', people=2, clock={'kind': 'bank', 'seconds': 600, 'increment': 5}, first=1))

    def test_a_game_survives_stop_and_kill(self):
        async def begin():
            host = await Client.connect(self.port, name='Host')
            table = (await host.ask('create', board='first-journey', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
            game = (await host.ask('start', table=table))['game']
            person = Person(self.port, host, table, random.Random(4))
            person.game = game
            for _ in range(6):
                await person.act(await host.until(person.turn))
            versions = {seat: s.version for (_, seat), s in host.streams.items()}
            views = {seat: s.view for (_, seat), s in host.streams.items()}
            await host.close()
            return host.token, table, game, versions, views

        async def go_on(token, table, game, versions, views, to_the_end):
            host = await Client.connect(self.port, token=token)
            await host.ask('open', table=table)
            await host.until(lambda: len(host.streams) == 2)
            for (_, seat), stream in host.streams.items():
                self.assertEqual((stream.version, stream.view), (versions[seat], views[seat]), 'as if nothing had happened')
            person = Person(self.port, host, table, random.Random(f'{versions}'))
            person.game = game
            if to_the_end:
                await person.play(game)
                return {'game': game, 'persons': [person], 'spectators': []}
            await person.act(await host.until(person.turn))
            out = {seat: s.version for (_, seat), s in host.streams.items()}, {seat: s.view for (_, seat), s in host.streams.items()}
            await host.close()
            return out

        token, table, game, versions, views = run(begin())
        self.assertEqual(self.server.stop(), 0)
        self.port = self.server.start().port
        versions, views = run(go_on(token, table, game, versions, views, False))
        self.server.stop(signal.SIGKILL)
        self.port = self.server.start().port
        result = run(go_on(token, table, game, versions, views, True))
        judge(self, {game: self.record(result)})


class Tables(Served):
    def test_lobby_chat_watching_and_leaving(self):
        async def scenario():
            anna, bela, carl = [await Client.connect(self.port, name=n) for n in ('Anna', 'Béla', 'Carl')]
            await carl.ask('lobby', on=True)
            table = (await anna.ask('create', board='germany', seats=[{'kind': 'me'}, {'kind': 'open'}, {'kind': 'open'}], listed=True))['table']
            await carl.until(lambda: any(t['table'] == table for m in carl.lobby for t in m['tables']))
            status, listed = await asyncio.to_thread(self.server.json, 'GET', '/api/v1/tables')
            self.assertEqual([t['table'] for t in listed['tables']], [table])
            await bela.ask('join', table=table, seat=2)
            await carl.ask('open', table=table)
            await bela.ask('chat', table=table, text='Szia!')
            await carl.until(lambda: carl.chat and carl.chat[0]['text'] == 'Szia!')
            with self.assertRaises(Refused) as refused:
                await carl.ask('start', table=table)
            self.assertEqual(refused.exception.code, 'not_the_host')
            await anna.ask('add_computer', table=table, level='easy')
            await anna.ask('start', table=table)
            await carl.until(lambda: carl.tables[table]['state'] == 'playing')
            self.assertEqual(carl.tables[table]['you'], [])
            for client in (anna, bela, carl):
                await client.close()
        run(scenario())

    def test_many_tables_of_one_person_are_limited(self):
        async def scenario():
            client = await Client.connect(self.port)
            for _ in range(60):
                try:
                    await client.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'open'}])
                except Refused as refused:
                    return refused.code
            return None
        self.assertEqual(run(scenario()), 'too_many_tables')


class People(Served):
    def guest(self, name='Anna'):
        status, answer = self.server.json('POST', '/api/v1/guest', {'name': name})
        self.assertEqual(status, 201, answer)
        return answer

    def test_guest_account_sessions(self):
        guest = self.guest()
        self.assertEqual(len(guest['token']), 43)
        token = guest['token']
        self.assertEqual(self.server.json('GET', '/api/v1/me', token=token)[1]['name'], 'Anna')
        self.assertEqual(self.server.json('PATCH', '/api/v1/me', {'name': 'Änne'}, token)[1]['name'], 'Änne')
        status, made = self.server.json('POST', '/api/v1/account', {'name': 'Anna.K', 'password': 'correct horse'}, token)
        self.assertEqual((status, made['account'], made['user']), (201, True, guest['user']))
        self.assertEqual(self.server.json('POST', '/api/v1/account', {'name': 'other', 'password': 'correct horse'}, token)[0], 409)
        other = self.guest()['token']
        self.assertEqual(self.server.json('POST', '/api/v1/account', {'name': 'ANNA.k', 'password': 'correct horse'}, other)[1]['code'], 'name_taken')
        self.assertEqual(self.server.json('POST', '/api/v1/account', {'name': 'short', 'password': '1234567'}, other)[1]['code'], 'bad_password')
        # Another device.
        for name, password in (('anna.k', 'wrong horse'), ('nobody', 'correct horse')):
            status, answer = self.server.json('POST', '/api/v1/login', {'name': name, 'password': password})
            self.assertEqual((status, answer['code']), (403, 'wrong_password'))
        status, phone = self.server.json('POST', '/api/v1/login', {'name': 'anna.K', 'password': 'correct horse', 'device': 'phone'})
        self.assertEqual((status, phone['user']), (200, guest['user']))
        sessions = self.server.json('GET', '/api/v1/sessions', token=token)[1]
        self.assertEqual({s['device'] for s in sessions}, {'', 'phone'})
        self.assertEqual([s['device'] for s in sessions if s['this']], [''])
        self.assertNotIn(token, json.dumps(sessions))

        async def ended():
            client = await Client.connect(self.port, token=phone['token'])
            ended = [s['session'] for s in sessions if s['device'] == 'phone'][0]
            status, _ = await asyncio.to_thread(self.server.json, 'DELETE', '/api/v1/sessions/' + ended, None, token)
            self.assertEqual(status, 200)
            with self.assertRaises(Closed) as closed:
                await client.until(lambda: False)
            self.assertEqual(closed.exception.code, 4003)
            with self.assertRaises(Refused) as refused:
                await Client.connect(self.port, token=phone['token'])
            self.assertEqual(refused.exception.code, 'unknown_token')
        run(ended())
        self.assertEqual(self.server.json('GET', '/api/v1/me', token=phone['token'])[0], 401)
        status, _ = self.server.json('PATCH', '/api/v1/account', {'password': 'correct horse', 'new_password': 'battery staple'}, token)
        self.assertEqual(status, 200)
        self.assertEqual(self.server.json('POST', '/api/v1/login', {'name': 'anna.k', 'password': 'correct horse'})[0], 403)
        self.assertEqual(self.server.json('POST', '/api/v1/login', {'name': 'anna.k', 'password': 'battery staple'})[0], 200)
        self.assertEqual(self.server.json('DELETE', '/api/v1/sessions/this', token=token)[0], 200)
        self.assertEqual(self.server.json('GET', '/api/v1/me', token=token)[0], 401)

    def test_a_session_that_ends_during_hello(self):
        """Whichever comes first, no socket is left of a session that has been ended."""
        def end(connection, token):
            connection.sendall(f'DELETE /api/v1/sessions/this HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n'.encode())
            return connection.recv(4096)

        async def race(i):
            token = (await asyncio.to_thread(self.guest))['token']
            websocket = await WebSocket.open(self.port)
            with socket.create_connection(('127.0.0.1', self.port), timeout=10) as connection:
                ending = asyncio.create_task(asyncio.to_thread(end, connection, token))
                await asyncio.sleep(i % 20 / 4000)
                websocket.send(json.dumps({'type': 'hello', 'protocol': 1, 'token': token}))
                self.assertIn(b'200 OK', await ending)
            with self.assertRaises(Closed) as closed:
                while True:
                    await asyncio.wait_for(websocket.receive(), 5)
            self.assertIn(closed.exception.code, (4001, 4003))

        async def races():
            for i in range(60):
                await race(i)
        run(races())

    def test_guest_games_come_along(self):
        account = self.guest()
        self.server.json('POST', '/api/v1/account', {'name': 'keeper', 'password': 'correct horse'}, account['token'])

        async def scenario():
            guest = await Client.connect(self.port, name='Guest')
            table = (await guest.ask('create', board='first-journey', seats=[{'kind': 'me'}, {'kind': 'computer', 'level': 'easy'}]))['table']
            game = (await guest.ask('start', table=table))['game']
            status, into = await asyncio.to_thread(self.server.json, 'POST', '/api/v1/login', {'name': 'keeper', 'password': 'correct horse'}, guest.token)
            self.assertEqual((status, into['user']), (200, account['user']))
            _, games = await asyncio.to_thread(self.server.json, 'GET', '/api/v1/me/games', None, into['token'])
            self.assertEqual([g['game'] for g in games['games']], [game])
            # The guest's own connection goes on, and so does the seat for the account.
            person = Person(self.port, guest, table, random.Random(1))
            person.game = game
            await person.act(await guest.until(person.turn))
            here = await Client.connect(self.port, token=into['token'])
            await here.ask('open', table=table)
            await here.until(lambda: (game, 0) in here.streams)
            person.client = here
            await person.act(await here.until(person.turn))
            self.assertEqual(self.server.json('GET', '/api/v1/me', token=guest.token)[1]['user'], account['user'])
        run(scenario())

    def test_nothing_secret_is_kept_or_logged(self):
        guest = self.guest()
        self.server.json('POST', '/api/v1/account', {'name': 'secretive', 'password': 'hunter2 hunter2'}, guest['token'])
        self.server.json('POST', '/api/v1/login', {'name': 'secretive', 'password': 'hunter2 hunter3'})
        self.server.stop()
        kept = b''.join(p.read_bytes() for p in pathlib.Path(self.server.data).rglob('*') if p.is_file())
        raw = base64.urlsafe_b64decode(guest['token'] + '=')
        for where, what in (('store', kept), ('log', self.server.log_text().encode())):
            for secret in (guest['token'].encode(), raw, b'hunter2'):
                self.assertNotIn(secret, what, where)
        self.assertIn(b'$argon2id$', kept)


class Http(Served):
    def test_page_and_its_headers(self):
        status, headers, body = self.server.request('GET', '/')
        self.assertEqual(status, 200)
        self.assertIn(b'<title>', body)
        for name, part in (('Content-Security-Policy', "frame-ancestors 'none'"),
                           ('Content-Security-Policy', "script-src 'self' 'wasm-unsafe-eval';"), ('Content-Security-Policy', "worker-src 'self';"), ('X-Content-Type-Options', 'nosniff'),
                           ('Referrer-Policy', 'no-referrer'), ('X-Frame-Options', 'DENY'), ('ETag', '"'), ('Cache-Control', 'no-cache')):
            self.assertIn(part, headers[name] or '', name)
        self.assertIsNone(headers['Server'])
        status, again, _ = self.server.request('GET', '/', headers={'If-None-Match': headers['ETag']})
        self.assertEqual(status, 304)
        status, packed, body = self.server.request('GET', '/', headers={'Accept-Encoding': 'gzip'})
        self.assertEqual((packed['Content-Encoding'], body[:2]), ('gzip', b'\x1f\x8b'))
        self.assertEqual(self.server.request('GET', '/table/4f0r8j2wq6ty')[0], 200)
        self.assertEqual(self.server.request('GET', '/missing.js')[0], 404)
        self.assertEqual(self.server.request('POST', '/')[0], 405)
        status, headers, body = self.server.request('HEAD', '/')
        self.assertEqual((status, body), (200, b''))
        self.assertGreater(int(headers['Content-Length']), 100)

    def test_health_metrics_boards(self):
        self.assertEqual(self.server.json('GET', '/healthz'), (200, {'status': 'ok'}))
        status, headers, text = self.server.request('GET', '/metrics')
        self.assertEqual(status, 200)
        self.assertIn('text/plain', headers['Content-Type'])
        names = set()
        for line in text.decode().splitlines():
            if not line.startswith('#'):
                name, value = line.rsplit(' ', 1)
                float(value)
                names.add(name.split('{')[0])
        self.assertIn('perron_process_resident_bytes', names)
        for where in ('loop_lag', 'store_queue', 'store_commit', 'store_sync', 'store_log'):  # where a slow answer was
            for part in ('bucket', 'sum', 'count'):
                self.assertIn(f'perron_{where}_seconds_{part}', names)
        self.assertEqual(self.server.request('GET', '/metrics', headers={'X-Forwarded-For': '192.0.2.1'})[0], 403)
        _, boards = self.server.json('GET', '/api/v1/boards')
        self.assertEqual({b['id'] for b in boards}, set(BOARDS))
        board = json.loads(self.server.request('GET', '/api/v1/boards/europe')[2])
        self.assertEqual(board['id'], 'europe')
        self.assertEqual(self.server.json('GET', '/api/v1/boards/mars')[0], 404)
        self.assertEqual(self.server.json('GET', '/api/v1/nothing')[0], 404)
        self.assertEqual(self.server.json('GET', '/api/v1/me')[0], 401)
        self.assertEqual(self.server.json('GET', '/api/v1/games?limit=0')[0], 400)
        self.assertEqual(self.server.json('GET', '/api/v1/games')[1]['games'], [])
        status, headers, _ = self.server.request('DELETE', '/api/v1/guest')
        self.assertEqual((status, headers['Allow']), (405, 'POST'))
        self.assertEqual(self.server.json('POST', '/api/v1/guest', {'name': 'A', 'admin': True})[0], 400)

    def test_origins(self):
        def get(origin):
            return self.server.request('GET', '/api/v1/boards', headers={'Origin': origin})[0]
        self.assertEqual(get(f'http://127.0.0.1:{self.port}'), 200)
        for foreign in ('http://evil.example', 'null', f'http://127.0.0.1:{self.port}.evil.example', 'file://'):
            self.assertEqual(get(foreign), 403, foreign)

        async def sockets():
            await (await WebSocket.open(self.port, headers={'Origin': f'http://127.0.0.1:{self.port}'})).close()
            with self.assertRaises(Closed) as closed:
                await WebSocket.open(self.port, headers={'Origin': 'http://evil.example'})
            self.assertEqual(closed.exception.code, 403)
        run(sockets())
        self.server.stop()
        self.port = self.server.start(origins='https://play.example').port
        status, headers, _ = self.server.request('GET', '/api/v1/boards', headers={'Origin': 'https://play.example'})
        self.assertEqual((status, headers['Access-Control-Allow-Origin']), (200, 'https://play.example'))


class Settings(unittest.TestCase):
    def start(self, *flags, env=None):
        done = subprocess.run([PERRON, 'serve', *flags], capture_output=True, text=True, timeout=30, env={**os.environ, **(env or {})})
        return done.returncode, done.stderr

    def test_wrong_ones_are_named(self):
        for flags, env, what in ((['--listen', 'here'], {}, '--listen'), (['--max-connections', '0'], {}, '--max-connections'),
                                 ([], {'PERRON_SOCKET_RATE': 'fast'}, 'PERRON_SOCKET_RATE'), (['--config', '/no/such/file'], {}, '/no/such/file')):
            code, said = self.start(*flags, env=env)
            self.assertEqual(code, 2, flags)
            self.assertIn(what, said)

    def test_flag_over_environment_over_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'perron.conf'
            file.write_text('# ours\nmax-connections = 7\nidle-seconds = 9\nlog = debug\nlisten = 127.0.0.1:1\n')
            server = Server(PERRON, data=folder + '/data', config=file, max_connections=3)
            os.environ['PERRON_IDLE_SECONDS'] = '11'
            try:
                with server:
                    text = [json.loads(line) for line in server.log_text().splitlines()]
                    settings = [line for line in text if line['event'] == 'settings'][0]
                    self.assertEqual((settings['max-connections'], settings['idle-seconds'], settings['log']), ('3', '11', 'debug'))
            finally:
                del os.environ['PERRON_IDLE_SECONDS']

    def test_the_log_is_json_and_the_stop_clean(self):
        server = Server(PERRON)
        with server:
            begun = time.time()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.time() - begun, 10)
            events = [json.loads(line)['event'] for line in server.log_text().splitlines()]
            self.assertEqual(events[-2:], ['stopping', 'stopped'])
            self.assertIn('started', events)

    def test_another_server_on_the_same_folder_is_refused(self):
        with Server(PERRON) as server:
            code, said = self.start('--listen', '127.0.0.1:0', '--data', server.data)
            self.assertEqual(code, 1)
            self.assertIn('start_failed', said)

    def test_a_taken_port_is_told(self):
        with Server(PERRON) as server, tempfile.TemporaryDirectory() as folder:
            code, said = self.start('--listen', f'127.0.0.1:{server.port}', '--data', folder)
            self.assertEqual(code, 1)
            self.assertIn(str(server.port), said)


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
