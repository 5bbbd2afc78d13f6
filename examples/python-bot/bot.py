#!/usr/bin/env python3
"""A small player for Perron in Python's standard library alone: an example to begin your own from.

It finds short ways for its tickets, claims the tracks on them, and draws the cards that they need. It reads questions
and writes answers as lines of JSON; docs/engine-protocol.md says what is in them.
"""

import heapq
import json
import sys


class Map:
    """The board that hello told us about."""

    def __init__(self, hello):
        board = hello["board"]
        self.tracks = {name: track for name, track in zip(hello["track_ids"], board["tracks"])}
        self.tickets = {name: ticket for name, ticket in zip(hello["ticket_ids"], board["tickets"])}
        self.points = [0] + board["rules"].get("claim_points", [])
        self.at = {}  # place -> names of the tracks there
        for name, track in self.tracks.items():
            self.at.setdefault(track["a"], []).append(name)
            self.at.setdefault(track["b"], []).append(name)
        self.terminals = {}  # country -> its places
        for place in board["places"]:
            if "country" in place:
                self.terminals.setdefault(place["country"], set()).add(place["id"])

    def ends(self, ticket):
        return [self.terminals.get(self.tickets[ticket][end], {self.tickets[ticket][end]}) for end in "ab"]

    def way(self, ticket, free, own):
        """The cheapest way for a ticket: (wagons, tracks still to claim), or None. Dijkstra; own tracks cost nothing."""
        start, goal = self.ends(ticket)
        queue = [(0, place, ()) for place in sorted(start)]
        done = set()
        while queue:
            cost, place, used = heapq.heappop(queue)
            if place in goal:
                return cost, used
            if place in done:
                continue
            done.add(place)
            for name in self.at.get(place, ()):
                track = self.tracks[name]
                other = track["b"] if track["a"] == place else track["a"]
                if name in own:
                    heapq.heappush(queue, (cost, other, used))
                elif name in free:
                    heapq.heappush(queue, (cost + track["length"], other, used + (name,)))
        return None


class Table:
    """What one view says, and the plan that follows from it."""

    def __init__(self, board, view):
        self.map, self.view = board, view
        self.me = view["seats"][view["seat"]]
        self.hand = view["mine"]["hand"]
        taken = set(view["closed"]).union(*(seat["tracks"] for seat in view["seats"]))
        own = set(self.me["tracks"])
        beside = {(board.tracks[name]["a"], board.tracks[name]["b"]) for name in own}  # one of parallel tracks for each seat
        self.free = {n for n, t in board.tracks.items() if n not in taken and (t["a"], t["b"]) not in beside}

    def plan(self, tickets):
        """Tracks to claim for these tickets, the most valuable ticket first, and the points that they bring."""
        own, wagons, needed, points = set(self.me["tracks"]), self.me["wagons"], [], 0
        for ticket in sorted(tickets, key=self.worth, reverse=True):
            way = self.map.way(ticket, self.free, own)
            if way is None or way[0] > wagons:
                points -= self.worth(ticket)
                continue
            points += self.worth(ticket)
            wagons -= way[0]
            own.update(way[1])
            needed += way[1]
        return needed, points

    def worth(self, ticket):
        return self.map.tickets[ticket].get("points", 10)

    def keep(self, legal):
        """Which of the offered tickets to keep: their points, less what their tracks cost."""

        def value(action):
            chosen = [self.view["mine"]["offered"][int(n) - 1] for n in action.split()[1:]]
            needed, points = self.plan(self.view["mine"]["tickets"] + chosen)
            return points - 0.8 * sum(self.map.tracks[name]["length"] for name in needed)

        return max(legal, key=value)

    def claim(self, claims, needed):
        """A track of the plan, the longest first; without a plan the track with most points. Locomotives are spared."""

        def value(action):
            _, name, payment = action.split()
            return self.map.tracks[name]["length"], -int(payment.partition("+")[2] or 0)

        useful = [action for action in claims if action.split()[1] in needed]
        if useful:
            return max(useful, key=value)
        if needed and self.me["wagons"] > 8 and self.me["hand_size"] < 20:
            return None  # save the cards for the plan
        return max(claims, key=value, default=None)

    def draw(self, draws, needed):
        """A card from the row that the plan needs, a locomotive, or a blind one."""
        wanted = {}
        for name in needed:
            track = self.map.tracks[name]
            colour = track["colour"] if track["colour"] != "grey" else max(self.hand, key=self.hand.get, default="red")
            lacking = track["length"] - self.hand.get(colour, 0)
            if lacking > 0:
                wanted[colour] = max(wanted.get(colour, 0), 20 - lacking)  # finish first what is nearly there
        wanted["locomotive"] = 17

        def value(action):
            if action == "draw_blind":
                return 5
            return wanted.get(self.view["row"][int(action.split()[1])], 0)

        return max(draws, key=value, default=None)

    def choose(self, legal):
        by_kind = {}
        for action in legal:
            by_kind.setdefault(action.split()[0], []).append(action)
        if "keep_tickets" in by_kind:
            return self.keep(legal)
        for kind in ("pay_tunnel", "take_passenger"):  # the first one spares locomotives
            if kind in by_kind:
                return by_kind[kind][0]
        needed, _ = self.plan(self.view["mine"]["tickets"])
        draws = by_kind.get("draw_row", []) + by_kind.get("draw_blind", [])
        action = self.claim(by_kind.get("claim", []), needed) or self.draw(draws, needed)
        if action:
            return action
        splits = by_kind.get("draw_tickets", [])
        return splits[len(splits) // 2] if splits else legal[0]


def main():
    board = None
    for line in sys.stdin:
        question = json.loads(line)
        if question["cmd"] == "hello":
            board = Map(question)
            answer = {"id": question.get("id"), "ready": True, "name": "Python example"}
        elif question["cmd"] == "choose":
            action = Table(board, question["view"]).choose(question["legal"])
            answer = {"id": question["id"], "action": action}
        else:
            break  # quit
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
