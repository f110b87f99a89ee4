from __future__ import annotations
import json, re
import sqlalchemy as sa
from bot.storage.models import journal, records
from tests.systems.second_kingdom.duel import *
from tests.systems.second_kingdom.people_playbook import picture
from tests.tables import Table, said, text, reply_of
from tests.systems.second_kingdom.evening import refused, is_private


async def ids(table):
    def read(c):
        return [(r.id, r.kind) for r in c.execute(sa.select(records.c.id, records.c.kind))]
    return await table.bot.database.read(read)


async def test_forget_other_ids(armed: Table) -> None:
    table = armed
    await attacked(table, table.deacon)
    await table.gm.slash(table.channel, "sk npc add", name="Duke Ferris")
    await table.settle()
    for rid, kind in await ids(table):
        try:
            print("FORGET", kind, await refused(table, table.deacon, "sk forget", maneuver=rid))
        except Exception as e:
            print("FORGET", kind, "EXC", repr(e)[:300])
        for command, option in (("sk attack","target"),("sk learn","maneuver"),("sk portrait","hero"),("sk set","hero"),("sk sheet","hero"),("sk export","hero"),("sk edit","hero"),("sk npc show","name"),("sk retire","hero"),("sk return","hero"),("sk play","hero"),("library show","entry"),("library edit","entry"),("sk fate","chart"),("sk compare","maneuver"),("sk odds","target"),("sk odds","maneuver"),("sk defence","hero"),("sk counter","hero"),("sk gm act-for","item"),("sk gm cancel","item"),("sk npc edit","name"),("library remove","entry")):
            o={option:rid}
            if command=="sk attack": o["maneuver"]="Iron Gale"
            if command=="sk compare": o["other"]="Claw"
            if command=="sk odds" and option=="target": o["maneuver"]="Claw"
            if command=="sk defence": o["source"]="x"; o["block"]="1/1"
            if command=="sk counter": o["counter"]="x"; o["remove"]=True
            if command=="sk set": o["courage"]=7
            for who in ("wren","gm","stranger"):
                r = await getattr(table,who).slash(table.channel, command, **o)
                await table.settle()
                s = said(r)
                if "went wrong" in s or "Ferris" in s and who!="gm":
                    print("BAD", who, command, option, kind, s)


async def test_portrait_after_attack(armed: Table) -> None:
    table = armed
    await table.gm.slash(table.channel, "sk npc add", name="Duke Ferris")
    await table.gm.slash(table.channel, "sk portrait", hero="Duke Ferris", picture=("ferris.png", picture()))
    await table.settle()
    await attacked(table, table.gm, target="Ysolde", maneuver="Claw", hero="Duke Ferris")
    r = await table.wren.slash(table.channel, "sk npc show", name="Duke Ferris")
    print("SHOW", said(r), [a for m in [reply_of(r)] for a in m.attachments])
    r = await table.gm.slash(table.channel, "sk npc reveal", name="Duke Ferris", how="open")
    await table.settle()
    print("LAST", text(table.last()), table.last().attachments)
    r = await table.wren.slash(table.channel, "sk npc show", name="Duke Ferris")
    print("SHOW", said(r), [a for m in [reply_of(r)] for a in m.attachments])


async def test_surrogates(table: Table) -> None:
    hero = {"waypost": "hero", "game": "second_kingdom", "version": 1, "hero": {"name": "A\ud800b\u0000c", "courage": 1, "prudence": 1, "temperance": 1,
      "about": "x\ud800\u0000y", "counters": {"w\ud800\u0000x": {"value": 3, "least": -5, "most": 5, "thresholds":[{"at":1,"text":"q\ud800\u0000"}]}}, "defences":[{"source":"s\ud800\u0000","dodge":[1,1],"counters":["dodge"]}],
      "maneuvers":["m\ud800\u0000","\ud800"], "notes":[{"kind":"setback","text":"t\ud800\u0000"}]}}
    r = await table.deacon.slash(table.channel, "sk import", file=("hero.json", json.dumps(hero).encode()))
    await table.settle()
    print("IMPORT", said(r)); print(text(table.last()))
    for bad in ({"\ud800x": 1}, {"counters": {"\ud800": {"value": 1}}}, {"defences": [{"\ud800q": 1, "source": "a"}]}, {"portrait": "\ud800"}, {"maneuvers": ["\ud800"]}, {"about": "\u0000"}, {"conviction": 5.0}, {"conviction": -3}, {"conviction":1e400}, {"name": None}, {"maneuvers": {}}, {"defences":[{"source":"a","counters":[["x"]]}]}, {"notes":[{"kind":{}, "text":""}]}):
        h = json.loads(json.dumps(hero)); h["hero"]["name"] = "Zed"; h["hero"].update(bad)
        r = await table.deacon.slash(table.channel, "sk import", file=("hero.json", json.dumps(h).encode()))
        print("IMPORT", bad, said(r))
    for whole in (b"[]", b"1", b'"x"', b"{}", b'{"waypost":"hero","game":"second_kingdom","version":true,"hero":{}}', b'{"waypost":"hero","game":["x"],"version":1}', b'{"waypost":["hero"]}', b"\xff", b"[" * 100000):
        r = await table.deacon.slash(table.channel, "sk import", file=("hero.json", whole))
        print("IMPORT", whole[:60], said(r))


async def test_library_surrogates(table: Table) -> None:
    e = {"name": "A\ud800b\u0000", "bonuses": "0 0 0", "requirement": "r\ud800\u0000", "minor": "x: power -> w\ud800\u0000; eff\ud800\u0000", "major": ""}
    for kind, entry in (("maneuver", e), ("maneuver", {"name":"\ud800", "bonuses":"0 0 0"}), ("maneuver", {"name":"x\ud800", "bonuses":"0 \ud800 0"}), ("chart", {"name":"c\ud800","cells":"\n".join(f"c{i}\ud800\u0000" for i in range(25))}), ("chart", {"name":"d","cells":"x","seen_by":"\ud800"}), ("maneuver", {"name":"x", "\ud800":"y"}), ("maneuver", {"name":"M2","bonuses":"0 0 0","minor":"x: "+"("*250}),("maneuver", {"name":"M2","bonuses":"0 0 0","minor":"x: "+"9"*250}),("maneuver", {"name":"M2","bonuses":"0 0 0","minor":"x: power*power*power*power*power*power -> \ud800; y"}),("maneuver", {"name":"M2","bonuses":"٣ 0 0"})):
        f = {"waypost": "library", "kind": f"second_kingdom.{kind}", "entries": [entry]}
        r = await table.gm.slash(table.channel, "library import", kind=kind, file=("l.json", json.dumps(f).encode()))
        await table.settle()
        print("LIB", str(entry)[:80].encode("ascii","backslashreplace"), said(r))
    for whole in (b"[]", b'{"waypost": "library", "kind": ["x"], "entries": []}', b'{"waypost": "library", "waypost":"library", "kind": "second_kingdom.maneuver", "entries": [1], "entries": [{"name":"a","bonuses":"0 0 0"}]}', b'{"waypost": "library", "kind": "second_kingdom.maneuver", "entries": {"a": 1}, "x": "entries"}',b'{"waypost": "library", "kind": "second_kingdom.maneuver", "entries": [[[]], 1, null, {"name": 1e999}]}'):
        r = await table.gm.slash(table.channel, "library import", kind="maneuver", file=("l.json", whole))
        print("LIB", whole[:60], said(r))
    for whole in (b"", b"\n", b"name,bonuses\n\"a", b"name;bonuses\na;0 0 0;x;y", b"name,bonuses\r\na,0 0 0\r\n", b"name,bonuses\ra,0 0 0", b"name,bonuses\na\x00,0 0 0"):
        r = await table.gm.slash(table.channel, "library import", kind="maneuver", file=("l.csv", whole))
        print("CSV", whole[:60], said(r))
