"""A live card moves on from entry to entry: what it told before, and which entries it is to tell."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; every message there is tells its one entry, and every open row asks for one of its own."""
    op.add_column("outbox", sa.Column("in_place", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("messages", sa.Column("is_card", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("messages", sa.Column("as_of", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "earlier",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_earlier_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("message_id", "entry", name=op.f("pk_earlier")),
    )
    op.create_index(op.f("ix_earlier_campaign_id_entry"), "earlier", ["campaign_id", "entry"])


def downgrade() -> None:
    """Take them away again. A card then links to the entry it tells now, no longer to those before."""
    op.drop_table("earlier")
    op.drop_column("messages", "as_of")
    op.drop_column("messages", "is_card")
    op.drop_column("outbox", "in_place")
