"""The table's manners: chapters of dice, posts that follow others, nudges, indexes for journal filters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Plain columns, added and dropped in place: to rebuild these tables would read and write all that they hold.
COLUMNS = (
    ("outbox", "after_row", sa.BigInteger()),
    ("waiting", "nudged_at", sa.DateTime(timezone=True)),
)
INDEXES = (
    ("ix_journal_campaign_id_actor_id_number", ["campaign_id", "actor_id", "number"]),
    ("ix_journal_campaign_id_system_number", ["campaign_id", "system", "number"]),
)


def upgrade() -> None:
    """Add what the table's manners need; nothing that is there changes."""
    op.create_table(
        "chapters",
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("chapter", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret_seed", sa.LargeBinary(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("secret_drawn", sa.Integer(), nullable=False),
        sa.Column("first_entry", sa.Integer(), nullable=False),
        sa.Column("last_entry", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("secret_revealed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_chapters_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign_id", "chapter", name=op.f("pk_chapters")),
    )
    for table, name, type_ in COLUMNS:
        op.add_column(table, sa.Column(name, type_, nullable=True))
    for index, columns in INDEXES:
        op.create_index(op.f(index), "journal", columns)
    op.create_index(op.f("ix_campaigns_guild_id"), "campaigns", ["guild_id"])


def downgrade() -> None:
    """Take it away again. The seeds of ended chapters go with it; those published stay in the journal."""
    op.drop_index(op.f("ix_campaigns_guild_id"), table_name="campaigns")
    for index, _ in INDEXES:
        op.drop_index(op.f(index), table_name="journal")
    for table, name, _ in COLUMNS:
        op.drop_column(table, name)
    op.drop_table("chapters")
