"""Building blocks of every reply: cards, buttons, forms, answers in time, and errors told safely."""
