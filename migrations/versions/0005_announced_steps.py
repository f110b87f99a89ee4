"""What waits knows the entry that announces it to the game masters; what waits already counts as told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nothing that is there changes."""
    op.add_column("waiting", sa.Column("announced_by", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take it away again. Nobody is mentioned twice for that: a message that stands is never posted anew."""
    op.drop_column("waiting", "announced_by")
