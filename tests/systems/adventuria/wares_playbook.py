"""How each action about wares comes about."""

from __future__ import annotations

from tests.stages import Playbook

WARES: Playbook = {}
