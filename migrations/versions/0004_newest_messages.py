"""Indexes for a record's live messages and its newest: deep histories cost delivery nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replace the index; nothing that is there changes."""
    is_live = sa.column("is_live", sa.Boolean()).is_(True)
    op.create_index(
        "ix_messages_live", "messages", ["record_id"], sqlite_where=is_live, postgresql_where=is_live
    )
    op.create_index("ix_messages_newest", "messages", ["record_id", "audience", "entry", "message_id"])
    op.drop_index(op.f("ix_messages_record_id"), "messages")


def downgrade() -> None:
    """Put the old one back."""
    op.create_index(op.f("ix_messages_record_id"), "messages", ["record_id"])
    op.drop_index("ix_messages_newest", "messages")
    op.drop_index("ix_messages_live", "messages")
