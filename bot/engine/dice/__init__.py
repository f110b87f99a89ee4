"""Dice: `source` rolls them so that anyone can check, `odds` counts them exactly, `notation` reads them."""
