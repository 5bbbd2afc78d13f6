"""Accounts and sessions of `perron serve` when requests come at the same time. python3 test_sessions.py PERRON [test ...]"""
import asyncio
import concurrent.futures
import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Closed, Server  # noqa: E402

PERRON = None


class Sessions(unittest.TestCase):
    def setUp(self):
        self.server = Server(PERRON, address_rate=100000, address_burst=100000)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        self.addresses = 0

    def ask(self, method, path, body=None, token=None):
        """Each from an address of its own: log-ins are limited by address."""
        self.addresses += 1
        status, _, text = self.server.request(method, '/api/v1/' + path, body, token, local=f'127.0.1.{self.addresses % 250 + 1}')
        return status, text.decode()

    def guest(self):
        return self.server.json('POST', '/api/v1/guest', {})[1]['token']

    def account(self, name, password):
        token = self.guest()
        status, answer = self.ask('POST', 'account', {'name': name, 'password': password}, token)
        self.assertEqual(status, 201)
        return answer.split('"token":"')[1][:43]

    def login(self, name, password):
        status, answer = self.ask('POST', 'login', {'name': name, 'password': password})
        return answer.split('"token":"')[1][:43] if status == 200 else None

    def test_who_knew_the_old_password_is_out(self):
        """A log-in that was checked against the old password while the new one was being set."""
        words = [f'password {i}' for i in range(9)]
        token = self.account('anna', words[0])
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for i, (old, new) in enumerate(zip(words, words[1:])):
                changed = pool.submit(self.ask, 'PATCH', 'account', {'password': old, 'new_password': new}, token)
                time.sleep(0.04 + 0.03 * i)
                late = pool.submit(self.login, 'anna', old)
                self.assertEqual(changed.result()[0], 200)
                if late.result():
                    self.assertEqual(self.ask('GET', 'me', token=late.result())[0], 401, f'{i}: in with the old password')
        self.assertIsNotNone(self.login('anna', words[-1]))

    def test_one_guest_becomes_one_account(self):
        token = self.guest()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda i: self.ask('POST', 'account', {'name': f'anna{i}', 'password': f'password {i}'}, token)[0], range(4)))
        self.assertEqual(sorted(made), [201, 409, 409, 409])
        self.assertEqual(sum(self.login(f'anna{i}', f'password {i}') is not None for i in range(4)), 1)

    def test_the_session_that_makes_room_is_cut(self):
        """Fifty sessions of one account: the one that was idle for longest ends with the next log-in, and its socket, too."""
        token = self.account('anna', 'correct horse')

        async def crowd():
            client = await Client.connect(self.server.port, token=token)
            for _ in range(50):
                self.assertIsNotNone(await asyncio.to_thread(self.login, 'anna', 'correct horse'))
            with self.assertRaises(Closed) as closed:
                await client.until(lambda: False, 10)
            return closed.exception.code
        self.assertEqual(asyncio.run(crowd()), 4003)
        self.assertEqual(self.ask('GET', 'me', token=token)[0], 401)


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()
