#!/usr/bin/env python3
"""Checks the dice of a Waypost chapter: python verify.py FILE. Needs nothing but Python; reads FILE only.

FILE comes from `/dice verify`. Its first line holds the seal, published before the first die, and the seed,
published after the last. Each further line is one draw. docs/fairness.md explains it in plain words.
"""

import hashlib
import hmac
import json
import sys


def die(seed, draw, interaction, counter, sides):
    """What a die must show, and the counter of the next die."""
    fair = 2**32 // sides * sides  # numbers from here on would favor the low faces: they are skipped
    while True:
        message = draw.to_bytes(8, "big") + interaction.to_bytes(8, "big") + counter.to_bytes(4, "big")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        counter += 1
        for start in range(0, 32, 4):
            number = int.from_bytes(digest[start : start + 4], "big")
            if number < fair:
                return number % sides + 1, counter


def check(lines):
    """Every fault, one after another."""
    head = json.loads(lines[0])
    seed = bytes.fromhex(head["seed"])
    if hashlib.sha256(seed).hexdigest() != head["seal"]:
        yield "the seed does not give the seal"
    expected, last_entry, count = head["first"], 0, 0
    for line in lines[1:]:
        draw = json.loads(line)
        if draw["draw"] != expected or draw["entry"] <= last_entry:
            yield f"draw {draw['draw']} stands where draw {expected} belongs: missing, repeated or swapped"
        expected, last_entry = draw["draw"] + 1, draw["entry"]
        counter = 0
        for place, (sides, value, *_) in enumerate(draw["dice"], start=1):
            right, counter = die(seed, draw["draw"], int(draw["interaction"]), counter, sides)
            if right != value:
                yield f"entry #{draw['entry']}, draw {draw['draw']}, die {place}: {value}, should be {right}"
        count += len(draw["dice"])
    if expected != head["last"] + 1 or count != head["dice"]:
        yield f"{count} dice up to draw {expected - 1}, should be {head['dice']} up to {head['last']}"
    print(f"Chapter {head['chapter']}, {head['kind']} dice: draws {head['first']} to {head['last']} of "
          f"{head['draws']}, {count} dice. The seal: {head['seal']}")  # fmt: skip


with open(sys.argv[1], encoding="utf-8") as file:
    faults = list(check(file.read().splitlines()))
print("\n".join(faults) or "All as sealed. Compare the seal with the one shown while the chapter ran.")
sys.exit(1 if faults else 0)
