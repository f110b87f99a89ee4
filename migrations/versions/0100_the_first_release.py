"""The first release: campaigns, records, journal, what waits, offers, outbox and messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

# What came before was never released: a database of that time has revisions that this program doesn't know.
revision = "0100"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("is_server", sa.Boolean(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret_seed", sa.LargeBinary(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("secret_drawn", sa.Integer(), nullable=False),
        sa.Column("silent_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
    )
    op.create_index(op.f("ix_campaigns_guild_id"), "campaigns", ["guild_id"])
    op.create_index(
        "ix_campaigns_silent",
        "campaigns",
        ["silent_at"],
        sqlite_where=sa.text("silent_at IS NOT NULL"),
        postgresql_where=sa.text("silent_at IS NOT NULL"),
    )
    op.create_index(
        "uq_campaigns_server",
        "campaigns",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("is_server IS 1"),
        postgresql_where=sa.text("is_server IS true"),
    )

    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("versions", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
    )
    op.create_index(op.f("ix_offers_at"), "offers", ["at"])

    op.create_table(
        "channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_channels_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("pk_channels")),
    )
    op.create_index(op.f("ix_channels_campaign_id"), "channels", ["campaign_id"])

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

    op.create_table(
        "journal",
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=False),
        sa.Column("on_behalf_of", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("input", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.String(length=40), nullable=True),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("drawing", sa.Integer(), nullable=True),
        sa.Column("secret_drawing", sa.Integer(), nullable=True),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("has_secret", sa.Boolean(), nullable=False),
        sa.Column("undoes", sa.Text(), nullable=True),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_journal_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign_id", "number", name=op.f("pk_journal")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_journal_interaction_id")),
    )
    op.create_index(
        op.f("ix_journal_campaign_id_actor_id_number"), "journal", ["campaign_id", "actor_id", "number"]
    )
    op.create_index(
        op.f("ix_journal_campaign_id_system_number"), "journal", ["campaign_id", "system", "number"]
    )
    op.create_index(
        "ix_journal_news",
        "journal",
        ["campaign_id", "subject_id", "number", "system", "action"],
        sqlite_where=sa.text("undone_by IS NULL AND undoes IS NULL"),
        postgresql_where=sa.text("undone_by IS NULL AND undoes IS NULL"),
    )

    op.create_table(
        "members",
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("standing", sa.String(length=20), nullable=False),
        sa.Column("digest_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("read_to", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_members_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_user_id"), "members", ["user_id"])

    op.create_table(
        "messages",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("audience", sa.String(length=12), nullable=False),
        sa.Column("record_id", sa.String(length=40), nullable=True),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_live", sa.Boolean(), nullable=False),
        sa.Column("is_card", sa.Boolean(), nullable=False),
        sa.Column("as_of", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_messages_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_messages")),
    )
    op.create_index(op.f("ix_messages_campaign_id_entry"), "messages", ["campaign_id", "entry"])
    op.create_index(
        "ix_messages_live",
        "messages",
        ["record_id", "is_live"],
        sqlite_where=sa.text("is_live IS 1"),
        postgresql_where=sa.text("is_live IS true"),
    )
    op.create_index("ix_messages_newest", "messages", ["record_id", "audience", "entry", "message_id"])

    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("audience", sa.String(length=12), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("record_id", sa.String(length=40), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("after_row", sa.BigInteger(), nullable=True),
        sa.Column("in_place", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_outbox_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_entry", "outbox", ["campaign_id", "entry"])
    op.create_index(
        "ix_outbox_open",
        "outbox",
        ["id"],
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )

    op.create_table(
        "records",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("system", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=True),
        sa.Column("parent_id", sa.String(length=40), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("rolled_back", sa.Integer(), nullable=True),
        sa.Column("state_version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_records_campaign_id_campaigns")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_records")),
    )
    op.create_index(
        op.f("ix_records_campaign_id_kind_name_key"), "records", ["campaign_id", "kind", "name_key"]
    )
    op.create_index(op.f("ix_records_campaign_id_owner_id"), "records", ["campaign_id", "owner_id"])
    op.create_index(op.f("ix_records_parent_id"), "records", ["parent_id"])

    op.create_table(
        "changes",
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record_id", sa.String(length=40), nullable=False),
        sa.Column("version_before", sa.Integer(), nullable=False),
        sa.Column("version_after", sa.Integer(), nullable=False),
        sa.Column("before", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id", "number"],
            ["journal.campaign_id", "journal.number"],
            name=op.f("fk_changes_campaign_id_journal"),
        ),
        sa.ForeignKeyConstraint(["record_id"], ["records.id"], name=op.f("fk_changes_record_id_records")),
        sa.PrimaryKeyConstraint("campaign_id", "number", "record_id", name=op.f("pk_changes")),
    )
    op.create_index(op.f("ix_changes_record_id_number"), "changes", ["record_id", "number"])

    op.create_table(
        "links",
        sa.Column("record_id", sa.String(length=40), nullable=False),
        sa.Column("target_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["records.id"], name=op.f("fk_links_record_id_records")),
        sa.PrimaryKeyConstraint("record_id", "target_id", name=op.f("pk_links")),
    )
    op.create_index(op.f("ix_links_target_id"), "links", ["target_id"])

    op.create_table(
        "waiting",
        sa.Column("record_id", sa.String(length=40), nullable=False),
        sa.Column("step", sa.String(length=40), nullable=False),
        sa.Column("campaign_id", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("who", sa.BigInteger(), nullable=True),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("nudged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("announced_by", sa.Integer(), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("counts_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_waiting_campaign_id_campaigns")
        ),
        sa.ForeignKeyConstraint(["record_id"], ["records.id"], name=op.f("fk_waiting_record_id_records")),
        sa.PrimaryKeyConstraint("record_id", "step", name=op.f("pk_waiting")),
    )
    op.create_index(op.f("ix_waiting_campaign_id_who"), "waiting", ["campaign_id", "who"])
    op.create_index(
        "ix_waiting_due",
        "waiting",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("waiting")
    op.drop_table("links")
    op.drop_table("changes")
    op.drop_table("records")
    op.drop_table("outbox")
    op.drop_table("messages")
    op.drop_table("members")
    op.drop_table("journal")
    op.drop_table("earlier")
    op.drop_table("chapters")
    op.drop_table("channels")
    op.drop_table("offers")
    op.drop_table("facts")
    op.drop_table("campaigns")
