"""Events of a table's own, as a campaign's library may have them."""

from __future__ import annotations

from bot.systems.kingdom.events.own import OWN_EVENTS

# Events of the table's own, every deed, and each way of going on.
OWN = {
    texts["name"]: OWN_EVENTS.entry(texts)
    for texts in (
        {"name": "A tale", "about": "Nothing comes of it."},
        {
            "name": "Lanterns",
            "about": "Crowds fill the streets.",
            "strikes": "built_lot",
            "rules": "roll: Loyalty, Stability\nalways: Society +1 until event\nboth: Treasury +1d6!, find\n"
            "one: Unrest +1d4, damage, goes on\nnone: Economy -1 for a year, wreck, goes on\n"
            "each failure: Crime +1; todo: Play it",
        },
        {
            "name": "Poison",
            "about": "Somebody is ill.",
            "strikes": "leader",
            "rules": "roll: Stability\nfailure: kill\nsecond: Fame +1\nsuccess: goes on",
        },
        {
            "name": "Storm",
            "about": "Lightning strikes.",
            "strikes": "improved",
            "rules": "roll: Economy\nfailure: raze, Control DC +1 until month",
        },
        {
            "name": "Giants",
            "about": "They want the hex.",
            "strikes": "hex",
            "rules": 'choice: Ruler\nsuccess "Pay": Treasury -2d4\n'
            'failure "Flee": lose hex, Unrest +1, goes on',
        },
        {
            "name": "Fever",
            "about": "It spreads.",
            "strikes": "settlement",
            "rules": "roll: Stability, Stability\nboth: treasure\none: ruin\nnone: spread, goes on\n"
            "calm: exhibit, Law +1",
            "seen_by": "game_masters",
        },
    )
}
