"""Where tests of several folders begin: see `tests.kept`."""

from __future__ import annotations

from tests.kept import Beginning
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, be_generous, open_stage
from tests.tables import Table, open_table

# A campaign of The Second Kingdom in a simulated Discord.
UNDER_WAY = Beginning[Table]("under_way", lambda address, kept: open_table(address, kept=kept))
# A campaign of every game on a stage, in which scenarios find all they need.
GENEROUS = Beginning[Stage](
    "generous", lambda address, kept: open_stage(address, packages=GAMES_OF_TESTS, kept=kept), be_generous
)
