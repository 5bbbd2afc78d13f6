#!/usr/bin/env python3
"""Self-tests of the referee: python3 -m unittest, or this file alone.

The records come from a random player below. It shares no code with the referee: it has real shuffled decks,
plays them out, and reckons the result by plain trial.
"""

import contextlib
import copy
import io
import itertools
import json
import os
import random
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import referee  # noqa: E402

BOARDS = os.path.join(HERE, "..", "..", "data", "boards")
LOCO = "locomotive"


def board_data(name):
    with open(os.path.join(BOARDS, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


# ---------------------------------------------------------------- a random player

class RandomGame:
    """Plays one random game on a board and writes its record."""

    def __init__(self, data, seats, first, rng, weights=None):
        self.data, self.rules, self.rng = data, data["rules"], rng
        self.n, self.first = seats, first
        self.weights = weights or {}
        self.lines = [{"perron": 1, "board": data["id"], "seats": [f"P{i}" for i in range(seats)],
                       "first": first, "options": {}}]
        self.deck = self.mixed([c for c, k in self.rules["cards"].items() for _ in range(k)])
        self.discards = []
        self.hands = [[] for _ in range(seats)]
        row = self.rules["draw"].get("row")
        self.row = [None] * (row["places"] if row else 0)
        self.tracks = []
        for t in data["tracks"]:
            pair = sorted((t["a"], t["b"]))
            twins = [u for u in data["tracks"] if sorted((u["a"], u["b"])) == pair]
            name = "-".join(pair)
            if len(twins) > 1:
                name += "." + str([u is t for u in twins].index(True) + 1)
            self.tracks.append(dict(t, id=name, pair=pair, owner=None))
        self.wagons = [self.rules["wagons"]] * seats
        self.points = [0] * seats
        self.tickets = {f"{t['a']}-{t['b']}": t for t in data["tickets"]}
        self.piles = {d["id"]: self.mixed([i for i, t in self.tickets.items() if t["deck"] == d["id"]])
                      for d in self.rules["tickets"]["decks"]}
        self.given_away = []
        self.held = [[] for _ in range(seats)]
        self.done = [0] * seats
        self.east_west = set()
        self.stations = []  # (seat, city)
        self.waiting = {}
        self.people = [[] for _ in range(seats)]
        self.place = {p["id"]: p for p in data["places"]}
        self.champion = None
        self.passed = 0

    def mixed(self, things):
        things = sorted(things)
        self.rng.shuffle(things)
        return things

    def write(self, **line):
        self.lines.append(line)

    # ---- cards

    def stock(self):
        return len(self.deck) + len(self.discards)

    def top(self):
        if not self.deck:
            self.deck, self.discards = self.mixed(self.discards), []
        return self.deck.pop()

    def to_hand(self, seat):
        card = self.top()
        self.hands[seat].append(card)
        self.write(deal="hand", seat=seat, card=card)

    def turn_up(self, place):
        if self.stock():
            self.row[place] = self.top()
            self.write(deal="row", place=place, card=self.row[place])

    def flush(self):
        limit = self.rules["draw"]["row"]["flush_at_locomotives"] if self.row else None
        while self.row and self.row.count(LOCO) >= limit:
            everything = [c for c in self.row if c] + self.deck + self.discards
            plain = len([c for c in everything if c != LOCO])
            if plain < min(len(self.row), len(everything)) - limit + 1:
                return
            self.discards += [c for c in self.row if c]
            self.row = [None] * len(self.row)
            for place in range(len(self.row)):
                self.turn_up(place)

    # ---- set-up

    def set_up(self):
        for seat in range(self.n):
            for _ in range(self.rules["opening_cards"]):
                if self.stock():
                    self.to_hand(seat)
        for place in range(len(self.row)):
            self.turn_up(place)
        self.flush()
        if "passengers" in self.rules:
            bag = self.mixed([c for c, k in self.rules["passengers"]["colours"].items() for _ in range(k)])
            for p in self.data["places"]:
                self.waiting[p["id"]] = [bag.pop() for _ in range(p.get("passengers", 0))]
                for colour in self.waiting[p["id"]]:
                    self.write(deal="passenger", place=p["id"], colour=colour)
        rules = self.rules["tickets"]
        if "race" in rules:
            for seat in range(self.n):
                for _ in range(rules["race"]["open"]):
                    self.race_ticket(seat)
        elif "split" in rules:
            back = []
            for i in range(self.n):
                seat = (self.first + i) % self.n
                back += self.keep(seat, self.offer(seat, self.say_split(seat)), rules["keep"]["first"])
            for ticket in back:
                self.piles[self.tickets[ticket]["deck"]].append(ticket)
            for deck in self.piles:
                self.piles[deck] = self.mixed(self.piles[deck])
        else:
            offers = [self.offer(s, {d["id"]: d["first"] for d in rules["decks"]}) for s in range(self.n)]
            for seat in range(self.n):
                self.keep(seat, offers[seat], rules["keep"]["first"])

    # ---- tickets

    def say_split(self, seat):
        while True:
            short = self.rng.randint(0, self.rules["tickets"]["split"])
            decks = [d["id"] for d in self.rules["tickets"]["decks"]]
            split = dict(zip(decks, (short, self.rules["tickets"]["split"] - short)))
            if any(split[d] and self.piles[d] for d in decks):
                self.write(seat=seat, do="draw_tickets", split=split)
                return split

    def offer(self, seat, numbers):
        offered = []
        for deck in self.piles:
            for _ in range(numbers[deck]):
                if self.piles[deck]:
                    offered.append(self.piles[deck].pop())
                    self.write(deal="ticket", seat=seat, deck=deck, ticket=offered[-1])
        return offered

    def keep(self, seat, offered, least):
        number = self.rng.randint(min(least, len(offered)), len(offered))
        kept = [t for t in offered if t in self.rng.sample(offered, number)]
        if len(kept) < min(least, len(offered)):
            kept = offered
        self.write(seat=seat, do="keep_tickets", tickets=kept)
        self.held[seat] += kept
        return [t for t in offered if t not in kept]

    def draw_tickets(self, seat):
        rules = self.rules["tickets"]
        if "split" in rules:
            numbers = self.say_split(seat)
        else:
            numbers = {d["id"]: d["later"] for d in rules["decks"]}
            self.write(seat=seat, do="draw_tickets")
        for ticket in self.keep(seat, self.offer(seat, numbers), rules["keep"]["later"]):
            self.piles[self.tickets[ticket]["deck"]].insert(0, ticket)

    def race_ticket(self, seat):
        (deck, pile), = self.piles.items()
        if not pile:
            pile += self.mixed(self.given_away)
            self.given_away = []
        if not pile:
            return
        ticket = pile.pop()
        self.write(deal="ticket", seat=seat, deck=deck, ticket=ticket)
        if self.complete(self.own(seat), ticket):
            self.finish_one(seat)
            if self.champion is None:
                self.race_ticket(seat)
        else:
            self.held[seat].append(ticket)

    def finish_one(self, seat):
        self.done[seat] += 1
        if self.done[seat] == self.rules["tickets"]["race"]["goal"]:
            self.champion = seat

    # ---- joining

    def own(self, seat):
        return [t for t in self.tracks if t["owner"] == seat]

    def flood(self, tracks, start):
        """The places reached; a country is never gone through, as each terminal is a place of its own."""
        reached = [start]
        for place in reached:
            for t in tracks:
                for x, y in ((t["a"], t["b"]), (t["b"], t["a"])):
                    if x == place and y not in reached:
                        reached.append(y)
        return reached

    def spots(self, place):
        return [place] + [p for p in self.place if self.place[p].get("country") == place]

    def linked(self, tracks, some, others):
        touched = {p for t in tracks for p in (t["a"], t["b"])}
        return any(set(self.flood(tracks, s)) & set(others) for s in some if s in touched)

    def complete(self, tracks, ticket):
        t = self.tickets[ticket]
        return self.linked(tracks, self.spots(t["a"]), self.spots(t["b"]))

    # ---- what can be done

    def payments(self, seat, number, colour, ferry):
        hand = self.hands[seat]
        colours = [c for c in self.rules["cards"] if c != LOCO] if colour == "grey" else [colour]
        ways = [(c, k) for c in colours for k in range(ferry, number)
                if hand.count(LOCO) >= k and hand.count(c) >= number - k]
        if hand.count(LOCO) >= number:
            ways.append((LOCO, number))
        return ways

    def open_tracks(self, seat):
        for t in self.tracks:
            owners = [u["owner"] for u in self.tracks if u["pair"] == t["pair"] and u["owner"] is not None]
            closed = owners and self.n <= self.rules.get("one_of_parallel_up_to_players", 0)
            if t["owner"] is None and seat not in owners and not closed and t["length"] <= self.wagons[seat]:
                for way in self.payments(seat, t["length"], t["colour"], t.get("locomotives", 0)):
                    yield t, way

    def choices(self, seat):
        options = {}
        claims = list(self.open_tracks(seat))
        if claims:
            options["claim"] = claims
        if self.stock() or any(self.row):
            options["cards"] = [None]
        rules = self.rules["tickets"]
        if "race" in rules:
            if len(self.held[seat]) == 2 and len(self.piles["regular"]) + len(self.given_away) >= 2:
                options["swap"] = [None]
        elif any(self.piles[d["id"]] for d in rules["decks"] if d.get("later", 1)):
            options["tickets"] = [None]
        if "stations" in self.rules:
            built = len([1 for s, _ in self.stations if s == seat])
            free = [p for p in self.place if p not in [c for _, c in self.stations]]
            if built < self.rules["stations"]["each"] and free:
                ways = self.payments(seat, built + 1, "grey", 0)
                if ways:
                    options["station"] = [(city, way) for city in free for way in ways]
        return options

    def spend(self, seat, way, number):
        colour, locos = way
        cards = [LOCO] * locos + [colour] * (number - locos)
        for card in cards:
            self.hands[seat].remove(card)
        return cards

    # ---- turns

    def turn(self, seat):
        options = self.choices(seat)
        if not options:
            self.write(seat=seat, do="pass")
            self.passed += 1
            return
        self.passed = 0
        kinds = list(options)
        kind = self.rng.choices(kinds, [self.weights.get(k, 1) for k in kinds])[0]
        pick = self.rng.choice(options[kind])
        if kind == "claim":
            self.claim(seat, *pick)
        elif kind == "cards":
            self.draw(seat)
        elif kind == "tickets":
            self.draw_tickets(seat)
        elif kind == "swap":
            self.write(seat=seat, do="swap_tickets")
            away, self.held[seat] = self.held[seat], []
            for _ in away:
                if self.champion is None:
                    self.race_ticket(seat)
            self.given_away += away
        else:
            city, way = pick
            self.write(seat=seat, do="build_station", city=city, colour=way[0], locomotives=way[1])
            self.discards += self.spend(seat, way, len([1 for s, _ in self.stations if s == seat]) + 1)
            self.stations.append((seat, city))

    def draw(self, seat):
        if not self.row:
            self.write(seat=seat, do="draw_blind")
            for _ in range(min(self.rules["draw"]["cards"], self.stock())):
                self.to_hand(seat)
            return
        for number in range(self.rules["draw"]["cards"]):
            places = [p for p, c in enumerate(self.row) if c and not (number and c == LOCO)]
            if self.stock():
                places.append(None)
            if not places:
                return
            place = self.rng.choice(places)
            if place is None:
                self.write(seat=seat, do="draw_blind")
                self.to_hand(seat)
            else:
                self.write(seat=seat, do="draw_row", place=place)
                card, self.row[place] = self.row[place], None
                self.hands[seat].append(card)
                self.turn_up(place)
                self.flush()
                if card == LOCO:
                    return

    def claim(self, seat, track, way):
        colour, locos = way
        self.write(seat=seat, do="claim", track=track["id"], colour=colour, locomotives=locos)
        laid = self.spend(seat, way, track["length"])
        turned = []
        if track.get("tunnel"):
            for _ in range(min(self.rules["tunnels"]["cards"], self.stock())):
                turned.append(self.top())
                self.write(deal="tunnel", card=turned[-1])
            extra = len([c for c in turned if c == colour or c == LOCO])
            if extra:
                hand = self.hands[seat]
                if colour == LOCO:
                    ways = [extra] if hand.count(LOCO) >= extra else []
                else:
                    ways = [k for k in range(extra + 1)
                            if hand.count(LOCO) >= k and hand.count(colour) >= extra - k]
                if not ways or self.rng.random() < 0.3:
                    self.write(seat=seat, do="decline_tunnel")
                    self.hands[seat] += laid
                    self.discards += turned
                    return
                k = self.rng.choice(ways)
                self.write(seat=seat, do="pay_tunnel", locomotives=k)
                laid += self.spend(seat, (colour, k), extra)
        self.discards += laid + turned
        track["owner"] = seat
        self.wagons[seat] -= track["length"]
        if "claim_points" in self.rules:
            self.points[seat] += self.rules["claim_points"][track["length"] - 1]
        if "passengers" in self.rules:
            for place in sorted(self.place[p].get("country", p) for p in track["pair"]):
                if self.waiting[place]:
                    if self.rng.random() < 0.2:
                        self.write(seat=seat, do="leave_passenger", place=place)
                    else:
                        person = self.rng.choice(self.waiting[place])
                        self.waiting[place].remove(person)
                        self.people[seat].append(person)
                        self.write(seat=seat, do="take_passenger", place=place, colour=person)
        if "race" in self.rules["tickets"]:
            for ticket in list(self.held[seat]):
                if self.champion is None and self.complete(self.own(seat), ticket):
                    self.held[seat].remove(ticket)
                    self.finish_one(seat)
                    if self.champion is None:
                        self.race_ticket(seat)
            if self.champion is None and seat not in self.east_west:
                east, west = ([p for p in self.place if self.place[p].get("region") == r]
                              for r in self.rules["east_west"]["regions"])
                if self.linked(self.own(seat), east, west):
                    self.east_west.add(seat)
                    self.finish_one(seat)

    def play(self):
        self.set_up()
        seat, left = self.first, None
        while True:
            if len(self.lines) > 1200:
                return [json.dumps(line) for line in self.lines]  # swapping tickets can go on for ever
            self.turn(seat)
            if self.champion is not None:
                break
            for place in range(len(self.row)):
                if self.row[place] is None:
                    self.turn_up(place)
            self.flush()
            if left is not None:
                left -= 1
            elif self.wagons[seat] <= self.rules["end"]["wagons_left"]:
                left = self.n * self.rules["end"]["turns_each"]
            if left == 0 or self.passed == self.n:
                break
            seat = (seat + 1) % self.n
        self.write(result=self.result())
        return [json.dumps(line) for line in self.lines]

    # ---- the result, by trial

    def trail(self, tracks):
        def go(place, rest):
            return max([t["length"] + go(t["b"] if t["a"] == place else t["a"], rest - {i})
                        for i, t in enumerate(tracks) if i in rest and place in (t["a"], t["b"])], default=0)
        return max([go(p, frozenset(range(len(tracks)))) for t in tracks for p in (t["a"], t["b"])], default=0)

    def tickets_of(self, seat):
        mine = self.own(seat)
        lent = []
        for s, city in self.stations:
            if s == seat:
                lent.append([None] + [t for t in self.tracks
                                      if t["owner"] not in (None, seat) and city in (t["a"], t["b"])])
        results = []
        for borrowed in itertools.product(*lent):
            tracks = mine + [t for t in borrowed if t]
            made = [self.complete(tracks, t) for t in self.held[seat]]
            values = [self.tickets[t]["points"] for t in self.held[seat]]
            results.append((sum(v if m else -v for v, m in zip(values, made)), sum(made)))
        return max(results)

    def result(self):
        seats = range(self.n)
        if "race" in self.rules["tickets"]:
            parts = [{"total": self.done[s], "completed": self.done[s]} for s in seats]
            winners = [s for s in seats if self.done[s] == max(self.done)]
            return {"winners": winners if self.champion is None else [self.champion], "seats": parts}
        parts = []
        for s in seats:
            value, completed = self.tickets_of(s)
            parts.append({"claims": self.points[s], "tickets": value, "completed": completed})
        rank = []
        for s, part in enumerate(parts):
            if "stations" in self.rules:
                built = len([1 for x, _ in self.stations if x == s])
                part["stations"] = (self.rules["stations"]["each"] - built) * self.rules["stations"]["points_unused"]
                part["longest"] = self.trail(self.own(s))
                part["express"] = 0
        if "stations" in self.rules:
            top = max(p["longest"] for p in parts)
            for part in parts:
                if part["longest"] == top > 0:
                    part["express"] = self.rules["longest_line"]["points"]
        else:
            top = max(p["completed"] for p in parts)
            for s, part in enumerate(parts):
                part["globetrotter"] = self.rules["globetrotter"]["points"] if part["completed"] == top > 0 else 0
                part["passengers"] = 0
                for colour in self.rules["passengers"]["colours"]:
                    mine = self.people[s].count(colour)
                    others = [self.people[o].count(colour) for o in seats if o != s]
                    if mine and mine >= max(others):
                        part["passengers"] += self.rules["passengers"]["points_most"]
                    elif mine and sorted(others)[-1] > max([mine] + sorted(others)[:-1]) \
                            and mine >= max(sorted(others)[:-1], default=0):
                        part["passengers"] += self.rules["passengers"]["points_second"]
        for s, part in enumerate(parts):
            part["total"] = sum(v for k, v in part.items() if k not in ("completed", "longest"))
            if "stations" in self.rules:
                rank.append((part["total"], part["completed"], part["stations"], part["express"]))
            else:
                rank.append((part["total"], part["completed"], len(self.people[s])))
        return {"winners": [s for s in seats if rank[s] == max(rank)], "seats": parts}


# ---------------------------------------------------------------- small boards, where rare things are common

def cut(name, new_id, places, cards, locomotives, wagons, seed, tickets=None):
    """A part of a board, with few cards, and tickets between any of its places."""
    data = copy.deepcopy(board_data(name))
    data["id"] = new_id
    rules = data["rules"]
    rules["wagons"] = wagons
    rules["cards"] = {c: locomotives if c == LOCO else cards for c in rules["cards"]}
    data["places"] = [p for p in data["places"] if p["id"] in places or p.get("country") in places]
    inside = {p["id"] for p in data["places"]}
    data["tracks"] = [t for t in data["tracks"] if t["a"] in inside and t["b"] in inside]
    rng = random.Random(seed)
    ends = sorted(p["id"] for p in data["places"] if p.get("kind") != "terminal")
    pairs = list(itertools.combinations(ends, 2))
    rng.shuffle(pairs)
    decks = [d["id"] for d in rules["tickets"]["decks"]]
    data["tickets"] = [{"a": a, "b": b, "points": rng.randint(1, 9), "deck": decks[i % len(decks)]}
                       for i, (a, b) in enumerate(pairs[:tickets])]
    return data


def small_europe(cards=3, locomotives=6, wagons=14):
    return cut("europe", "small-europe",
               ["berlin", "essen", "frankfurt", "paris", "zurich", "munchen", "venezia", "wien", "london", "dieppe",
                "amsterdam", "bruxelles", "marseille", "pamplona"], cards, locomotives, wagons, 1, 30)


def small_germany(cards=3, locomotives=5, wagons=14):
    return cut("germany", "small-germany",
               ["lindau", "konstanz", "freiburg", "schweiz", "osterreich", "munchen", "ulm", "stuttgart", "karlsruhe",
                "augsburg", "frankreich", "mannheim"], cards, locomotives, wagons, 2, 34)


def small_journey(cards=4, locomotives=3, wagons=20, goal=6, tickets=18):
    data = cut("first-journey", "small-journey",
               ["amsterdam", "berlin", "london", "paris", "zurich", "rome", "vienna", "brest", "warsaw", "dublin"],
               cards, locomotives, wagons, 3, tickets)
    data["rules"]["tickets"]["race"]["goal"] = goal
    for p in data["places"]:
        p.pop("region", None)
        if p["id"] in ("warsaw", "vienna"):
            p["region"] = "east"
        if p["id"] in ("brest", "dublin"):
            p["region"] = "west"
    return data


def boards_of(*datas):
    return {d["id"]: referee.Board(d) for d in datas}


EAGER = {"claim": 6, "cards": 4, "tickets": 0.5, "station": 0.5, "swap": 0.5}


# ---------------------------------------------------------------- the tests

class LongestLine(unittest.TestCase):
    def test_nothing(self):
        self.assertEqual(referee.longest_line([]), 0)

    def test_path_and_fork(self):
        self.assertEqual(referee.longest_line([("a", "b", 2), ("b", "c", 3)]), 5)
        self.assertEqual(referee.longest_line([("a", "b", 2), ("b", "c", 3), ("b", "d", 4)]), 7)

    def test_loop_with_tail_uses_all(self):
        self.assertEqual(referee.longest_line([("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("c", "d", 5)]), 8)

    def test_loop_with_two_tails_at_one_node(self):
        self.assertEqual(referee.longest_line(
            [("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("c", "d", 5), ("c", "e", 4)]), 12)

    def test_best_of_two_parts(self):
        self.assertEqual(referee.longest_line([("a", "b", 6), ("x", "y", 4), ("y", "z", 3)]), 7)

    def test_all_of_four_nodes_leave_one_out(self):
        pairs = itertools.combinations("abcd", 2)
        self.assertEqual(referee.longest_line([(a, b, 2) for a, b in pairs]), 10)

    def test_against_trial(self):
        rng = random.Random(5)
        for _ in range(150):
            nodes = "abcdefgh"[:rng.randint(3, 8)]
            edges = [(*rng.sample(nodes, 2), rng.randint(1, 8)) for _ in range(rng.randint(1, 8))]
            tracks = [{"a": a, "b": b, "length": n} for a, b, n in edges]
            self.assertEqual(referee.longest_line(edges), RandomGame.trail(None, tracks))

    def test_a_whole_board_does_not_blow_up(self):
        side = range(5)
        grid = [((x, y), (x + 1, y), 1) for x in range(4) for y in side]
        grid += [((x, y), (x, y + 1), 1) for x in side for y in range(4)]
        edges = [(str(a), str(b), n) for a, b, n in grid]
        self.assertEqual(referee.longest_line(edges), 34)


class Stations(unittest.TestCase):
    TICKET = (["a"], ["d"], 10)

    def test_without_stations(self):
        self.assertEqual(referee.ticket_score([("a", "b")], [], [self.TICKET]), (-10, 0))
        self.assertEqual(referee.ticket_score([("a", "b"), ("b", "d")], [], [self.TICKET]), (10, 1))

    def test_one_track_for_each_station(self):
        own = [("a", "b"), ("c", "d")]
        self.assertEqual(referee.ticket_score(own, [[("b", "c")]], [self.TICKET]), (10, 1))
        self.assertEqual(referee.ticket_score([("a", "b")], [[("b", "c"), ("c", "d")]], [self.TICKET]), (-10, 0))
        self.assertEqual(referee.ticket_score([("a", "b")], [[("b", "c")], [("c", "d")]], [self.TICKET]), (10, 1))

    def test_the_same_track_for_all_tickets(self):
        tickets = [(["a"], ["c"], 5), (["a"], ["d"], 8)]
        self.assertEqual(referee.ticket_score([], [[("a", "c"), ("a", "d")]], tickets), (3, 1))

    def test_with_equal_value_the_more_tickets(self):
        own = [("c", "e")]
        tickets = [(["a"], ["c"], 4), (["a"], ["e"], 4), (["a"], ["d"], 8)]
        self.assertEqual(referee.ticket_score(own, [[("a", "d"), ("a", "c")]], tickets), (0, 2))

    def test_country_is_a_dead_end(self):
        board = referee.Board(board_data("germany"))
        edges = [(board.tracks[t].node_a, board.tracks[t].node_b)
                 for t in ("ch_konstanz-konstanz", "ch_lindau-lindau")]
        ends = (["konstanz"], ["lindau"])
        self.assertFalse(referee.joined(referee.components(edges), *ends))
        ticket = board.tickets["koln-schweiz"]
        self.assertEqual(sorted(ticket.nodes_b), ["ch_freiburg", "ch_konstanz", "ch_lindau"])


class Majorities(unittest.TestCase):
    def check(self, counts, points):
        self.assertEqual(referee.majority(counts, 20, 10), points)

    def test_cases(self):
        self.check([3, 2, 1], [20, 10, 0])
        self.check([3, 3, 1], [20, 20, 0])
        self.check([3, 2, 2], [20, 10, 10])
        self.check([0, 0], [0, 0])
        self.check([1, 0], [20, 0])
        self.check([2, 2, 2, 2, 2], [20] * 5)
        self.check([0, 4, 0, 1, 1], [0, 20, 0, 10, 10])


class RandomGames(unittest.TestCase):
    """Games of the random player are accepted, whatever happens in them."""

    def run_games(self, data, games, weights=None, seats=None, seed=0):
        boards = boards_of(data)
        events = {}
        least, most = data["rules"]["players"]["min"], data["rules"]["players"]["max"]
        for g in range(games):
            rng = random.Random(f"{data['id']} {seed} {g}")
            n = seats or rng.randint(least, most)
            lines = RandomGame(data, n, rng.randrange(n), rng, weights).play()
            try:
                self.assertEqual(referee.judge(lines, boards, events), "result" in lines[-1])
            except referee.Fault as fault:
                self.fail(f"{data['id']} game {g}, {fault}")
        for name in events:
            self.assertIn(name, referee.EVENTS)
        return events

    def test_the_three_boards(self):
        for name in ("europe", "germany", "first-journey"):
            self.run_games(board_data(name), 6, EAGER)

    def test_small_europe(self):
        events = self.run_games(small_europe(), 50, EAGER)
        events2 = self.run_games(small_europe(2, 8, 20), 60, seed=1)
        for name in ("stations that completed a ticket", "tunnels paid", "tunnels declined", "tunnels unpayable",
                     "longest line shared", "tickets drawn from under the deck", "ticket decks run empty",
                     "deck refills", "third stations built"):
            self.assertGreater(events.get(name, 0), 0, name)
        for name in ("forced passes", "row places left empty", "row places filled later",
                     "flushes skipped (X2)", "second card not to be had (X3)", "flushes",
                     "tunnels with fewer cards turned up", "tunnels with no card turned up",
                     "deck and discards both emptied"):
            self.assertGreater(events2.get(name, 0), 0, name)

    def test_small_germany(self):
        events = self.run_games(small_germany(), 120, EAGER)
        for name in ("country tickets completed", "globetrotter shared", "passenger colours tied for second",
                     "ticket draws with fewer than asked", "tickets drawn from under the deck"):
            self.assertGreater(events.get(name, 0), 0, name)

    def test_all_pass(self):
        events = self.run_games(small_germany(3, 2, 60), 60, seed=2)
        self.assertGreater(events.get("games ended by all passing", 0), 0)

    def test_small_journey(self):
        events = self.run_games(small_journey(), 60, EAGER)
        for name, count in self.run_games(small_journey(wagons=8), 60, EAGER).items():
            events[name] = events.get(name, 0) + count
        for name in ("East-West taken", "races won by the goal", "races ended by the last wagon",
                     "tickets completed when drawn (X8)", "no ticket left to draw (X9)", "ticket swaps",
                     "ticket discards reshuffled (X9)"):
            self.assertGreater(events.get(name, 0), 0, name)


def altered(lines, rng):
    """Records with one thing changed: (kind of change, index of the line, lines)."""
    cards = ["red", "blue", "green", "black", "white", "yellow", LOCO]
    tickets = sorted({json.loads(x)["ticket"] for x in lines if '"ticket":' in x})
    tracks = sorted({json.loads(x)["track"] for x in lines if '"track"' in x})
    for i in range(len(lines)):
        line = json.loads(lines[i])

        def changed(kind, **fields):
            return kind, i, lines[:i] + [json.dumps(dict(line, **fields))] + lines[i + 1:]

        yield "delete", i, lines[:i] + lines[i + 1:]
        yield "duplicate", i, lines[:i + 1] + lines[i:]
        if i > 0:
            yield changed("strange field", strange=1)
        if i + 1 < len(lines) and lines[i] != lines[i + 1]:
            yield "exchange", i, lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:]
        if "card" in line:
            yield changed("card", card=rng.choice([c for c in cards if c != line["card"]]))
        if "seat" in line:
            yield changed("seat", seat=line["seat"] + rng.choice([-1, 1]))
        if type(line.get("place")) is int:
            yield changed("place", place=(line["place"] + 1) % 5)
        if type(line.get("place")) is str:
            yield changed("place name", place="nowhere")
        if "ticket" in line:
            yield changed("ticket", ticket=rng.choice([t for t in tickets if t != line["ticket"]]))
        if "tickets" in line:
            yield changed("kept: fewer", tickets=line["tickets"][1:])
            yield changed("kept: one twice", tickets=line["tickets"] + line["tickets"][:1])
        if "track" in line:
            yield changed("track", track=rng.choice([t for t in tracks if t != line["track"]]))
        if "locomotives" in line:
            yield changed("locomotives", locomotives=line["locomotives"] + 1)
        if "colour" in line:
            yield changed("colour", colour=rng.choice([c for c in cards if c != line["colour"]]))
        if "do" in line:
            others = {"pass", "draw_blind", "decline_tunnel", "swap_tickets"} - {line["do"]}
            yield changed("do", do=rng.choice(sorted(others)))
        if "result" in line:
            for s, part in enumerate(line["result"]["seats"]):
                for name in part:
                    result = copy.deepcopy(line["result"])
                    result["seats"][s][name] += 1
                    yield changed("result", result=result)
            winners = line["result"]["winners"]
            other = [s for s in range(len(line["result"]["seats"])) if s not in winners]
            for wrong in ([], winners + other[:1] if other else winners[1:], winners[::-1] + winners):
                yield changed("result", result=dict(line["result"], winners=wrong))


class Alterations(unittest.TestCase):
    # Some of these changes make another legal game: a card that is never used may as well be another.
    MAY_BE_LEGAL = {"card", "ticket", "kept: fewer", "colour", "locomotives", "track", "place", "exchange"}

    def count(self, data, seats, seed, weights=EAGER):
        rng = random.Random(seed)
        lines = RandomGame(data, seats, 0, rng, weights).play()
        boards = boards_of(data)
        self.assertTrue(referee.judge(lines, boards))
        tally = {}
        for kind, index, other in altered(lines, rng):
            refused = tally.setdefault(kind, [0, 0])
            refused[1] += 1
            try:
                finished = referee.judge(other, boards)
                self.assertTrue(finished, f"{kind} at line {index + 1} left the game unfinished")
                self.assertIn(kind, self.MAY_BE_LEGAL, f"{kind} at line {index + 1} was accepted")
            except referee.Fault as fault:
                refused[0] += 1
                self.assertGreaterEqual(fault.line, index + 1)
        return tally

    def test_single_lines(self):
        total = {}
        for data, seats, seed in ((board_data("first-journey"), 2, 1), (small_journey(), 3, 2),
                                  (small_europe(), 2, 3), (small_europe(), 4, 4), (small_germany(), 3, 5)):
            for kind, (refused, tried) in self.count(data, seats, seed).items():
                sums = total.setdefault(kind, [0, 0])
                sums[0] += refused
                sums[1] += tried
        refused = sum(r for r, _ in total.values())
        tried = sum(t for _, t in total.values())
        self.assertGreater(refused / tried, 0.97, total)
        for kind in ("card", "ticket", "colour", "locomotives", "track"):
            self.assertGreater(total[kind][0] / total[kind][1], 0.7, (kind, total))

    def test_nonsense_is_refused_and_never_crashes(self):
        rng = random.Random(9)
        nonsense = [None, True, -1, 0, 99, 1.0, "", "red", "berlin", [], [[]], {}, {"short": 4}, "\ud800\n"]
        for data in (small_europe(), small_germany(), small_journey()):
            lines = RandomGame(data, 2, 1, rng, EAGER).play()
            boards = boards_of(data)
            for _ in range(600):
                i = rng.randrange(len(lines))
                line = json.loads(lines[i])
                field = rng.choice(sorted(line))
                inner = line
                if type(line[field]) is dict and line[field] and rng.random() < 0.7:
                    inner, field = line[field], rng.choice(sorted(line[field]))
                inner[field] = rng.choice(nonsense)
                other = lines[:i] + [json.dumps(line)] + lines[i + 1:]
                try:
                    referee.judge(other, boards)
                except referee.Fault:
                    pass


class Rules(unittest.TestCase):
    """Hand-made lines at the edges of single rules."""

    def start(self, data, lines):
        """Judges the lines as far as they go; they must be in order."""
        self.assertFalse(referee.judge([json.dumps(x) for x in lines], boards_of(data)))

    def refuse(self, data, lines, reason):
        with self.assertRaises(referee.Fault) as caught:
            referee.judge([json.dumps(x) for x in lines], boards_of(data))
        self.assertEqual(caught.exception.line, len(lines))
        self.assertIn(reason, caught.exception.reason)

    def europe(self, hand, row=("red", "blue", "green", "black", "white"), other=("white",) * 4):
        lines = [{"perron": 1, "board": "europe", "seats": ["A", "B"], "first": 0, "options": {}}]
        lines += [{"deal": "hand", "seat": 0, "card": c} for c in hand]
        lines += [{"deal": "hand", "seat": 1, "card": c} for c in other]
        lines += [{"deal": "row", "place": i, "card": c} for i, c in enumerate(row)]
        offers = [["athina-edinburgh", "amsterdam-pamplona", "amsterdam-wilno", "angora-athina"],
                  ["brest-petrograd", "athina-wilno", "berlin-roma", "berlin-london"]]
        for seat in (0, 1):
            for ticket, deck in zip(offers[seat], ["long"] + ["regular"] * 3):
                lines.append({"deal": "ticket", "seat": seat, "deck": deck, "ticket": ticket})
        for seat in (0, 1):
            lines.append({"seat": seat, "do": "keep_tickets", "tickets": offers[seat][1:3]})
        return lines

    def claim(self, track, colour, locomotives, seat=0):
        return {"seat": seat, "do": "claim", "track": track, "colour": colour, "locomotives": locomotives}

    def test_row_locomotives(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4, (LOCO, "blue", LOCO, "black", "white"))
        one = lines + [{"seat": 0, "do": "draw_row", "place": 0}, {"deal": "row", "place": 0, "card": "red"}]
        self.start(data, one + [{"seat": 1, "do": "draw_blind"}])
        self.refuse(data, one + [{"seat": 0, "do": "draw_blind"}], "turn of seat 1")
        two = lines + [{"seat": 0, "do": "draw_row", "place": 1}, {"deal": "row", "place": 1, "card": "red"}]
        self.refuse(data, two + [{"seat": 0, "do": "draw_row", "place": 0}], "second card")
        blind = lines + [{"seat": 0, "do": "draw_blind"}, {"deal": "hand", "seat": 0, "card": LOCO}]
        self.start(data, blind + [{"seat": 0, "do": "draw_row", "place": 1}])

    def test_flush(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4, (LOCO, "blue", LOCO, "black", "white"))
        lines += [{"seat": 0, "do": "draw_row", "place": 3}, {"deal": "row", "place": 3, "card": LOCO}]
        self.refuse(data, lines + [{"seat": 0, "do": "draw_blind"}], "row deal is due")
        lines += [{"deal": "row", "place": i, "card": "red"} for i in range(5)]
        self.start(data, lines + [{"seat": 0, "do": "draw_blind"}])

    def test_ferry(self):
        data = board_data("europe")
        lines = self.europe(["red", LOCO, "red", LOCO])
        self.refuse(data, lines + [self.claim("dieppe-london.1", "red", 0)], "at least 1 locomotives")
        self.start(data, lines + [self.claim("dieppe-london.1", "red", 1)])
        self.start(data, lines + [self.claim("dieppe-london.2", LOCO, 2)])
        self.refuse(data, lines + [self.claim("amsterdam-london", "red", 1)], "at least 2 locomotives")
        self.refuse(data, lines + [self.claim("dieppe-london.2", "red", 2)], "can't be")

    def test_parallel(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4, other=["yellow"] * 4) + [self.claim("bruxelles-paris.1", "red", 0)]
        self.refuse(data, lines + [self.claim("bruxelles-paris.2", "yellow", 0, 1)], "closed")
        lines += [{"seat": 1, "do": "draw_blind"}, {"deal": "hand", "seat": 1, "card": "red"}] * 2
        self.refuse(data, lines + [self.claim("bruxelles-paris.2", "yellow", 0)], "owns a parallel")

    def test_tunnel(self):
        data = board_data("europe")

        def tunnel(*cards):
            return [{"deal": "tunnel", "card": c} for c in cards]

        lines = self.europe(["red"] * 4) + [self.claim("angora-constantinople", "red", 0)]
        self.start(data, lines + tunnel("blue", "green", "white") + [{"seat": 1, "do": "draw_blind"}])
        self.refuse(data, lines + tunnel("blue", "green", "white") + [{"seat": 0, "do": "decline_tunnel"}], "seat 1")
        extra = lines + tunnel("red", LOCO, "white")
        self.refuse(data, extra + [{"seat": 1, "do": "draw_blind"}], "pay_tunnel")
        self.start(data, extra + [{"seat": 0, "do": "pay_tunnel", "locomotives": 0}])
        self.refuse(data, extra + [{"seat": 0, "do": "pay_tunnel", "locomotives": 1}], "does not have")
        self.refuse(data, lines + tunnel("red", LOCO, LOCO) + [{"seat": 0, "do": "pay_tunnel", "locomotives": 0}],
                    "does not have")
        alone = self.europe([LOCO] * 3 + ["red"]) + [self.claim("angora-constantinople", LOCO, 2)]
        self.start(data, alone + tunnel("red", "red", "white") + [{"seat": 1, "do": "draw_blind"}])
        self.refuse(data, alone + tunnel("red", LOCO, "white") + [{"seat": 0, "do": "pay_tunnel", "locomotives": 0}],
                    "with locomotives")

    def test_stations(self):
        data = board_data("europe")

        def station(seat, city, colour, locomotives):
            return {"seat": seat, "do": "build_station", "city": city, "colour": colour, "locomotives": locomotives}

        lines = self.europe(["red", "red", "blue", LOCO]) + [station(0, "wien", "blue", 0)]
        self.refuse(data, lines + [station(1, "wien", "white", 0)], "has a station")
        lines += [station(1, "roma", "white", 0)]
        self.refuse(data, lines + [station(0, "berlin", "red", 2)], "can't be")
        self.refuse(data, lines + [station(0, "berlin", LOCO, 1)], "2 locomotives")
        self.start(data, lines + [station(0, "berlin", "red", 1)])

    def test_deck_counts(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4, ("red",) * 5)
        lines += [{"seat": 0, "do": "draw_blind"}, {"deal": "hand", "seat": 0, "card": "red"}] * 2
        lines += [{"seat": 1, "do": "draw_blind"}, {"deal": "hand", "seat": 1, "card": "red"}]
        self.refuse(data, lines + [{"seat": 1, "do": "draw_blind"}, {"deal": "hand", "seat": 1, "card": "red"}],
                    "no red card")

    def test_keep_and_pass(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4)
        self.refuse(data, lines + [{"seat": 0, "do": "pass"}], "may not pass")
        self.refuse(data, lines[:-2] + [{"seat": 0, "do": "keep_tickets", "tickets": ["angora-athina"]}], "at least 2")

    def test_under_the_deck(self):
        data = board_data("europe")
        lines = self.europe(["red"] * 4)
        dealt = {"amsterdam-pamplona", "amsterdam-wilno", "angora-athina", "athina-wilno", "berlin-roma",
                 "berlin-london"}
        more = ["brest-marseille", "brest-venezia", "kyiv-sochi", "london-wien"]
        data["tickets"] = [t for t in data["tickets"]
                           if t["deck"] == "long" or f"{t['a']}-{t['b']}" in dealt | set(more)]

        def draw(seat, tickets, kept):
            return ([{"seat": seat, "do": "draw_tickets"}] +
                    [{"deal": "ticket", "seat": seat, "deck": "regular", "ticket": t} for t in tickets] +
                    [{"seat": seat, "do": "keep_tickets", "tickets": kept}])

        lines += draw(0, more[:3], more[1:2])
        self.start(data, lines + draw(1, [more[3], more[0], more[2]], more[3:]))
        self.refuse(data, lines + draw(1, [more[3], more[2]], [])[:-1], "next ticket of this deck is brest-marseille")
        self.refuse(data, lines + draw(1, [more[0]], [])[:-1], "can't come from this deck now")
        lines += draw(1, [more[3], more[0], more[2]], [more[3], more[0], more[2]])
        self.refuse(data, lines + [{"seat": 0, "do": "draw_tickets"}], "no ticket to draw")

    def test_result_due_and_nothing_after(self):
        data = small_journey()
        lines = RandomGame(data, 2, 0, random.Random(1), EAGER).play()
        boards = boards_of(data)
        for wrong in (lines[:-1], lines + [lines[-1]], lines + [""]):
            with self.assertRaises(referee.Fault):
                referee.judge(wrong, boards)
        for end in range(1, len(lines) - 1):
            self.assertFalse(referee.judge(lines[:end], boards))


class CommandLine(unittest.TestCase):
    def test_files_and_folders(self):
        lines = RandomGame(board_data("first-journey"), 2, 0, random.Random(1), EAGER).play()
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("good", lines), ("bad", lines[:4] + lines[5:]), ("open", lines[:40])):
                with open(os.path.join(folder, name + ".jsonl"), "w", encoding="utf-8") as file:
                    file.write("\n".join(content) + "\n")

            def run(*arguments):
                # Written to a file, as a string stream can't be reconfigured.
                with io.TextIOWrapper(io.BytesIO(), encoding="utf-8") as out:
                    with contextlib.redirect_stdout(out):
                        code = referee.main(list(arguments))
                    out.flush()
                    return code, out.buffer.getvalue().decode("utf-8").splitlines()

            code, output = run(folder)
            self.assertEqual(code, 1)
            self.assertRegex(output[0], r"bad\.jsonl:5: ")
            self.assertEqual(output[-1], "1 passed, 1 failed, 1 unfinished")
            code, output = run("--stats", "--boards", BOARDS, os.path.join(folder, "good.jsonl"))
            self.assertEqual(code, 0)
            self.assertEqual(len(output), len(referee.EVENTS) + 1)
            self.assertEqual(output[-1], "1 passed, 0 failed")


if __name__ == "__main__":
    unittest.main()
