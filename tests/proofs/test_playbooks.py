"""The proofs run over every registered action: none may be missing from its playbook."""

from __future__ import annotations

from tests.playbooks import catalogue, playbook


def test_every_registered_action_has_a_scenario() -> None:
    missing = [
        f"{name}.{kind.name}"
        for name, system in catalogue().systems.items()
        for kind in system.actions
        if kind.action not in playbook(name)
    ]
    assert missing == []
