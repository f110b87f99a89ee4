"""Dice: `source` rolls them so that anyone can check, `notation` reads them, `throwing` throws what
was read, and `chances` works out with `odds` how likely each total is.
"""
