"""How fast a journaled roll is, and where its time goes; no test, `python -m tests.bench` runs it."""
