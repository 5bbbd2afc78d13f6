#!/usr/bin/env python3
"""An independent referee for game records.

It replays every line of a record by the numbered rules and refuses the first
line that can't be right: an impossible deal, an illegal move, a game that ends
too early or too late, a wrong result. All numbers come from the board file.

    python3 referee.py [--boards DIR] [--stats] FILE-OR-DIR...
"""

import argparse
import hashlib
import itertools
import json
import os
import sys

LOCOMOTIVE = "locomotive"
GREY = "grey"

DEAL_FIELDS = {
    "hand": {"deal", "seat", "card"},
    "row": {"deal", "place", "card"},
    "tunnel": {"deal", "card"},
    "ticket": {"deal", "seat", "deck", "ticket"},
    "passenger": {"deal", "place", "colour"},
}

MOVE_FIELDS = {
    "keep_tickets": {"seat", "do", "tickets"},
    "draw_tickets": {"seat", "do"},  # and "split" on boards that have one
    "draw_blind": {"seat", "do"},
    "draw_row": {"seat", "do", "place"},
    "claim": {"seat", "do", "track", "colour", "locomotives"},
    "pay_tunnel": {"seat", "do", "locomotives"},
    "decline_tunnel": {"seat", "do"},
    "build_station": {"seat", "do", "city", "colour", "locomotives"},
    "take_passenger": {"seat", "do", "place", "colour"},
    "leave_passenger": {"seat", "do", "place"},
    "swap_tickets": {"seat", "do"},
    "pass": {"seat", "do"},
}

EVENTS = [
    "games finished",
    "games unfinished",
    "winners shared",
    "winner found by a tie-break",
    "forced passes",
    "games ended by all passing",
    "games ended by the last round",
    "deck refills",
    "deck and discards both emptied",
    "row places left empty",
    "row places filled later",
    "flushes",
    "flushes at set-up",
    "flushes skipped (X2)",
    "second card not to be had (X3)",
    "locomotives taken from the row",
    "claims with locomotives alone",
    "ferries claimed",
    "tunnels without extra",
    "tunnels paid",
    "tunnels declined",
    "tunnels unpayable",
    "tunnels with fewer cards turned up",
    "tunnels with no card turned up",
    "stations built",
    "third stations built",
    "stations that completed a ticket",
    "longest line shared",
    "ticket draws",
    "ticket draws with fewer than asked",
    "ticket decks run empty",
    "tickets drawn from under the deck",
    "passengers taken",
    "passengers left",
    "claims at places without passengers",
    "passenger colours tied for the most",
    "passenger colours tied for second",
    "globetrotter shared",
    "globetrotter for nobody",
    "country tickets completed",
    "tickets completed in the race",
    "tickets completed when drawn (X8)",
    "ticket discards reshuffled (X9)",
    "no ticket left to draw (X9)",
    "ticket swaps",
    "East-West taken",
    "East-West as the winning ticket",
    "races won by the goal",
    "races ended by the last wagon",
    "races ended with last wagon and completed ticket",
]


class Fault(Exception):
    """The record breaks the rules or the format at this line."""

    def __init__(self, line, reason):
        self.line = line
        self.reason = "".join(c if c.isprintable() else "?" for c in reason)[:200]
        super().__init__(f"{line}: {self.reason}")


class Unfinished(Exception):
    """The record stops before the game is over."""


def without_repeats(pairs):
    """A JSON object that names a field twice is refused."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field is named twice")
    return fields


DECODER = json.JSONDecoder(object_pairs_hook=without_repeats)


# ---------------------------------------------------------------- the board

class Track:
    __slots__ = ("id", "a", "b", "node_a", "node_b", "length", "colour", "locomotives", "tunnel",
                 "parallel", "passenger_places")


class Ticket:
    __slots__ = ("id", "deck", "points", "nodes_a", "nodes_b", "names_country")


class Board:
    """A board file, made ready for judging."""

    def __init__(self, data):
        rules = data["rules"]
        self.id = data["id"]
        self.least_seats = rules["players"]["min"]
        self.most_seats = rules["players"]["max"]
        self.wagons = rules["wagons"]
        self.cards = dict(rules["cards"])
        self.colours = [c for c in self.cards if c != LOCOMOTIVE]
        self.opening_cards = rules["opening_cards"]
        self.draw_count = rules["draw"]["cards"]
        row = rules["draw"].get("row")
        self.row_places = row["places"] if row else 0
        self.flush_at = row["flush_at_locomotives"] if row else 0
        self.claim_points = rules.get("claim_points")
        self.one_of_parallel_up_to = rules.get("one_of_parallel_up_to_players", 0)
        self.end_wagons = rules["end"]["wagons_left"]
        self.end_turns_each = rules["end"]["turns_each"]
        tickets = rules["tickets"]
        self.deck_rules = tickets["decks"]
        self.deck_ids = [d["id"] for d in self.deck_rules]
        self.split = tickets.get("split")
        self.keep = tickets.get("keep")
        self.race = tickets.get("race")
        self.tunnel_cards = rules["tunnels"]["cards"] if "tunnels" in rules else None
        self.stations = rules.get("stations")
        self.longest_line = rules.get("longest_line")
        self.passengers = rules.get("passengers")
        self.globetrotter = rules.get("globetrotter")
        self.east_west = rules.get("east_west")
        self.tie_breaks = rules.get("tie_breaks", [])

        kind = {p["id"]: p.get("kind", "city") for p in data["places"]}
        country_of = {p["id"]: p["country"] for p in data["places"] if kind[p["id"]] == "terminal"}
        self.cities = {p for p in kind if kind[p] == "city"}
        self.passenger_places = [(p["id"], p.get("passengers", 0)) for p in data["places"]]

        # The nodes of the graph. A country is a dead end (G6), so each way into it is a node of its own.
        nodes_of = {p: [] for p in kind}
        for p in kind:
            if kind[p] == "city":
                nodes_of[p].append(p)
            elif kind[p] == "terminal":
                nodes_of[p].append(p)
                nodes_of[country_of[p]].append(p)

        sets = {}
        for t in data["tracks"]:
            sets.setdefault(tuple(sorted((t["a"], t["b"]))), []).append(t)
        self.tracks = {}
        for (a, b), members in sets.items():
            ids = [f"{a}-{b}"] if len(members) == 1 else [f"{a}-{b}.{i + 1}" for i in range(len(members))]
            for track_id, t in zip(ids, members):
                track = Track()
                track.id, track.a, track.b = track_id, a, b
                ends = []
                for place in (a, b):
                    if kind[place] == "country":
                        node = f"{place} by {track_id}"
                        nodes_of[place].append(node)
                        ends.append(node)
                    else:
                        ends.append(place)
                track.node_a, track.node_b = ends
                track.length = t["length"]
                track.colour = t["colour"]
                track.locomotives = t.get("locomotives", 0)
                track.tunnel = bool(t.get("tunnel", False))
                track.parallel = [i for i in ids if i != track_id]
                track.passenger_places = sorted({country_of.get(a, a), country_of.get(b, b)})
                self.tracks[track_id] = track

        self.tickets = {}
        for t in data["tickets"]:
            ticket = Ticket()
            ticket.id = f"{t['a']}-{t['b']}"
            ticket.deck = t["deck"]
            ticket.points = t.get("points", 0)
            ticket.nodes_a = nodes_of[t["a"]]
            ticket.nodes_b = nodes_of[t["b"]]
            ticket.names_country = "country" in (kind[t["a"]], kind[t["b"]])
            if ticket.id in self.tickets:
                raise ValueError(f"board {self.id}: two tickets are called {ticket.id}")
            self.tickets[ticket.id] = ticket

        self.region_nodes = []
        if self.east_west:
            for region in self.east_west["regions"]:
                members = [p["id"] for p in data["places"] if p.get("region") == region]
                self.region_nodes.append([n for p in members for n in nodes_of[p]])


def load_boards(folder):
    boards = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                data = json.load(file)
            if "perron_board" in data:
                boards[data["id"]] = Board(data)
    return boards


# ---------------------------------------------------------------- reckoning

def components(edges):
    """A label for each node of the edges (a, b): equal labels are joined."""
    neighbours = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    label = {}
    for start in neighbours:
        if start not in label:
            label[start] = start
            waiting = [start]
            while waiting:
                for other in neighbours[waiting.pop()]:
                    if other not in label:
                        label[other] = start
                        waiting.append(other)
    return label


def joined(label, nodes_a, nodes_b):
    """Is a node of the one side joined to a node of the other?"""
    return any(a in label and b in label and label[a] == label[b] for a in nodes_a for b in nodes_b)


def longest_line(edges):
    """The greatest length of a trail over edges (a, b, length): no edge twice, nodes at will."""
    label = components([(a, b) for a, b, _ in edges])
    parts = {}
    for edge in edges:
        parts.setdefault(label[edge[0]], []).append(edge)
    best = 0
    for part in parts.values():
        total = sum(length for _, _, length in part)
        if total > best:
            ends = [n for a, b, _ in part for n in (a, b)]
            odd = [n for n in set(ends) if ends.count(n) % 2]
            best = max(best, total if len(odd) <= 2 else longest_in_component(part))
    return best


def longest_in_component(edges):
    """The same for edges that hang together.

    By Euler a set of edges is a trail just when it hangs together and at most 2 nodes are odd in it. So go
    through the edges one by one, taking each or not, and keep for each state only the greatest length. The
    state knows the nodes met that have edges to come: which of those with edges taken hang together, and
    which are odd; and the number of odd nodes that are done with. Few nodes are open at a time, so there are
    few states.
    """
    edges = order_by_nodes(edges)
    last = {}
    for number, (a, b, _) in enumerate(edges):
        last[a] = last[b] = number
    best = 0
    states = {((), 0): 0}
    for number, (a, b, length) in enumerate(edges):
        done = [n for n in (a, b) if last[n] == number]
        following = {}
        for (nodes, odd_before), sum_before in states.items():
            for take in (False, True):
                group = {n: g for n, g, _ in nodes}
                odd = {n: o for n, _, o in nodes}
                total = sum_before
                if take:
                    total += length
                    for n in (a, b):
                        group.setdefault(n, n)
                        odd[n] = not odd.get(n, False)
                    old, new = group[a], group[b]
                    for n in group:
                        if group[n] == old:
                            group[n] = new
                odd_done = odd_before
                possible = True
                for n in done:
                    if n in group:
                        own = group.pop(n)
                        odd_done += odd.pop(n)
                        if own not in group.values():
                            # Nothing can be added to this part: it is the line, if there is no other part.
                            if not group and odd_done <= 2:
                                best = max(best, total)
                            possible = False
                            break
                if possible and odd_done <= 2:
                    # Groups are named after their first node, so that equal states are equal.
                    first = {}
                    key = (tuple((n, first.setdefault(group[n], n), odd[n]) for n in sorted(group)), odd_done)
                    if total > following.get(key, -1):
                        following[key] = total
        states = following
    return best


def order_by_nodes(edges):
    """The edges in an order that keeps few nodes open: always all those of the node that opens fewest new ones."""
    neighbours = {}
    for a, b, _ in edges:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    met = set()
    left = sorted(neighbours)
    waiting = list(edges)
    order = []
    while waiting:
        node = min([n for n in left if n in met] or left, key=lambda n: (len(neighbours[n] - met), n))
        left.remove(node)
        met |= neighbours[node] | {node}
        order += [e for e in waiting if node in e[:2]]
        waiting = [e for e in waiting if node not in e[:2]]
    return order


def ticket_score(own, borrowable, tickets):
    """The best (sum of values won less values lost, number completed) of one player.

    own: edges (a, b) of the player. borrowable: for each station the edges of others that end in its city;
    one of each may be used. tickets: (nodes_a, nodes_b, points). Among choices with the same sum the one
    with most tickets completed counts.
    """
    label = components(own)

    def name(node):
        return label.get(node, node)

    wanted = [({name(n) for n in a}, {name(n) for n in b}, points) for a, b, points in tickets]
    choices = []
    for edges in borrowable:
        pairs = {frozenset((name(a), name(b))) for a, b in edges}
        choices.append([None] + [p for p in pairs if len(p) == 2])
    best = None
    tried = set()
    for choice in itertools.product(*choices):
        links = frozenset(pair for pair in choice if pair)
        if links in tried:
            continue
        tried.add(links)
        group = components([tuple(pair) for pair in links])
        score = completed = 0
        for a, b, points in wanted:
            if {group.get(x, x) for x in a} & {group.get(x, x) for x in b}:
                score += points
                completed += 1
            else:
                score -= points
        if best is None or (score, completed) > best:
            best = (score, completed)
    return best


def majority(counts, points_most, points_second):
    """The points of each seat for one colour of passengers (G8, X11)."""
    points = [0] * len(counts)
    most = max(counts)
    if most == 0:
        return points
    leaders = [s for s, c in enumerate(counts) if c == most]
    for s in leaders:
        points[s] = points_most
    if len(leaders) == 1:
        second = max((c for s, c in enumerate(counts) if s not in leaders), default=0)
        if second > 0:
            for s, c in enumerate(counts):
                if c == second:
                    points[s] = points_second
    return points


# ---------------------------------------------------------------- the game

class TicketDeck:
    """A shuffled part, of which any ticket may be the next, and a part put under it, whose order is known."""

    def __init__(self, tickets):
        self.shuffled = set(tickets)
        self.under = []

    def __len__(self):
        return len(self.shuffled) + len(self.under)


class Game:
    """Replays one record. Each method that reads lines reads exactly those that the rules ask for."""

    def __init__(self, lines, boards, events):
        self.lines = lines
        self.at = 0  # lines read so far, so also the number of the last line read
        self.boards = boards
        self.events = events

    # ---- reading

    def fault(self, reason):
        raise Fault(self.at, reason)

    def event(self, name, count=1):
        self.events[name] = self.events.get(name, 0) + count

    def read_line(self):
        if self.at == len(self.lines):
            raise Unfinished
        text = self.lines[self.at]
        self.at += 1
        try:
            line = DECODER.decode(text)
        except (ValueError, RecursionError):
            self.fault("not a line of JSON")
        if type(line) is not dict:
            self.fault("not a JSON object")
        return line

    def read_deal(self, kind, **expected):
        line = self.read_line()
        if line.get("deal") != kind:
            self.fault(f"a {kind} deal is due here")
        if line.keys() != DEAL_FIELDS[kind]:
            self.fault(f"a {kind} deal has the wrong fields")
        for field, value in expected.items():
            if type(line[field]) is not type(value) or line[field] != value:
                self.fault(f"the {kind} deal should have {field} {value}")
        return line

    def read_move(self, seat, *allowed):
        line = self.read_line()
        do = line.get("do")
        if type(do) is not str or do not in allowed:
            self.fault(f"seat {seat} is to do one of: {', '.join(allowed)}")
        fields = MOVE_FIELDS[do]
        if do == "draw_tickets" and self.board.split is not None:
            fields = fields | {"split"}
        if line.keys() != fields:
            self.fault(f"{do} has the wrong fields")
        if type(line["seat"]) is not int or line["seat"] != seat:
            self.fault(f"it is the turn of seat {seat}")
        return line

    def text(self, line, field):
        if type(line[field]) is not str:
            self.fault(f"{field} must be a string")
        return line[field]

    def number(self, line, field):
        if type(line[field]) is not int:
            self.fault(f"{field} must be a whole number")
        return line[field]

    # ---- the whole game

    def judge(self):
        self.read_header()
        self.set_up()
        seat = self.first
        while not self.over:
            self.turn(seat)
            seat = (seat + 1) % self.seats
        self.read_result()

    def read_header(self):
        try:
            line = self.read_line()
        except Unfinished:
            raise Fault(1, "there is no header") from None
        if type(line.get("perron")) is not int or line["perron"] != 1:
            self.fault("not the header of a record of version 1")
        board = line.get("board")
        if type(board) is not str or board not in self.boards:
            self.fault("the board is not known")
        self.board = board = self.boards[board]
        names = line.get("seats")
        if type(names) is not list or not all(type(n) is str for n in names):
            self.fault("seats must be a list of names")
        self.seats = len(names)
        if not board.least_seats <= self.seats <= board.most_seats:
            self.fault("the board is not for this number of seats")
        first = line.get("first")
        if type(first) is not int or not 0 <= first < self.seats:
            self.fault("first must be a seat")
        self.first = first
        if type(line.get("options", {})) is not dict:
            self.fault("options must be an object")
        self.key_sha256 = line.get("key_sha256")
        if self.key_sha256 is not None and type(self.key_sha256) is not str:
            self.fault("key_sha256 must be a string")

        seats = self.seats
        self.deck = dict(board.cards)
        self.deck_size = sum(self.deck.values())
        self.discards = dict.fromkeys(board.cards, 0)
        self.discards_size = 0
        self.hands = [dict.fromkeys(board.cards, 0) for _ in range(seats)]
        self.row = [None] * board.row_places
        self.wagons = [board.wagons] * seats
        self.owner = {}  # track id: seat
        self.claims = [0] * seats
        self.station_at = {}  # city: seat
        self.stations_built = [0] * seats
        self.ticket_decks = {d: TicketDeck(t.id for t in board.tickets.values() if t.deck == d)
                             for d in board.deck_ids}
        self.ticket_discards = []
        self.held = [[] for _ in range(seats)]
        self.completed = [0] * seats  # in a race only
        self.has_east_west = [False] * seats
        self.place_passengers = {}  # place: colour: number
        self.taken = []  # seat: colour: number
        self.passes = 0  # in a row
        self.turns_left = None  # None before the last round
        self.over = False
        self.goal_reached_by = None

    def set_up(self):
        board = self.board
        for seat in range(self.seats):
            for _ in range(board.opening_cards):
                if self.cards_left():
                    self.deal_to_hand(seat)
        for place in range(board.row_places):
            self.fill_place(place)
        self.check_row("flushes at set-up")
        if board.passengers:
            self.set_up_passengers()
        if board.race:
            for seat in range(self.seats):
                for _ in range(board.race["open"]):
                    self.give_race_ticket(seat, {})
        else:
            self.set_up_tickets()

    def set_up_passengers(self):
        bag = dict(self.board.passengers["colours"])
        self.taken = [dict.fromkeys(bag, 0) for _ in range(self.seats)]
        for place, number in self.board.passenger_places:
            self.place_passengers[place] = dict.fromkeys(bag, 0)
            for _ in range(number):
                if not any(bag.values()):
                    return
                line = self.read_deal("passenger", place=place)
                colour = self.text(line, "colour")
                if bag.get(colour, 0) == 0:
                    self.fault(f"no {colour} passenger is left")
                bag[colour] -= 1
                self.place_passengers[place][colour] += 1

    def set_up_tickets(self):
        board = self.board
        least = board.keep["first"]
        rest = []
        if board.split is not None:
            for i in range(self.seats):
                seat = (self.first + i) % self.seats
                move = self.read_move(seat, "draw_tickets")
                offered = self.offer_tickets(seat, self.read_split(move))
                rest += self.keep_tickets(seat, offered, least)
        else:
            first = {d["id"]: d.get("first", 0) for d in board.deck_rules}
            offers = [self.offer_tickets(seat, first) for seat in range(self.seats)]
            for seat in range(self.seats):
                rest += self.keep_tickets(seat, offers[seat], least)
        if board.keep["not_kept_first"] == "reshuffle":
            for ticket in rest:
                self.ticket_decks[self.board.tickets[ticket].deck].shuffled.add(ticket)

    def turn(self, seat):
        move = self.read_move(seat, "draw_blind", "draw_row", "claim", "draw_tickets", "build_station",
                              "swap_tickets", "pass")
        do = move["do"]
        if do == "pass":
            action = self.available_action(seat)
            if action:
                self.fault(f"seat {seat} may not pass: it can {action}")
            self.passes += 1
            self.event("forced passes")
        else:
            self.passes = 0
            if do in ("draw_blind", "draw_row"):
                self.draw_cards(seat, move)
            elif do == "claim":
                self.claim(seat, move)
            elif do == "draw_tickets":
                self.draw_tickets(seat, move)
            elif do == "build_station":
                self.build_station(seat, move)
            else:
                self.swap_tickets(seat)
        if not self.over:
            self.end_turn(seat)

    def end_turn(self, seat):
        if None in self.row and self.cards_left():
            for place in range(len(self.row)):
                if self.row[place] is None and self.cards_left():
                    self.fill_place(place)
                    self.event("row places filled later")
        self.check_row("flushes")
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.wagons[seat] <= self.board.end_wagons:
            self.turns_left = self.seats * self.board.end_turns_each
        if self.turns_left == 0:
            self.over = True
            if self.board.race:
                self.event("races ended by the last wagon")
            else:
                self.event("games ended by the last round")
        elif self.passes == self.seats:
            self.over = True
            self.event("games ended by all passing")

    def available_action(self, seat):
        """Something the seat could do, or None (X5, X6)."""
        if self.cards_left() or any(self.row):
            return "draw cards"
        if self.board.race:
            if self.can_swap(seat):
                return "swap tickets"
        elif any(len(self.ticket_decks[d]) for d in self.later_decks()):
            return "draw tickets"
        hand = self.hands[seat]
        for track in self.board.tracks.values():
            if self.why_not_claim(seat, track) is None:
                colours = self.board.colours if track.colour == GREY else [track.colour]
                if self.can_pay(hand, track.length, colours, track.locomotives):
                    return f"claim {track.id}"
        if self.board.stations and self.stations_built[seat] < self.board.stations["each"]:
            if any(city not in self.station_at for city in self.board.cities):
                if self.can_pay(hand, self.stations_built[seat] + 1, self.board.colours, 0):
                    return "build a station"
        return None

    # ---- cards

    def cards_left(self):
        return self.deck_size + self.discards_size

    def deal_card(self, kind, **expected):
        """The next card of the deck. The caller has seen that there is one."""
        if self.deck_size == 0:
            self.deck, self.discards = self.discards, self.deck  # the deck was all noughts
            self.deck_size, self.discards_size = self.discards_size, 0
            self.event("deck refills")
        line = self.read_deal(kind, **expected)
        card = self.text(line, "card")
        if card not in self.deck:
            self.fault(f"{card} is not a card of this board")
        if self.deck[card] == 0:
            self.fault(f"no {card} card is left in the deck")
        self.deck[card] -= 1
        self.deck_size -= 1
        if self.cards_left() == 0:
            self.event("deck and discards both emptied")
        return card

    def deal_to_hand(self, seat):
        self.hands[seat][self.deal_card("hand", seat=seat)] += 1

    def discard(self, card, number=1):
        self.discards[card] += number
        self.discards_size += number

    def fill_place(self, place):
        if self.cards_left():
            self.row[place] = self.deal_card("row", place=place)
        else:
            self.row[place] = None
            self.event("row places left empty")

    def check_row(self, event):
        """C7: away with a row of too many locomotives, as often as it takes."""
        while self.row and self.row.count(LOCOMOTIVE) >= self.board.flush_at:
            if not self.flush_can_help():
                self.event("flushes skipped (X2)")
                return
            self.event(event)
            for place, card in enumerate(self.row):
                if card is not None:
                    self.discard(card)
                    self.row[place] = None
            for place in range(len(self.row)):
                self.fill_place(place)

    def flush_can_help(self):
        """X2: can the cards outside the hands make a row with few enough locomotives?"""
        in_row = [card for card in self.row if card is not None]
        total = len(in_row) + self.deck_size + self.discards_size
        locomotives = in_row.count(LOCOMOTIVE) + self.deck[LOCOMOTIVE] + self.discards[LOCOMOTIVE]
        size = min(len(self.row), total)
        return total - locomotives >= size - (self.board.flush_at - 1)

    def draw_cards(self, seat, move):
        if not self.row:
            if move["do"] != "draw_blind":
                self.fault("there is no row on this board")
            if not self.cards_left():
                self.fault("there is no card to draw")
            for _ in range(self.board.draw_count):
                if self.cards_left():
                    self.deal_to_hand(seat)
                else:
                    self.event("second card not to be had (X3)")
            return
        drawn = 0
        while True:
            if move["do"] == "draw_blind":
                if not self.cards_left():
                    self.fault("there is no card to draw")
                self.deal_to_hand(seat)
            else:
                place = self.number(move, "place")
                if not 0 <= place < len(self.row) or self.row[place] is None:
                    self.fault("there is no card at this place of the row")
                card = self.row[place]
                if card == LOCOMOTIVE and drawn:
                    self.fault("a locomotive of the row can't be the second card")
                self.hands[seat][card] += 1
                self.fill_place(place)
                self.check_row("flushes")
                if card == LOCOMOTIVE:
                    self.event("locomotives taken from the row")
                    return
            drawn += 1
            if drawn == self.board.draw_count:
                return
            if not self.cards_left() and all(c in (None, LOCOMOTIVE) for c in self.row):
                self.event("second card not to be had (X3)")
                return
            move = self.read_move(seat, "draw_blind", "draw_row")

    # ---- paying

    @staticmethod
    def can_pay(hand, number, colours, least_locomotives):
        return any(hand[LOCOMOTIVE] >= max(least_locomotives, number - hand[c]) for c in colours)

    def pay(self, seat, move, number, track_colour, least_locomotives):
        """Takes the payment out of the hand; gives back its colour and the number of locomotives in it."""
        colour = self.text(move, "colour")
        locomotives = self.number(move, "locomotives")
        hand = self.hands[seat]
        if colour not in hand:
            self.fault(f"{colour} is not a card of this board")
        if colour == LOCOMOTIVE:
            if locomotives != number:
                self.fault(f"the payment must be {number} locomotives")
        else:
            if not 0 <= locomotives < number:
                self.fault(f"a payment of {number} with {locomotives} locomotives and some {colour} can't be")
            if track_colour != GREY and colour != track_colour:
                self.fault(f"the track takes {track_colour}")
        if locomotives < least_locomotives:
            self.fault(f"at least {least_locomotives} locomotives are needed")
        if hand[LOCOMOTIVE] < locomotives or (colour != LOCOMOTIVE and hand[colour] < number - locomotives):
            self.fault(f"seat {seat} does not have the cards")
        hand[LOCOMOTIVE] -= locomotives
        hand[colour] -= number - locomotives
        return colour, locomotives

    # ---- claiming

    def why_not_claim(self, seat, track):
        """What speaks against it, payment aside; None if nothing does."""
        if track.id in self.owner:
            return "the track is taken"
        for other in track.parallel:
            if other in self.owner:
                if self.owner[other] == seat:
                    return "the seat owns a parallel track"
                if self.seats <= self.board.one_of_parallel_up_to:
                    return "a parallel track is taken, so this one is closed"
        if self.wagons[seat] < track.length:
            return "the seat has too few wagons"
        return None

    def claim(self, seat, move):
        board = self.board
        track = board.tracks.get(self.text(move, "track"))
        if track is None:
            self.fault("there is no such track")
        reason = self.why_not_claim(seat, track)
        if reason:
            self.fault(reason)
        colour, locomotives = self.pay(seat, move, track.length, track.colour, track.locomotives)
        plain = track.length - locomotives
        if track.tunnel and board.tunnel_cards is not None:
            if not self.dig(seat, colour):
                self.hands[seat][colour] += plain
                self.hands[seat][LOCOMOTIVE] += locomotives
                return
        self.discard(colour, plain)
        self.discard(LOCOMOTIVE, locomotives)
        self.owner[track.id] = seat
        self.wagons[seat] -= track.length
        if board.claim_points:
            self.claims[seat] += board.claim_points[track.length - 1]
        if colour == LOCOMOTIVE:
            self.event("claims with locomotives alone")
        if track.locomotives:
            self.event("ferries claimed")
        if board.passengers:
            self.meet_passengers(seat, track)
        if board.race:
            self.complete_tickets(seat)

    def dig(self, seat, colour):
        """Turns up the tunnel's cards and sees to the extra. True if the track is claimed.

        The cards laid are out of the hand, and not yet among the discards (E8).
        """
        turned = []
        while len(turned) < self.board.tunnel_cards and self.cards_left():
            turned.append(self.deal_card("tunnel"))
        if len(turned) < self.board.tunnel_cards:
            self.event("tunnels with fewer cards turned up")
        if not turned:
            self.event("tunnels with no card turned up")
        extra = sum(1 for card in turned if card in (colour, LOCOMOTIVE))
        claimed = True
        if extra == 0:
            self.event("tunnels without extra")
        else:
            hand = self.hands[seat]
            payable = hand[LOCOMOTIVE] + (hand[colour] if colour != LOCOMOTIVE else 0) >= extra
            move = self.read_move(seat, "pay_tunnel", "decline_tunnel")
            if move["do"] == "pay_tunnel":
                locomotives = self.number(move, "locomotives")
                if not 0 <= locomotives <= extra:
                    self.fault(f"the extra is {extra} cards")
                if colour == LOCOMOTIVE and locomotives != extra:
                    self.fault("the extra must be paid with locomotives")
                if hand[LOCOMOTIVE] < locomotives or (colour != LOCOMOTIVE and hand[colour] < extra - locomotives):
                    self.fault(f"seat {seat} does not have the cards")
                hand[LOCOMOTIVE] -= locomotives
                hand[colour] -= extra - locomotives
                self.discard(LOCOMOTIVE, locomotives)
                self.discard(colour, extra - locomotives)
                self.event("tunnels paid")
            else:
                claimed = False
                self.event("tunnels declined" if payable else "tunnels unpayable")
        for card in turned:
            self.discard(card)
        return claimed

    def meet_passengers(self, seat, track):
        for place in track.passenger_places:
            waiting = self.place_passengers.get(place, {})
            if not any(waiting.values()):
                self.event("claims at places without passengers")
                continue
            move = self.read_move(seat, "take_passenger", "leave_passenger")
            if self.text(move, "place") != place:
                self.fault(f"the passengers of {place} come now")
            if move["do"] == "take_passenger":
                colour = self.text(move, "colour")
                if waiting.get(colour, 0) == 0:
                    self.fault(f"there is no {colour} passenger at {place}")
                waiting[colour] -= 1
                self.taken[seat][colour] += 1
                self.event("passengers taken")
            else:
                self.event("passengers left")

    def build_station(self, seat, move):
        if not self.board.stations:
            self.fault("there are no stations on this board")
        city = self.text(move, "city")
        if city not in self.board.cities:
            self.fault("there is no such city")
        if city in self.station_at:
            self.fault("the city has a station")
        if self.stations_built[seat] == self.board.stations["each"]:
            self.fault("the seat has no station left")
        number = self.stations_built[seat] + 1
        colour, locomotives = self.pay(seat, move, number, GREY, 0)
        self.discard(colour, number - locomotives)
        self.discard(LOCOMOTIVE, locomotives)
        self.station_at[city] = seat
        self.stations_built[seat] = number
        self.event("stations built")
        if number == 3:
            self.event("third stations built")

    # ---- tickets

    def later_decks(self):
        """How many tickets of each deck are drawn later on; with a split any deck can be drawn from."""
        if self.board.split is not None:
            return {d: self.board.split for d in self.board.deck_ids}
        return {d["id"]: d["later"] for d in self.board.deck_rules if d.get("later", 0) > 0}

    def read_split(self, move):
        split = move["split"]
        if type(split) is not dict or split.keys() != set(self.board.deck_ids):
            self.fault("the split must name the ticket decks")
        for deck in split:
            if self.number(split, deck) < 0:
                self.fault("a split has no negative numbers")
        if sum(split.values()) != self.board.split:
            self.fault(f"the split must be of {self.board.split} tickets")
        return split

    def deal_ticket(self, seat, deck_id):
        """The next ticket of a deck that has one."""
        line = self.read_deal("ticket", seat=seat, deck=deck_id)
        ticket = self.text(line, "ticket")
        deck = self.ticket_decks[deck_id]
        if deck.shuffled:
            if ticket not in deck.shuffled:
                self.fault(f"{ticket} can't come from this deck now")
            deck.shuffled.remove(ticket)
        else:
            if ticket != deck.under[0]:
                self.fault(f"the next ticket of this deck is {deck.under[0]}")
            deck.under.pop(0)
            self.event("tickets drawn from under the deck")
        if not len(deck):
            self.event("ticket decks run empty")
        return ticket

    def offer_tickets(self, seat, numbers):
        offered = []
        for deck_id in self.board.deck_ids:
            for _ in range(numbers.get(deck_id, 0)):
                if len(self.ticket_decks[deck_id]):
                    offered.append(self.deal_ticket(seat, deck_id))
        return offered

    def keep_tickets(self, seat, offered, least):
        """Reads what is kept; gives back the rest, in the order offered."""
        move = self.read_move(seat, "keep_tickets")
        kept = move["tickets"]
        if type(kept) is not list or not all(type(t) is str for t in kept):
            self.fault("tickets must be a list of tickets")
        if len(set(kept)) != len(kept):
            self.fault("a ticket is named twice")
        for ticket in kept:
            if ticket not in offered:
                self.fault(f"{ticket} was not offered")
        if len(kept) < min(least, len(offered)):
            self.fault(f"at least {min(least, len(offered))} tickets must be kept")
        self.held[seat] += kept
        return [t for t in offered if t not in kept]

    def draw_tickets(self, seat, move):
        board = self.board
        if board.race:
            self.fault("tickets are not drawn on this board")
        numbers = self.read_split(move) if board.split is not None else self.later_decks()
        asked = sum(numbers.values())
        there = sum(min(n, len(self.ticket_decks[d])) for d, n in numbers.items())
        if there == 0:
            self.fault("there is no ticket to draw")
        self.event("ticket draws")
        if there < asked:
            self.event("ticket draws with fewer than asked")
        offered = self.offer_tickets(seat, numbers)
        for ticket in self.keep_tickets(seat, offered, board.keep["later"]):
            self.ticket_decks[board.tickets[ticket].deck].under.append(ticket)

    # ---- the ticket race of First Journey

    def labels(self, seat):
        tracks = self.board.tracks
        return components([(tracks[t].node_a, tracks[t].node_b) for t, s in self.owner.items() if s == seat])

    def is_joined(self, label, ticket_id):
        ticket = self.board.tickets[ticket_id]
        return joined(label, ticket.nodes_a, ticket.nodes_b)

    def count_completed(self, seat):
        """One more completed ticket; the goal ends the game at once (F7)."""
        self.completed[seat] += 1
        if self.completed[seat] == self.board.race["goal"]:
            self.goal_reached_by = seat
            self.over = True
            self.event("races won by the goal")

    def give_race_ticket(self, seat, label):
        """One new ticket; those already joined are complete at once, and replaced (X8)."""
        deck_id = self.board.deck_ids[0]
        deck = self.ticket_decks[deck_id]
        while not self.over:
            if not len(deck):
                if not self.ticket_discards:
                    self.event("no ticket left to draw (X9)")
                    return
                deck.shuffled = set(self.ticket_discards)
                self.ticket_discards = []
                self.event("ticket discards reshuffled (X9)")
            ticket = self.deal_ticket(seat, deck_id)
            if not self.is_joined(label, ticket):
                self.held[seat].append(ticket)
                return
            self.event("tickets completed when drawn (X8)")
            self.count_completed(seat)

    def complete_tickets(self, seat):
        label = self.labels(seat)
        before = self.completed[seat]
        for ticket in list(self.held[seat]):
            if self.is_joined(label, ticket):
                self.held[seat].remove(ticket)
                self.event("tickets completed in the race")
                self.count_completed(seat)
                self.give_race_ticket(seat, label)
                if self.over:
                    return
        if self.board.east_west and not self.has_east_west[seat]:
            if joined(label, *self.board.region_nodes):
                self.has_east_west[seat] = True
                self.event("East-West taken")
                self.count_completed(seat)
                if self.over:
                    self.event("East-West as the winning ticket")
                    return
        if self.completed[seat] > before and self.wagons[seat] <= self.board.end_wagons:
            self.event("races ended with last wagon and completed ticket")

    def can_swap(self, seat):
        race = self.board.race
        there = len(self.ticket_decks[self.board.deck_ids[0]]) + len(self.ticket_discards)
        return bool(race.get("swap")) and len(self.held[seat]) == race["open"] and there >= race["open"]

    def swap_tickets(self, seat):
        if not self.board.race or not self.can_swap(seat):
            self.fault("tickets can't be swapped now")
        self.event("ticket swaps")
        away = self.held[seat]
        self.held[seat] = []
        label = self.labels(seat)
        for _ in range(self.board.race["open"]):
            self.give_race_ticket(seat, label)
        self.ticket_discards += away

    # ---- the result

    def score(self):
        """The parts of each seat, and the winners."""
        board = self.board
        everyone = range(self.seats)
        if board.race:
            parts = [{"total": self.completed[s], "completed": self.completed[s]} for s in everyone]
            if self.goal_reached_by is not None:
                return parts, [self.goal_reached_by]
            return parts, self.winners(parts)

        own = [[board.tracks[t] for t, owner in self.owner.items() if owner == s] for s in everyone]
        parts = [{} for _ in everyone]
        for s in everyone:
            if board.claim_points:
                parts[s]["claims"] = self.claims[s]
            parts[s]["tickets"], parts[s]["completed"] = self.score_tickets(s, own)
            if board.stations:
                unused = board.stations["each"] - self.stations_built[s]
                parts[s]["stations"] = board.stations["points_unused"] * unused
        if board.longest_line:
            lengths = [longest_line([(t.node_a, t.node_b, t.length) for t in own[s]]) for s in everyone]
            longest = max(lengths)
            for s in everyone:
                holds = lengths[s] == longest and longest > 0
                parts[s]["longest"] = lengths[s]
                parts[s]["express"] = board.longest_line["points"] if holds else 0
            if lengths.count(longest) > 1:
                self.event("longest line shared")
        if board.globetrotter:
            most = max(p["completed"] for p in parts)
            for s in everyone:
                holds = parts[s]["completed"] == most and most > 0
                parts[s]["globetrotter"] = board.globetrotter["points"] if holds else 0
            if most == 0:
                self.event("globetrotter for nobody")
            elif sum(p["completed"] == most for p in parts) > 1:
                self.event("globetrotter shared")
        if board.passengers:
            rules = board.passengers
            for s in everyone:
                parts[s]["passengers"] = 0
            for colour in rules["colours"]:
                points = majority([self.taken[s][colour] for s in everyone],
                                  rules["points_most"], rules["points_second"])
                for s in everyone:
                    parts[s]["passengers"] += points[s]
                if points.count(rules["points_most"]) > 1:
                    self.event("passenger colours tied for the most")
                if points.count(rules["points_second"]) > 1:
                    self.event("passenger colours tied for second")
        for p in parts:
            p["total"] = sum(p.get(name, 0) for name in
                             ("claims", "tickets", "stations", "express", "globetrotter", "passengers"))
        return parts, self.winners(parts)

    def score_tickets(self, seat, own):
        board = self.board
        tickets = [board.tickets[t] for t in self.held[seat]]
        wanted = [(t.nodes_a, t.nodes_b, t.points) for t in tickets]
        edges = [(t.node_a, t.node_b) for t in own[seat]]
        others = [t for s, tracks in enumerate(own) if s != seat for t in tracks]
        borrowable = [[(t.node_a, t.node_b) for t in others if city in (t.a, t.b)]
                      for city, owner in self.station_at.items() if owner == seat]
        best = ticket_score(edges, borrowable, wanted)
        if borrowable and best != ticket_score(edges, [], wanted):
            self.event("stations that completed a ticket")
        label = components(edges)
        self.event("country tickets completed",
                   sum(t.names_country and joined(label, t.nodes_a, t.nodes_b) for t in tickets))
        return best

    def winners(self, parts):
        measures = {
            "most_completed": lambda s: parts[s]["completed"],
            "fewest_stations": lambda s: -self.stations_built[s],
            "longest_line": lambda s: parts[s]["express"],  # holding the Express, or not
            "most_passengers": lambda s: sum(self.taken[s].values()),
        }
        best = max(p["total"] for p in parts)
        leaders = [s for s in range(self.seats) if parts[s]["total"] == best]
        tied = len(leaders) > 1
        for name in self.board.tie_breaks:
            best = max(measures[name](s) for s in leaders)
            leaders = [s for s in leaders if measures[name](s) == best]
        if len(leaders) > 1:
            self.event("winners shared")
        elif tied:
            self.event("winner found by a tie-break")
        return leaders

    def read_result(self):
        if self.at == len(self.lines):
            raise Fault(self.at + 1, "the game is over, but there is no result")
        line = self.read_line()
        if "result" not in line or not line.keys() <= {"result", "key"}:
            self.fault("the game is over: the result is due here")
        result = line["result"]
        if type(result) is not dict or result.keys() != {"winners", "seats"}:
            self.fault("the result must have winners and seats")
        if type(result["seats"]) is not list or len(result["seats"]) != self.seats:
            self.fault("the result must have every seat")
        parts, winners = self.score()
        for s in range(self.seats):
            found = result["seats"][s]
            if type(found) is not dict or found.keys() != parts[s].keys():
                self.fault(f"seat {s} must have: {', '.join(parts[s])}")
            for name, value in parts[s].items():
                if type(found[name]) is not int or found[name] != value:
                    self.fault(f"seat {s}: {name} should be {value}")
        found = result["winners"]
        if type(found) is not list or any(type(s) is not int for s in found) or found != winners:
            self.fault(f"the winners should be {winners}")
        if "key" in line:
            self.check_key(self.text(line, "key"))
        if self.at < len(self.lines):
            raise Fault(self.at + 1, "there is something after the result")

    def check_key(self, key):
        """The key is what the header committed to, hashed as written or as the bytes its hex digits mean."""
        if self.key_sha256 is None:
            return
        readings = [key.encode("utf-8", "surrogatepass")]
        try:
            readings.append(bytes.fromhex(key))
        except ValueError:
            pass
        if self.key_sha256.lower() not in [hashlib.sha256(r).hexdigest() for r in readings]:
            self.fault("the key is not the one that the header committed to")


# ---------------------------------------------------------------- whole records

def judge(lines, boards, events=None):
    """True for a whole game in order, False for one in order but unfinished; raises Fault otherwise."""
    happened = {}
    try:
        Game(lines, boards, happened).judge()
        finished = True
    except Unfinished:
        finished = False
    if events is not None:
        happened["games finished" if finished else "games unfinished"] = 1
        for name, count in happened.items():
            events[name] = events.get(name, 0) + count
    return finished


def split_lines(text):
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def judge_file(path, boards, events=None):
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
    return judge(split_lines(text), boards, events)


def find_records(paths):
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders.sort()
                for name in sorted(names):
                    if name.endswith(".jsonl"):
                        yield os.path.join(folder, name)
        else:
            yield path


def main(arguments=None):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Judges game records.")
    parser.add_argument("--boards", default=os.path.join(here, "..", "..", "data", "boards"), metavar="DIR",
                        help="the folder of the board files")
    parser.add_argument("--stats", action="store_true", help="also count the special events of the games passed")
    parser.add_argument("records", nargs="+", metavar="FILE-OR-DIR")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    boards = load_boards(options.boards)
    events = {}
    passed = failed = unfinished = 0
    for path in find_records(options.records):
        try:
            if judge_file(path, boards, events):
                passed += 1
            else:
                unfinished += 1
                print(f"{path}: unfinished")
        except Fault as fault:
            failed += 1
            print(f"{path}:{fault.line}: {fault.reason}")
        except OSError as error:
            failed += 1
            print(f"{path}:0: {error.strerror}")
    if options.stats:
        for name in EVENTS:
            print(f"{events.get(name, 0):8}  {name}")
    print(f"{passed} passed, {failed} failed" + (f", {unfinished} unfinished" if unfinished else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
